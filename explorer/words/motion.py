"""One pair of axes for many moments of a training, so that words move on the page instead of jumping.

The axes are the first two principal components of one moment's rows (centred, of unit length); every moment is drawn on
them. Where the visitor asks for the axes of another moment, these are turned in their plane (or mirrored) to where the
old picture had its words, by the orthogonal Procrustes solution.

Source: Schönemann 1966, "A Generalized Solution of the Orthogonal Procrustes Problem".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca
from explorer.vectors.view import unit_rows


@dataclass(frozen=True, eq=False)
class Plane:
    """Two axes (2, D), orthonormal."""

    axes: NDArray[np.float64]

    def draw(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """(n, 2) coordinates of rows (n, D), which get unit length and are centred on their own mean first."""
        unit = unit_rows(rows)
        points: NDArray[np.float32] = ((unit - unit.mean(axis=0)) @ self.axes.T).astype(np.float32)
        return points

    def held(self, rows: NDArray[Any]) -> float:
        """Share of the variance of some rows, treated as in `draw`, that these two axes show.

        >>> Plane(np.eye(3)[:2]).held(np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]))
        1.0
        """
        unit = unit_rows(rows)
        total = float(np.square(unit - unit.mean(axis=0)).sum())
        return float(np.square(self.draw(rows)).sum()) / total if total else 0.0


def plane_of(rows: NDArray[Any], like: Plane | None = None) -> Plane:
    """The plane of the first two principal components of some rows, turned towards an earlier plane's picture of them.

    >>> rows = np.random.default_rng(0).normal(size=(40, 5))
    >>> first = plane_of(rows)
    >>> mirrored = Plane(first.axes * [[-1], [1]])
    >>> bool(np.allclose(plane_of(rows, like=mirrored).axes, mirrored.axes))
    True
    """
    found = pca(unit_rows(rows))
    plane = Plane(found.components[:2])
    if like is None:
        return plane
    old, new = like.draw(rows).astype(np.float64), plane.draw(rows).astype(np.float64)
    left, _, right = np.linalg.svd(old.T @ new)
    return Plane(left @ right @ plane.axes)
