"""Norms of the added vectors: token rows, token rows × √D, positions.

The norm of a row of D independent entries of variance v is close to √(D v); a uniform entry within ±b has v = b² / 3. A
row of sinusoids has norm √(D / 2) at every position, since sin² + cos² = 1.

Sources: Glorot and Bengio 2010 for √(6 / (V + D)); Vaswani et al. 2017, §3.4 for the factor √D; √(2 / D) is the
bound that the course gives to learned positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional, initializers
from explorer.data.cache import cached
from explorer.vectors.preprocessing import row_blocks

UNSCALED = (
    "https://github.com/openai/whisper/blob/fdf63e51dc3089e10d72fd25ac04ffe22f86543e/whisper/model.py",
    "https://github.com/google-research/bert/blob/5ec9cc3c1cfa331c297b37d928484ef85133c1ee/modeling.py",
)
"""Sources: Whisper's decoder and BERT add positions to unscaled rows."""

CHUNK = 8192
SAMPLE = 1_000  # rows sampled of a fresh table: only the bound depends on V
WIDEST = 1_024
AT_ONCE = 64


@dataclass(frozen=True)
class Bounds:
    """Initial values of the two tables: entries are uniform within ± the bound.

    Attributes:
        token: √(6 / (V + D)), Xavier.
        position: √(2 / D).
    """

    token: float
    position: float

    @property
    def ratio(self) -> float:
        """Ratio of the initial bound of learned positions to that of token rows."""
        return self.position / self.token


def start_bounds(vocab_size: int, dim: int) -> Bounds:
    """Bounds for a vocabulary of V tokens and D columns.

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
    """5th, 50th and 95th percentile of the norms of a table's rows."""

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
    """Percentiles of the norms of a (V, D) table's rows, in blocks, in float32.

    >>> norm_range(np.array([[3.0, 4.0], [0.0, 5.0]]))
    NormRange(low=5.0, median=5.0, high=5.0)
    """
    return _range(
        np.concatenate([np.linalg.norm(block.astype(np.float32), axis=1) for _, block in row_blocks(table, CHUNK)])
    )


def _range(norms: NDArray[np.floating]) -> NormRange:
    low, median, high = np.percentile(norms, [5, 50, 95])
    return NormRange(float(low), float(median), float(high))


@cached(max_entries=1)
def _sample_ranges() -> tuple[tuple[NormRange, ...], ...]:
    """Norms of the first d numbers of `SAMPLE` random rows, at index d − 1.

    The rows are uniform within ±1, and normal with variance 1.
    """
    rng = np.random.default_rng(0)
    uniform = initializers.uniform((SAMPLE, WIDEST), 1.0, rng=rng)
    normal = initializers.normal((SAMPLE, WIDEST), std=1.0, rng=rng)
    return tuple(tuple(_growing(table)) for table in (uniform, normal))


def _growing(table: NDArray[np.floating]) -> Iterator[NormRange]:
    """Norms of the rows' first 1, 2, … numbers, one width at a time, since all would take 8 MB."""
    squares = np.zeros((1, len(table)))
    for start in range(0, table.shape[1], AT_ONCE):
        more = np.square(table[:, start : start + AT_ONCE].T, dtype=np.float64)
        more[0] += squares[-1]
        squares = np.cumsum(more, axis=0)
        yield from map(NormRange, *np.percentile(np.sqrt(squares), [5, 50, 95], axis=1).tolist())


def fresh_uniform(dim: int, bound: float) -> NormRange:
    """Norms of `SAMPLE` rows of `dim` uniform numbers within ±bound.

    All widths use the first numbers of the same rows, and bounds scale them, so the result needs no new draw. Raises
    ValueError for a width outside 1 … 1024.

    >>> fresh = fresh_uniform(768, 0.5)  # near √(768 · 0.5² / 3) = 8
    >>> round(fresh.median, 1), fresh_uniform(768, 1.0) == fresh.times(2)
    (8.0, True)
    """
    return _sample_ranges()[0][_checked(dim) - 1].times(bound)


def fresh_normal(dim: int, std: float) -> NormRange:
    """Norms of `SAMPLE` rows of `dim` normal numbers with standard deviation `std`.

    >>> round(fresh_normal(1024, 0.5).median)  # near √1024 · 0.5
    16
    """
    return _sample_ranges()[1][_checked(dim) - 1].times(std)


def sinusoidal_norms(length: int, dim: int, *, base: float = 10_000.0) -> NormRange:
    """Norms of the rows of a sinusoidal table: each full pair adds sin² + cos² = 1, an unpaired last sine its square.

    >>> round(sinusoidal_norms(512, 128).median, 5)
    8.0
    """
    return norm_range(functional.sinusoidal(length, dim, base=base))


def _checked(dim: int) -> int:
    if not 1 <= dim <= WIDEST:
        raise ValueError(f"Width must be from 1 to {WIDEST}, got {dim}")
    return dim
