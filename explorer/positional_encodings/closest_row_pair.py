"""Closest pair of rows of a sinusoidal table, and typical distances of rows.

The smallest distance is found without comparing all pairs of rows: it depends only on the offset
(`position_similarity.py`).
"""

from dataclasses import dataclass

import numpy as np

from explorer.positional_encodings.position_similarity import Waves, offset_dots, spread_rows


@dataclass(frozen=True)
class ClosestRows:
    """The closest pair of rows, and their distance."""

    distance: float
    first: int
    second: int


def closest_rows(waves: Waves) -> ClosestRows:
    """Smallest Euclidean distance between any two rows, without comparing all pairs.

    A pair of columns adds 4 sin²(ωk/2) to the squared distance of rows k apart, at every position. So the distance
    depends on the offset k alone, and the first row is one of the closest pair.

    Raises:
        ValueError: there is only one row.

    >>> closest_rows(Waves(4, 2)).distance.__round__(6)  # neighbours on the unit circle: 2 sin ½
    0.958851
    """
    if waves.length < 2:
        raise ValueError(f"Two rows are needed to compare, got {waves.length}")
    k = np.arange(1, waves.length)
    rough = 2.0 * (waves.dim // 2 - offset_dots(waves)[1:])
    # 2 − 2 cos(ωk) loses digits where rows nearly coincide, so all candidates are summed again as 4 sin²(ωk/2). The
    # angle, below 10⁴, is rounded by 10⁻¹², and each pair adds at most twice that.
    near = np.flatnonzero(rough <= rough.min() + 1e-11 * waves.dim)
    halves_of_turns = waves.tips(list(range(waves.dim // 2)), k[near] / 2)[0]
    exact = 4.0 * (halves_of_turns**2).sum(axis=0)
    return ClosestRows(float(np.sqrt(exact.min())), 0, int(k[near[np.argmin(exact)]]))


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
