"""A difference of two words as a ruler: she − he, good − bad, past − present.

Each word's place on the ruler is its dot product with the unit vector along the difference, measured from the point
halfway between the two words, so the two ends lie at −h and +h and 0 means "as near to the one as to the other".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.view import View, as_view


@dataclass(frozen=True, eq=False)
class Ruler:
    """An axis from one row to another.

    Attributes:
        places: (V,) float32 of every row, 0 halfway between the ends.
        half: distance of either end from the middle.
        offset: (V,) float32, how far from the axis each row lies (distance to the line).
    """

    places: NDArray[np.float32]
    half: float
    offset: NDArray[np.float32]

    @property
    def spread(self) -> tuple[float, float]:
        """Mean and standard deviation of the places of all rows.

        >>> Ruler(np.array([1.0, 3.0], np.float32), 1.0, np.zeros(2, np.float32)).spread
        (2.0, 1.0)
        """
        places = self.places.astype(np.float64)
        return float(places.mean()), float(places.std())


def difference_axis(table: NDArray[Any] | View, minus: int, plus: int) -> NDArray[np.float64]:
    """Unit vector (D,) from row `minus` to row `plus`.

    Raises:
        ValueError: the two rows are the same.

    >>> difference_axis(np.array([[1.0, 0.0], [1.0, 2.0]]), 0, 1).tolist()
    [0.0, 1.0]
    """
    low, high = as_view(table).rows([minus, plus]).astype(np.float64)
    step = high - low
    length = float(np.linalg.norm(step))
    if length == 0:
        raise ValueError("The two words have the same vector, so their difference points nowhere")
    axis: NDArray[np.float64] = step / length
    return axis


def ruler(table: NDArray[Any] | View, minus: int, plus: int) -> Ruler:
    """Where every row lies along the difference of two rows.

    >>> found = ruler(np.array([[0.0, 0.0], [4.0, 0.0], [3.0, 5.0]]), 0, 1)
    >>> found.places.tolist(), found.half, found.offset.tolist()
    ([-2.0, 2.0, 1.0], 2.0, [0.0, 0.0, 5.0])
    """
    view = as_view(table)
    axis = difference_axis(view, minus, plus)
    ends = view.rows([minus, plus]).astype(np.float64)
    middle = ends.mean(axis=0)
    places = view.project(axis[None])[:, 0] - np.float32(axis @ middle)
    offset = np.empty(view.shape[0], np.float32)
    for start, rows in view.blocks():
        gap = rows - middle.astype(np.float32)
        squares = np.einsum("vd,vd->v", gap, gap) - places[start : start + len(rows)] ** 2
        offset[start : start + len(rows)] = np.sqrt(np.maximum(squares, 0))
    return Ruler(places, float(np.linalg.norm(ends[1] - ends[0])) / 2, offset)
