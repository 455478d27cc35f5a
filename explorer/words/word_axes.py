"""Word axes: projection of all rows onto a difference of words (she − he, good − bad), of one pair or many.

A word's coordinate on the ruler is its dot product with the unit vector along the difference, measured from the point
halfway between the two ends, so the ends lie at −h and +h and 0 means "as near to the one as to the other". Of many
pairs the ends are the means of their first and of their second words, so the step is the mean of their differences:
what one pair has of its own counts less. Resampling the pairs with replacement shows how much a coordinate depends on
which pairs were named.

Sources: axes from many pairs of opposites: Kozlowski, Taddy and Evans 2019, "The Geometry of Culture"; bootstrap: Efron
    1979, "Bootstrap Methods: Another Look at the Jackknife".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import PreparedTable, as_prepared

LEAST = 3
"""Minimum number of pairs for a bootstrap; two have only three different resamples."""
DRAWS = 1000
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Ruler:
    """An axis from one row to another.

    Attributes:
        coordinates: (V,) float32 of every row, 0 halfway between the ends.
        half: distance of either end from the middle.
        offset: (V,) float32, distance of each row from the line.
        axis: (D,) its direction, of length 1.
    """

    coordinates: NDArray[np.float32]
    half: float
    offset: NDArray[np.float32]
    axis: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @cached_property
    def spread(self) -> tuple[float, float]:
        """Mean and standard deviation of all rows' coordinates.

        >>> Ruler(np.array([1.0, 3.0], np.float32), 1.0, np.zeros(2, np.float32)).spread
        (2.0, 1.0)
        """
        coordinates = self.coordinates.astype(np.float64)
        return float(coordinates.mean()), float(coordinates.std())

    @property
    def band(self) -> tuple[float, float]:
        """Interval of one standard deviation around the mean of all rows' coordinates."""
        mean, deviation = self.spread
        return mean - deviation, mean + deviation


def beyond(intervals: NDArray[np.float64], low: float, high: float) -> int:
    """Count the intervals (n, 2) that lie wholly below `low` or wholly above `high`.

    >>> beyond(np.array([[-3.0, -2.0], [-2.0, 0.5], [1.5, 2.0]]), -1, 1), beyond(np.array([[0.2, 0.4]]), 0, 0)
    (2, 1)
    """
    return int(((intervals < low).all(axis=1) | (intervals > high).all(axis=1)).sum())


def pair_ruler(table: NDArray[Any] | PreparedTable, pairs: Sequence[Pair]) -> Ruler:
    """Project every row onto the mean difference of some pairs of rows (from, to).

    Raises:
        ValueError: the two ends are the same.

    >>> table = np.array([[0.0, 1.0], [4.0, 1.0], [0.0, -1.0], [4.0, -1.0], [3.0, 0.0]])
    >>> found = pair_ruler(table, [(0, 1), (2, 3)])
    >>> found.coordinates.tolist(), found.half
    ([-2.0, 2.0, -2.0, 2.0, 1.0], 2.0)
    """
    view = as_prepared(table)
    ends = _ends(view, pairs).mean(axis=0)
    step = ends[1] - ends[0]
    length = float(np.linalg.norm(step))
    if length == 0:
        raise ValueError("The two ends have the same vector, so their difference points nowhere")
    axis, middle = step / length, ends.mean(axis=0)
    coordinates, offset = np.empty((2, view.shape[0]), np.float32)
    for start, rows in view.blocks():
        gap = rows - middle  # float64: the middle may lie far from zero, and the rows near to it
        along = gap @ axis
        coordinates[start : start + len(rows)] = along
        squares = np.einsum("vd,vd->v", gap, gap) - along**2
        offset[start : start + len(rows)] = np.sqrt(np.maximum(squares, 0))
    return Ruler(coordinates, length / 2, offset, axis)


def _ends(view: PreparedTable, pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Rows of the pairs, (pairs, 2, D)."""
    rows = view.rows([row for pair in pairs for row in pair]).astype(np.float64)
    return rows.reshape(len(pairs), 2, -1)


def redrawn(
    table: NDArray[Any] | PreparedTable,
    pairs: Sequence[Pair],
    rows: Sequence[int],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> NDArray[np.float64] | None:
    """Bootstrap 95 % intervals of some rows' coordinates, resampling the pairs: (n, 2) low, high.

    None for fewer than `LEAST` pairs.

    >>> table = np.array([[0.0, 1.0], [4.0, 1.0], [0.0, -1.0], [4.0, -1.0], [0.0, 0.0], [4.0, 0.0], [3.0, 0.0]])
    >>> redrawn(table, [(0, 1), (2, 3), (4, 5)], [6]).tolist()
    [[1.0, 1.0]]
    """
    if len(pairs) < LEAST:
        return None
    view = as_prepared(table)
    ends, some = _ends(view, pairs), view.rows(list(rows)).astype(np.float64)
    rng = np.random.default_rng(seed)
    shares = rng.multinomial(len(pairs), np.full(len(pairs), 1 / len(pairs)), size=draws) / len(pairs)
    low, high = shares @ ends[:, 0], shares @ ends[:, 1]
    steps, middles = high - low, (low + high) / 2
    lengths = np.linalg.norm(steps, axis=1)
    kept = lengths > 0
    axes, middles = steps[kept] / lengths[kept, None], middles[kept]
    coordinates = some @ axes.T - np.einsum("nd,nd->n", axes, middles)
    found: NDArray[np.float64] = np.percentile(coordinates, [2.5, 97.5], axis=1).T
    return found
