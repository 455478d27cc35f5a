"""Closest pair of rows of a sinusoidal table, and typical distances of rows.

The smallest distance is found without comparing all pairs of rows: the contribution of a full pair of columns depends
only on the offset (`position_similarity.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.positional_encodings.position_similarity import Floats, Waves, offset_dots, spread_rows


@dataclass(frozen=True)
class ClosestRows:
    """The closest pair of rows, and their distance."""

    distance: float
    first: int
    second: int


def closest_rows(waves: Waves) -> ClosestRows:
    """Smallest Euclidean distance between any two rows, without comparing all pairs.

    A full pair of columns adds 4 sin²(ωk/2) to the squared distance of rows k apart, at every position; this is summed
    once for every offset k. The unpaired sine of an odd width adds (sin ωp − sin ωq)² = 4 sin²(ωk/2) · cos²(ω(p+q)/2),
    smallest for one of the sums p + q that offset k allows: k, k + 2, … 2(length − 1) − k. These ranges are nested
    around length − 1, so one running minimum serves all offsets.

    Raises:
        ValueError: there is only one row.

    >>> closest_rows(Waves(4, 2)).distance.__round__(6)  # neighbours on the unit circle: 2 sin ½
    0.958851
    """
    if waves.length < 2:
        raise ValueError(f"Two rows are needed to compare, got {waves.length}")
    k = np.arange(1, waves.length)
    squared = 2.0 * (waves.dim // 2 - offset_dots(waves)[1:])
    total = np.full(len(k), waves.length - 1)
    lonely_part = np.zeros(len(k))
    if waves.dim % 2:
        halves = np.arange(2 * waves.length - 1) / 2
        sines, cosines = (tips[0] for tips in waves.tips([-1], halves))
        least, where = _least_around_middle(cosines**2)
        lonely_part = 4.0 * sines[k] ** 2 * least[k]
        total = where[k]
    # 2 − 2 cos(ωk) loses digits where rows nearly coincide, so all candidates are summed again as 4 sin²(ωk/2). The
    # angle, below 10⁴, is rounded by 10⁻¹², and each pair adds at most twice that.
    rough = squared + lonely_part
    near = np.flatnonzero(rough <= rough.min() + 1e-11 * waves.dim)
    halves_of_turns = waves.tips(list(range(waves.dim // 2)), k[near] / 2)[0]
    exact = 4.0 * (halves_of_turns**2).sum(axis=0) + lonely_part[near]
    best = near[np.argmin(exact)]
    # With an even width all p are equal: return the first.
    first = int(total[best] - k[best]) // 2 if waves.dim % 2 else 0
    return ClosestRows(float(np.sqrt(exact.min())), first, first + int(k[best]))


def same_in_float32(waves: Waves, rows: ClosestRows) -> bool:
    """Whether a model that computes with float32 numbers gets the same row for both positions.

    >>> waves = Waves(8_192, 2)
    >>> same_in_float32(waves, closest_rows(waves))
    False
    """
    first, second = waves.rows([rows.first, rows.second]).astype(np.float32)
    return bool((first == second).all())


@dataclass(frozen=True)
class Apart:
    """Typical distances: median and maximum over all pairs of `rows` rows."""

    median: float
    most: float
    rows: int


def apart_in_general(waves: Waves) -> Apart:
    """Distances between evenly spread rows, each pair of different rows counted once.

    >>> apart = apart_in_general(Waves(256, 128))
    >>> round(apart.median, 2), round(apart.most, 2), apart.rows
    (8.27, 9.99, 256)
    """
    rows = spread_rows(waves)[1]
    squared = np.einsum("ij,ij->i", rows, rows)
    both = squared[:, None] + squared - 2 * (rows @ rows.T)
    apart = np.sqrt(np.maximum(both[np.triu_indices(len(rows), 1)], 0))
    return Apart(float(np.median(apart)), float(apart.max()), len(rows)) if len(apart) else Apart(0.0, 0.0, len(rows))


def _least_around_middle(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """For every k up to the middle: the minimum of values[k], values[k + 2], …, values[−1 − k], and its index."""
    left = np.arange(len(values) // 2 + 1)
    right = len(values) - 1 - left
    nearer = np.where(values[left] <= values[right], left, right)
    where = np.empty_like(left)
    for parity in (0, 1):
        outward = nearer[parity::2][::-1]
        lowest = np.minimum.accumulate(values[outward])
        # The index of the running minimum is the last one below all before it.
        fresh = np.append(True, lowest[1:] < lowest[:-1])[: len(outward)]
        where[parity::2] = outward[np.maximum.accumulate(np.where(fresh, np.arange(len(outward)), 0))][::-1]
    return values[where], where
