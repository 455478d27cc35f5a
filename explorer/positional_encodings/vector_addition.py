"""Vector addition by `EmbeddingLayer`: a toy token row plus a position (sinusoidal, or a growing number)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np

from explorer.core import EmbeddingLayer
from explorer.positional_encodings.sine_cosine import Floats

WORDS: dict[str, tuple[float, float]] = {"dog": (2.8, 0.6), "bites": (0.5, 2.6), "man": (-2.1, 1.1)}
"""Toy token table: three words, two numbers each, chosen by hand."""
POSITIONS = 12


@cache
def summed(word: str, growing: bool = False) -> Floats:
    """Row of a word plus each of the first `POSITIONS` positions, (POSITIONS, 2), by the core's layer.

    A position is its sine and cosine; with `growing`, its number, twice.

    >>> summed("dog")[0].round(2).tolist()  # position 0 is (sin 0, cos 0) = (0, 1)
    [2.8, 1.6]
    """
    positions: Floats | Literal["sinusoidal"] = np.repeat(np.arange(POSITIONS, dtype=np.float64)[:, None], 2, axis=1)
    layer = EmbeddingLayer.from_tables(list(WORDS.values()), positions if growing else "sinusoidal")
    output = layer([list(WORDS).index(word)] * POSITIONS).data.astype(np.float64)
    output.setflags(write=False)
    return output


def counted_cosine(one: str, other: str, position: int) -> float:
    """Cosine of two words' sums with a growing number as position; at position 0 that of their rows.

    >>> round(counted_cosine("dog", "man", 0), 2), round(counted_cosine("dog", "man", 11), 2)
    (-0.77, 0.97)
    """
    first, second = (summed(word, growing=True)[position] for word in (one, other))
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))
