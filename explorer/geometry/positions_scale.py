"""How long are the vectors that are added to one another: token rows, token rows × √D, positions.

For a row of D independent entries of variance v the norm is close to √(D v); a uniform entry within ±b has
v = b² / 3. A row of sinusoids is exactly √(D / 2) long, whatever the position, since sin² + cos² = 1.

Sources: Glorot and Bengio 2010 for √(6 / (V + D)); Vaswani et al. 2017, §3.4 for the factor √D; √(2 / D) is the
bound that the course gives to learned positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CHUNK = 8192


@dataclass(frozen=True)
class Bounds:
    """Start values of the two tables: entries lie within ± the bound.

    Attributes:
        token: √(6 / (V + D)), Xavier.
        position: √(2 / D).
    """

    token: float
    position: float

    @property
    def ratio(self) -> float:
        """How many times larger learned positions start than token rows."""
        return self.position / self.token


def start_bounds(vocab_size: int, dim: int) -> Bounds:
    """The two bounds for a vocabulary of V tokens and D columns.

    Raises:
        ValueError: V or D is below 1.

    >>> round(start_bounds(50_000, 512).ratio, 1)
    5.7
    """
    if vocab_size < 1 or dim < 1:
        raise ValueError(f"V and D must be at least 1, got {vocab_size} and {dim}")
    return Bounds(math.sqrt(6 / (vocab_size + dim)), math.sqrt(2 / dim))


@dataclass(frozen=True)
class NormRange:
    """Lengths of the rows of a table: 5th, 50th and 95th percentile, times a factor."""

    low: float
    median: float
    high: float

    def times(self, factor: float) -> NormRange:
        """The same rows after multiplication by a factor.

        >>> NormRange(1, 2, 3).times(2)
        NormRange(low=2, median=4, high=6)
        """
        return NormRange(self.low * factor, self.median * factor, self.high * factor)


def norm_range(table: NDArray[np.floating]) -> NormRange:
    """Percentiles of the lengths of the rows of a (V, D) table, read in blocks, in float32.

    >>> norm_range(np.array([[3.0, 4.0], [0.0, 5.0]]))
    NormRange(low=5.0, median=5.0, high=5.0)
    """
    norms = np.concatenate([np.linalg.norm(block.astype(np.float32), axis=1) for block in _blocks(table)])
    low, median, high = np.percentile(norms, [5, 50, 95])
    return NormRange(float(low), float(median), float(high))


def _blocks(table: NDArray[np.floating]) -> Iterator[NDArray[np.floating]]:
    for start in range(0, len(table), CHUNK):
        yield table[start : start + CHUNK]
