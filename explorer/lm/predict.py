"""One text, all the way: ids → rows → plus positions → (1, T, D) → blocks → scores → a probability for each next token.

The same arithmetic as `explorer.nn`, without batches, buffers or gradients, so that every number on the way can be
shown, and several visitors can be served at once. What can be changed on the way: positions off, two tokens swapped,
one row replaced by another token's, and what happens past the trained length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding, EmbeddingLayer
from explorer.lm.model import Model, load_lm
from explorer.nn.blocks import RMSNorm, softmax
from explorer.tokenizers import SMALL, encode
from explorer.vectors.neighbours import top

Array = NDArray[np.floating]
Ids = NDArray[np.int64]
Past = Literal["last", "clamp", "wrap", "refuse"]
PAST: tuple[Past, ...] = get_args(Past)
FIRST = 8
"""Likeliest tokens that are looked for once: several sentences and pictures name them."""
FEW = 7
"""Rows up to which each one is multiplied by itself: see `times`."""


@dataclass(frozen=True)
class Request:
    """What is read, and how.

    Args:
        text: what the visitor wrote.
        positions: add the position rows; False leaves them out.
        swap: two places of the tokens read, whose ids change places.
        replace: (place, id): the row looked up there is this id's.
        past: for a text longer than the trained length: "last" reads its last tokens only, "clamp" gives all further
            tokens the last position row, "wrap" begins again at the first, "refuse" is what the core does by itself.
        hide_last: keep the text's last token from the model and let it guess; a text of one token is read whole.
    """

    text: str
    positions: bool = True
    swap: tuple[int, int] | None = None
    replace: tuple[int, int] | None = None
    past: Past = "last"
    hide_last: bool = False


@dataclass(frozen=True, eq=False)
class Reading:
    """Every number between a text and its prediction, for T tokens read.

    Attributes:
        ids: (T,), after swapping and replacing.
        total: how many tokens there were to read; more than T where only the last were read.
        hidden: the id of the token that was kept from the model, or None.
        rows: (T, D), row ids[t] of the token table.
        places: (T,), which position row stands where; empty when positions are off.
        position_rows: (T, D), zeros when positions are off.
        vectors: (1, T, D), their sum: what the first block receives.
        stream: (layers + 1, T, D), `vectors` and what leaves each block.
        attention: (layers, heads, T), how the last token's look is shared out; each line sums to 1.
        keys, values: (layers, heads, T, D / heads), what further tokens find of these.
        logits: (V,), the score of every token as the next.
        probabilities: (V,), their softmax.
    """

    ids: Ids
    total: int
    hidden: int | None
    rows: Array
    places: Ids
    position_rows: Array
    vectors: Array
    stream: Array
    attention: Array
    keys: Array
    values: Array
    logits: Array
    probabilities: Array

    def best(self, count: int = 8) -> Ids:
        """The likeliest next tokens, likeliest first; equal ones by id."""
        return self._first[:count] if count <= FIRST else top(self.probabilities, count)

    @cached_property
    def _first(self) -> Ids:
        return top(self.probabilities, FIRST)

    def rank(self, token: int) -> int:
        """The place of a token among the likeliest, from 1; equal ones share it."""
        return 1 + int((self.probabilities > self.probabilities[token]).sum())


def read(request: Request, model: Model | None = None) -> Reading:
    """Follow a text through the model.

    Raises:
        ValueError: there is no token to begin with, or a place or id that doesn't exist.
        ShapeError: `past` is "refuse" and the text is longer than the position table.
    """
    model = model or load_lm()
    everything = encode(request.text, SMALL)
    if not len(everything):
        raise ValueError("Expected at least one token to predict from, got an empty text")
    hidden = int(everything[-1]) if request.hide_last and len(everything) > 1 else None
    if hidden is not None:
        everything = everything[:-1]
    ids = _changed(_kept(everything, request.past, model.config.train_len), request, model.config.vocab_size)
    rows = Embedding.from_weight(model.weights["tokens"], freeze=True)(ids).data
    places = _places(len(ids), request, model.config.train_len)
    vectors = _vectors(ids, places, request, model)
    position_rows = model.weights["positions"][places] if request.positions else np.zeros_like(rows)
    stream, attention, keys, values = blocks(vectors[0], model)
    logits = logits_of(stream[-1, -1:], model)[0]
    return Reading(
        ids=ids,
        total=len(everything),
        hidden=hidden,
        rows=rows,
        places=places,
        position_rows=position_rows,
        vectors=vectors,
        stream=stream,
        attention=attention,
        keys=keys,
        values=values,
        logits=logits,
        probabilities=softmax(logits.copy()),
    )


def blocks(x: Array, model: Model) -> tuple[Array, Array, Array, Array]:
    """Through all blocks, (T, D): the stream, the last token's attention, keys and values, shaped as in `Reading`."""
    w, config = model.weights, model.config
    seq_len, future = len(x), np.triu(np.full((len(x), len(x)), -np.inf, x.dtype), 1)
    stream, looks, keys, values = [x], [], [], []
    for layer in range(config.n_layers):
        name = f"layer{layer}"
        qkv = times(rms_norm(x, w[f"{name}.norm1.gain"]), w[f"{name}.attention.qkv"])
        q, k, v = qkv.reshape(seq_len, 3, config.n_heads, config.head_dim).transpose(1, 2, 0, 3)
        look = softmax(q @ k.swapaxes(1, 2) / math.sqrt(config.head_dim) + future)
        mixed = (look @ v).transpose(1, 0, 2).reshape(seq_len, config.embed_dim)
        x = x + times(mixed, w[f"{name}.attention.out"])
        hidden = times(rms_norm(x, w[f"{name}.norm2.gain"]), w[f"{name}.feed.up"])
        x = x + times(np.maximum(hidden, 0), w[f"{name}.feed.down"])
        stream.append(x)
        looks.append(look[:, -1])
        keys.append(k)
        values.append(v)
    return np.array(stream), np.array(looks), np.array(keys), np.array(values)


def logits_of(vectors: Array, model: Model) -> Array:
    """The score of every token as the next, from what leaves the last block: (B, D) → (B, V)."""
    return times(rms_norm(vectors, model.weights["norm.gain"]), model.readout)


def times(rows: Array, matrix: Array) -> Array:
    """Rows @ matrix, (B, D) and (D, E) → (B, E); up to seven rows each by itself.

    For a few rows BLAS lays the whole matrix out anew before it multiplies, and that takes longer than to go through it
    once for each row (`python -m benchmarks core.rows`).

    >>> times(np.array([[1.0, 2.0]]), np.array([[3.0, 0.0], [0.0, 4.0]])).tolist()
    [[3.0, 8.0]]
    """
    product: Array = (rows[:, None] @ matrix)[:, 0] if len(rows) <= FEW else rows @ matrix
    return product


def rms_norm(x: Array, gain: Array) -> Array:
    """X / √(mean(x²) + ε) · gain, row by row: (T, D) → (T, D).

    >>> rms_norm(np.array([[3.0, 4.0]]), np.array([1.0, 2.0])).round(3).tolist()
    [[0.849, 2.263]]
    """
    squares = np.einsum("td,td->t", x, x)[:, None]
    scaled: Array = x / np.sqrt(squares / x.shape[1] + x.dtype.type(RMSNorm.epsilon)) * gain
    return scaled


def _kept(ids: Ids, past: Past, trained: int) -> Ids:
    if past not in PAST:
        raise ValueError(f"past must be one of {', '.join(PAST)}; got {past!r}")
    return ids[-trained:] if past == "last" else ids


def _changed(ids: Ids, request: Request, vocab_size: int) -> Ids:
    """The ids after swapping and replacing."""
    ids = ids.copy()
    asked = [*(request.swap or ()), *([request.replace[0]] if request.replace else [])]
    for place in asked:
        if not 0 <= place < len(ids):
            raise ValueError(f"Expected a place from 0 to {len(ids) - 1}, got {place}")
    if request.replace:
        place, other = request.replace
        if not 0 <= other < vocab_size:
            raise ValueError(f"Expected a token id from 0 to {vocab_size - 1}, got {other}")
        ids[place] = other
    if request.swap:
        a, b = request.swap
        ids[a], ids[b] = ids[b], ids[a]
    return ids


def _places(seq_len: int, request: Request, trained: int) -> Ids:
    """Which position row each token gets."""
    if not request.positions:
        return np.empty(0, np.int64)
    places = np.arange(seq_len)
    if request.past == "clamp":
        return np.minimum(places, trained - 1)
    return places % trained if request.past == "wrap" else places


def _vectors(ids: Ids, places: Ids, request: Request, model: Model) -> Array:
    """(1, T, D), as the core's layer answers; past the end of its table it refuses, in its own words.

    "clamp" and "wrap" are no layer's: they give the layer a table in which the rows are already repeated.
    """
    table = model.weights["positions"]
    if request.past in ("clamp", "wrap"):
        table = table[places]
    layer = EmbeddingLayer.from_tables(model.weights["tokens"], table if request.positions else None, freeze=True)
    return np.asarray(layer(ids[None]).data)
