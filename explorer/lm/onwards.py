"""How a token that is the beginning of a word would go on: the model's own likeliest pieces, until the word ends.

Several tokens that may follow one text go on together: what the model has made of the text is the same for all of them,
so that each further piece costs one row for each of them, not the whole text again. Only where the text fills the
position table does every piece push one token out at the front, and then each of them is read anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.lm.model import Model, load_lm
from explorer.lm.predict import blocks, logits_of, rms_norm, times
from explorer.nn.blocks import softmax
from explorer.tokenizers import SMALL, token_bytes

Array = NDArray[np.floating]
Ids = NDArray[np.int64]
MOST = 4
"""Pieces that are added at most."""


def rest_of_word(ids: Ids, token: int, model: Model | None = None) -> str:
    """What the model would write after `token` to make the word that it begins whole; "" where it is whole.

    >>> from explorer.tokenizers import encode
    >>> before = encode("The President of the United", SMALL)
    >>> [rest_of_word(before, int(encode(word, SMALL)[0])) for word in (" States", " N", ",")]
    ['', 'ations', '']
    """
    return rests_of_words(ids, [token], model)[0]


def rests_of_words(
    ids: Ids, tokens: Sequence[int], model: Model | None = None, known: tuple[Array, Array] | None = None
) -> list[str]:
    """The rest of the word that each of `tokens` begins, if it comes next.

    Piece by piece, each time the likeliest one, for as long as that consists of letters alone: a space, a punctuation
    mark or the end of a line ends the word.

    Args:
        ids: (T,) the tokens before, as the model has read them.
        tokens: those that may come next, each by itself.
        model: the shipped one where none is given.
        known: the keys and values of the tokens before, as in `predict.Reading`, where they are known.
    """
    model = model or load_lm()
    rests = [""] * len(tokens)
    alive = [number for number, token in enumerate(tokens) if _written(token).strip().isalpha()]
    if not alive:
        return rests
    fits = len(ids) + MOST <= model.config.train_len
    texts = _Alike(ids, len(alive), model, known) if fits else _Anew(ids, len(alive), model)
    following = np.array([tokens[number] for number in alive], np.int64)
    for _ in range(MOST):
        following = texts.likeliest_after(following)
        pieces = [_written(token) for token in following.tolist()]
        on = [row for row, piece in enumerate(pieces) if piece.isalpha()]
        if not on:
            break
        for row in on:
            rests[alive[row]] += pieces[row]
        texts.keep(on)
        alive, following = [alive[row] for row in on], following[on]
    return rests


class _Alike:
    """Several texts that have begun alike, with the keys and values of all their tokens.

    `keys` and `values` hold for each layer (B, heads, T + MOST, D / heads), of which the first `length` are there.
    """

    def __init__(self, ids: Ids, many: int, model: Model, known: tuple[Array, Array] | None = None) -> None:
        self.model, self.length = model, len(ids)
        w, config = model.weights, model.config
        if known is None:
            _, _, keys, values = blocks(w["tokens"][ids] + w["positions"][: len(ids)], model)
            known = keys, values
        shape = config.n_layers, many, config.n_heads, len(ids) + MOST, config.head_dim
        self.keys, self.values = np.empty(shape, known[0].dtype), np.empty(shape, known[1].dtype)
        self.keys[:, :, :, : len(ids)], self.values[:, :, :, : len(ids)] = known[0][:, None], known[1][:, None]

    def likeliest_after(self, tokens: Ids) -> Ids:
        """Each text gets its next token; what would come first after it. (B,) → (B,)."""
        w, config, at = self.model.weights, self.model.config, self.length
        self.length += 1
        x = w["tokens"][tokens] + w["positions"][at]
        for layer in range(config.n_layers):
            name = f"layer{layer}"
            qkv = times(rms_norm(x, w[f"{name}.norm1.gain"]), w[f"{name}.attention.qkv"])
            query, key, value = qkv.reshape(len(x), 3, config.n_heads, config.head_dim).swapaxes(0, 1)
            self.keys[layer, :, :, at], self.values[layer, :, :, at] = key, value
            keys, values = self.keys[layer, :, :, : self.length], self.values[layer, :, :, : self.length]
            look = softmax((keys @ query[..., None])[..., 0] / math.sqrt(config.head_dim))
            x = x + times((look[:, :, None] @ values).reshape(x.shape), w[f"{name}.attention.out"])
            hidden = times(rms_norm(x, w[f"{name}.norm2.gain"]), w[f"{name}.feed.up"])
            x = x + times(np.maximum(hidden, 0), w[f"{name}.feed.down"])
        following: Ids = logits_of(x, self.model).argmax(axis=1)
        return following

    def keep(self, rows: list[int]) -> None:
        """Only these texts go on."""
        if len(rows) < self.keys.shape[1]:
            self.keys, self.values = self.keys[:, rows], self.values[:, rows]


class _Anew:
    """Several texts that fill the table of positions: each further token moves all others one place to the front."""

    def __init__(self, ids: Ids, many: int, model: Model) -> None:
        self.model, self.texts = model, [ids] * many

    def likeliest_after(self, tokens: Ids) -> Ids:
        """Each text gets its next token; what would come first after it. (B,) → (B,)."""
        w, most = self.model.weights, self.model.config.train_len
        self.texts = [np.append(ids, token)[-most:] for ids, token in zip(self.texts, tokens, strict=True)]
        read = (blocks(w["tokens"][ids] + w["positions"][: len(ids)], self.model)[0] for ids in self.texts)
        return np.array([logits_of(stream[-1, -1:], self.model)[0].argmax() for stream in read], np.int64)

    def keep(self, rows: list[int]) -> None:
        """Only these texts go on."""
        self.texts = [self.texts[row] for row in rows]


def _written(token: int) -> str:
    return token_bytes([token], SMALL)[0].decode("utf-8", "replace")
