"""Word completion: the model's most likely tokens after one that begins a word, until the word ends.

Several candidates for one text are completed as a batch. Left out: a key-value cache; each further token reads the
whole text again, since the model is small.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lm.look_back import label
from explorer.lm.shipped_model import Model, load_lm
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Pass
from explorer.nn.transformer_layers import softmax
from explorer.tokenizers import SMALL, token_bytes

Ids = NDArray[np.int64]
MOST = 4
"""Maximum number of added tokens."""


def rests_of_words(ids: Ids, tokens: Sequence[int]) -> list[str]:
    """Greedy completion of the word that each of `tokens` begins, as if it came next.

    Adds the most likely token of letters only, until the tokens that end the word (with a space, a punctuation mark or
    a line end) are together more likely, or `MOST` were added.
    """
    model = load_lm()
    rests = [""] * len(tokens)
    alive = [number for number, token in enumerate(tokens) if _token_text(token).strip().isalpha()]
    texts = np.array([np.append(ids, tokens[number]) for number in alive], np.int64)
    for _ in range(MOST):
        if not alive:
            break
        texts = texts[:, -model.config.train_len :]
        following, on = _goes_on(texts, model)
        pieces = [_token_text(token) for token in following.tolist()]
        for row in on:
            rests[alive[row]] += pieces[row]
        alive, texts = [alive[row] for row in on], np.column_stack([texts, following])[on]
    return rests


def guess_label(ids: Ids, token: int) -> str:
    """A guess as it is shown; first bytes of a character, as part of the one that the model would make of them.

    >>> guess_label(np.array([464, 3797]), 447), guess_label(np.array([464]), 3797)
    ('’ (part)', '␣cat')
    """
    model, text, piece = load_lm(), ids, token_bytes([token], SMALL)[0]
    while not (whole := piece.decode("utf-8", "ignore")) and len(piece) < MOST:
        text = np.append(text, token)[-model.config.train_len :]
        run = Pass(model.config, model.weights, position_inputs(model.config, model.weights, len(text)))
        token = int(run.after(text[None])[0].argmax())
        piece += token_bytes([token], SMALL)[0]
    return label(token) if piece == token_bytes([token], SMALL)[0] else f"{whole[:1] or '?'} (part)"


def _goes_on(texts: Ids, model: Model) -> tuple[Ids, list[int]]:
    """Most likely continuation of each text of a batch, (B, T) → (B,), and which texts' words continue."""
    run = Pass(model.config, model.weights, position_inputs(model.config, model.weights, texts.shape[1]))
    shares, letters = softmax(run.after(texts)), _letters(model.config.vocab_size)
    following: Ids = np.where(letters, shares, -1).argmax(axis=1)
    ends = shares[:, ~letters].sum(axis=1)
    return following, np.flatnonzero(shares[np.arange(len(texts)), following] > ends).tolist()


@lru_cache(maxsize=2)
def _letters(vocab_size: int) -> NDArray[np.bool_]:
    return np.array([_token_text(token).isalpha() for token in range(vocab_size)])


def _token_text(token: int) -> str:
    return token_bytes([token], SMALL)[0].decode("utf-8", "replace")
