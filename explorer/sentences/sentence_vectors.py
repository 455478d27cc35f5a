"""Vectors of sentences: by the model, or as the mean of the table's rows; and the lines nearest to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_minilm, load_minilm_encoder
from explorer.data.cache import cached, cached_expiring
from explorer.sentences.encoder import Encoder
from explorer.sentences.wordpiece import Pieces, cut
from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.preprocessing import unit_rows

if TYPE_CHECKING:
    from jaxtyping import Float

Array = NDArray[np.float32]
MODEL, MEAN = "the model", "mean of rows"
WAYS = (MODEL, MEAN)
"""How a sentence becomes a vector: rows mixed with their neighbours, or each row as the table has it."""
BY_CHANCE: Mapping[str, float] = {MODEL: 0.03, MEAN: 0.4}
"""Median cosine between 24 of WordNet's definitions, drawn with seed 0: what two sentences have by chance. (A test
computes it again; here it would take a second of a core.)"""


@cached(max_entries=1)
def load_encoder() -> Encoder:
    """The encoder, loaded once for all visitors.

    >>> len(load_encoder().layers)
    6
    """
    table, weights = load_minilm(), load_minilm_encoder()
    layers: list[dict[str, Any]] = [{} for _ in range(6)]
    once: dict[str, Any] = {}
    for name, weight in weights.items():
        number, _, what = name.rpartition(".")
        (layers[int(number)] if number else once)[what] = weight
    positions = table.positions.astype(np.float32) + once["segment"]
    return Encoder(table.tokens(), positions, (once["norm_scale"], once["norm_shift"]), layers)


@cached(max_entries=1)
def _vocabulary() -> Mapping[str, int]:
    return {piece: row for row, piece in enumerate(load_minilm().words)}


def pieces(text: str) -> Pieces:
    """The text in pieces of the model's vocabulary.

    >>> pieces("Embeddings!").pieces
    ('[CLS]', 'em', '##bed', '##ding', '##s', '!', '[SEP]')
    """
    return cut(text, _vocabulary())


@cached_expiring(most=2_000)
def vector(text: str, way: str = MODEL) -> Float[Array, " D"]:
    """The vector of a text, with length 1, (384,); a text without a word has a vector of zeros.

    Args:
        text: a sentence; the model reads its first 254 pieces.
        way: one of `WAYS`.

    >>> dog, man = vector("dog bites man"), vector("man bites dog")
    >>> bool(np.isclose(vector("dog bites man", MEAN) @ vector("man bites dog", MEAN), 1)), bool(dog @ man < 0.95)
    (True, True)
    """
    ids = pieces(text).ids
    encoder = load_encoder()
    if len(ids) == 2:
        found = np.zeros(encoder.rows.shape[1], np.float32)
    elif way == MEAN:
        found = unit_rows(encoder.rows[list(ids[1:-1])].mean(axis=0, keepdims=True))[0]
    else:
        with one_thread():
            found = encoder.sentence(ids)
    found.flags.writeable = False
    return found


def vectors(lines: Sequence[str], way: str = MODEL) -> Float[Array, "N D"]:
    """One vector per line, (N, 384)."""
    return np.stack([vector(line, way) for line in lines])
