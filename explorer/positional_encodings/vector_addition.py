"""Vector addition by `EmbeddingLayer`: a toy token row plus a position (a clock hand, or a growing number)."""

from functools import lru_cache

import numpy as np

from explorer.core import EmbeddingLayer
from explorer.positional_encodings.sine_cosine import Floats, hand

WORDS: dict[str, tuple[float, float]] = {"dog": (2.8, 0.6), "bites": (0.5, 2.6), "man": (-2.1, 1.1)}
"""Toy token table: three words, two numbers each, chosen by hand."""
POSITIONS = 12
"""Positions drawn, one whole turn of the hand: so they stand in order around the circle. (The formula's fastest hand
makes nearly two turns in 12 positions, which would mix them.)"""


@lru_cache(maxsize=32)
def summed(word: str, growing: bool = False) -> Floats:
    """Row of a word plus each of the first `POSITIONS` positions, (POSITIONS, 2), by the core's layer.

    A position is the sine and cosine of a hand that comes round in `POSITIONS`; with `growing`, its number, twice.

    >>> summed("dog")[0].round(2).tolist()  # position 0 is (sin 0, cos 0) = (0, 1)
    [2.8, 1.6]
    """
    places = np.arange(POSITIONS, dtype=np.float64)
    positions = np.repeat(places[:, None], 2, axis=1) if growing else hand(places / POSITIONS)
    layer = EmbeddingLayer.from_tables(list(WORDS.values()), positions)
    output = layer([list(WORDS).index(word)] * POSITIONS).data.astype(np.float64)
    output.setflags(write=False)
    return output


def counted_cosine(one: str, other: str, position: int) -> float:
    """Cosine of two words' sums with a growing number as position; at position 0 that of their rows.

    >>> round(counted_cosine("dog", "man", 0), 2), round(counted_cosine("dog", "man", 11), 2)
    (-0.77, 0.97)
    """
    first, second = (np.array(WORDS[word]) + position for word in (one, other))
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))
