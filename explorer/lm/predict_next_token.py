"""Prediction step by step: ids → rows → plus positions → (1, T, D) → blocks → scores → probabilities of the next token.

Every reading is a separate forward pass (`explorer.nn.transformer.Pass`) that keeps all intermediate numbers. Possible
interventions: no positions, two tokens swapped, one row replaced by another token's, the handling of long texts.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding, EmbeddingLayer
from explorer.lm.shipped_model import Model, load_lm
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Pass
from explorer.nn.transformer_layers import softmax
from explorer.tokenizers import SMALL, encode, token_bytes
from explorer.vectors.neighbours import top

Array = NDArray[np.floating]
Ids = NDArray[np.int64]
Past = Literal["last", "clamp", "wrap", "refuse"]
PAST: tuple[Past, ...] = get_args(Past)
FIRST = 8
"""Number of most likely tokens that are computed for sentences and pictures."""


@dataclass(frozen=True)
class ReadingRequest:
    """Text and interventions.

    Args:
        text: the visitor's.
        positions: add the position rows; False leaves them out.
        swap: two positions whose ids are swapped.
        replace: (position, id): the position gets this id's row.
        past: for a text longer than the trained length: "last" reads its last tokens only, "clamp" gives all further
            tokens the last position row, "wrap" starts again at the first, "refuse" raises, as the core does.
        hide_last: leave out the last token, so that the model predicts it; a text of one token is read whole.
    """

    text: str
    positions: bool = True
    swap: tuple[int, int] | None = None
    replace: tuple[int, int] | None = None
    past: Past = "last"
    hide_last: bool = False


@dataclass(frozen=True, eq=False)
class Reading:
    """All intermediate results of a prediction, for T tokens read.

    Attributes:
        ids: (T,), after swapping and replacing.
        total: tokens of the text; more than T if only the last were read.
        hidden: id of the token that was left out, or None.
        rows: (T, D), row ids[t] of the token table.
        positions: (T,), number of the position row of each token; empty without positions.
        position_rows: (T, D), zeros without positions.
        vectors: (1, T, D), their sum, the first block's input.
        stream: (layers + 1, T, D), the residual stream: `vectors`, then the output of each block.
        attention: (layers, heads, T), attention weights of the last token; each row sums to 1.
        logits: (V,), scores of the next token.
        probabilities: (V,), their softmax.
    """

    ids: Ids
    total: int
    hidden: int | None
    rows: Array
    positions: Ids
    position_rows: Array
    vectors: Array
    stream: Array
    attention: Array
    logits: Array
    probabilities: Array

    def best(self, count: int = 8) -> Ids:
        """Most likely next tokens, in descending order; ties by id."""
        return self._first[:count] if count <= FIRST else top(self.probabilities, count)

    @cached_property
    def _first(self) -> Ids:
        return top(self.probabilities, FIRST)

    @cached_property
    def look_back(self) -> Array:
        """(T,), attention of the last token to each, the mean over all blocks and heads; their sum is 1."""
        return np.asarray(self.attention.mean(axis=(0, 1)))

    def rank(self, token: int) -> int:
        """Rank of a token by probability, from 1; ties share it."""
        return 1 + int((self.probabilities > self.probabilities[token]).sum())


def read(request: ReadingRequest, model: Model | None = None) -> Reading:
    """Run the model on a text and keep all intermediate results.

    Raises:
        ValueError: the text has no token, or a position or id does not exist.
        ShapeError: `past` is "refuse" and the text is longer than the position table.
    """
    model = model or load_lm()
    everything = encode(request.text, SMALL)
    if not len(everything):
        raise ValueError("Expected at least one token to predict from, got an empty text")
    hidden = int(everything[-1]) if request.hide_last and len(everything) > 1 else None
    if hidden is not None:
        everything = everything[:-1]
    ids = _changed(_keep_within(everything, request.past, model.config.train_len), request, model.config.vocab_size)
    rows = Embedding.from_weight(model.weights["tokens"], freeze=True)(ids).data
    config = model.config if request.positions else replace(model.config, encoding="none")
    past = request.past if request.positions and request.past in ("clamp", "wrap") else "plain"
    positional = position_inputs(config, model.weights, len(ids), past)
    vectors = _vectors(ids, positional.added, model)
    run, stream = Pass(config, model.weights, positional), list[Array]()
    logits = run.scores(run.through(vectors[0].copy(), stream)[-1:])[0]
    return Reading(
        ids=ids,
        total=len(everything),
        hidden=hidden,
        rows=rows,
        positions=np.empty(0, np.int64) if positional.rows is None else positional.rows,
        position_rows=np.zeros_like(rows) if positional.added is None else positional.added,
        vectors=vectors,
        stream=np.array(stream),
        attention=np.array([attention.attention[0, :, -1] for _, attention, _, _ in run.layers]),
        logits=logits,
        probabilities=softmax(logits.copy()),
    )


def continue_text(text: str, tokens: int, *, positions: bool = True, temperature: float = 0.0, seed: int = 0) -> str:
    """What the model adds to a text.

    Args:
        text: the visitor's.
        tokens: number of tokens to add.
        positions: add the position rows; False leaves them out.
        temperature: 0 takes the most likely token each time; above, tokens are drawn from the softmax of
            scores / temperature, of those only that have no line end and no gap alone.
        seed: of the draws.

    >>> continue_text("The President of the United", 1)
    ' States'
    """
    return "".join(map(_text_of, continue_tokens(text, tokens, positions, temperature, seed)))


def _text_of(token: int) -> str:
    return token_bytes([token], SMALL)[0].decode("utf-8", "ignore")


def continue_tokens(
    text: str, tokens: int, positions: bool = True, temperature: float = 0.0, seed: int = 0
) -> list[int]:
    """The ids of the tokens that `continue_text` adds.

    >>> continue_tokens("The President of the United", 1)
    [1829]
    """
    written, added, draws = text, list[int](), np.random.default_rng(seed)
    for _ in range(tokens):
        found = read(ReadingRequest(written, positions=positions))
        chosen = int(found.best(1)[0])
        if temperature:
            logits = np.where(_on_one_line(len(found.logits)), found.logits / temperature, -np.inf)
            upto = softmax(logits).cumsum()
            chosen = int(np.searchsorted(upto, draws.random() * upto[-1]))
        added.append(chosen)
        written += _text_of(chosen)
    return added


@lru_cache(maxsize=2)
def _on_one_line(vocab_size: int) -> NDArray[np.bool_]:
    """Which tokens have no line end and more than spaces."""
    return np.array(
        [b"\n" not in token and bool(token.strip()) for token in token_bytes(list(range(vocab_size)), SMALL)]
    )


def _keep_within(ids: Ids, past: Past, trained: int) -> Ids:
    if past not in PAST:
        raise ValueError(f"past must be one of {', '.join(PAST)}; got {past!r}")
    return ids[-trained:] if past == "last" else ids


def _changed(ids: Ids, request: ReadingRequest, vocab_size: int) -> Ids:
    ids = ids.copy()
    positions = [*(request.swap or ()), *([request.replace[0]] if request.replace else [])]
    for at in positions:
        if not 0 <= at < len(ids):
            raise ValueError(f"Expected a position from 0 to {len(ids) - 1}, got {at}")
    if request.replace:
        at, other = request.replace
        if not 0 <= other < vocab_size:
            raise ValueError(f"Expected a token id from 0 to {vocab_size - 1}, got {other}")
        ids[at] = other
    if request.swap:
        a, b = request.swap
        ids[a], ids[b] = ids[b], ids[a]
    return ids


def _vectors(ids: Ids, added: Array | None, model: Model) -> Array:
    """(1, T, D), from the core's layer, with the row of each position as its table."""
    layer = EmbeddingLayer.from_tables(model.weights["tokens"], added, freeze=True)
    return np.asarray(layer(ids[None]).data)
