"""One pair of axes for many moments of a training, so that words move on the page instead of jumping.

The axes are the first two principal components of one moment's rows (centred, of unit length); every moment is drawn on
them. When the axes are found anew, from a later moment, they are turned in their plane (or mirrored) to where the old
picture had its words, by the orthogonal Procrustes solution.

Source: Schönemann 1966, "A Generalized Solution of the Orthogonal Procrustes Problem".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.geometry.pca import pca
from explorer.geometry.view import unit_rows


@dataclass(frozen=True, eq=False)
class Plane:
    """Two axes (2, D) and the mean (D,) that was subtracted when they were found."""

    axes: NDArray[np.float64]
    mean: NDArray[np.float64]

    def draw(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """(n, 2) coordinates of rows (n, D), after they got unit length."""
        points: NDArray[np.float32] = ((unit_rows(rows) - self.mean) @ self.axes.T).astype(np.float32)
        return points


def plane_of(rows: NDArray[Any], like: Plane | None = None) -> Plane:
    """The plane of the first two principal components of some rows, turned towards an earlier plane's picture of them.

    >>> rows = np.random.default_rng(0).normal(size=(40, 5))
    >>> first = plane_of(rows)
    >>> mirrored = Plane(first.axes * [[-1], [1]], first.mean)
    >>> bool(np.allclose(plane_of(rows, like=mirrored).axes, mirrored.axes))
    True
    """
    found = pca(unit_rows(rows))
    plane = Plane(found.components[:2], found.mean)
    if like is None:
        return plane
    old, new = like.draw(rows).astype(np.float64), plane.draw(rows).astype(np.float64)
    left, _, right = np.linalg.svd((old - old.mean(axis=0)).T @ (new - new.mean(axis=0)))
    return Plane(left @ right @ plane.axes, found.mean)
