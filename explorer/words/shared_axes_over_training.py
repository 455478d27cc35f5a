"""Fixed axes for all moments of a training, so that words move smoothly in the picture.

The axes are the first two principal components of one moment's rows (of unit length), through that moment's mean; all
moments are projected onto them. If the visitor chooses the axes of another moment, these are rotated (or mirrored) in
their plane to match the old picture, by the orthogonal Procrustes solution.

Source: Schönemann 1966, "A Generalized Solution of the Orthogonal Procrustes Problem".
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import unit_rows
from explorer.vectors.procrustes import rotation


@dataclass(frozen=True, eq=False)
class Plane:
    """Two orthonormal axes (2, D), and their origin (D,)."""

    axes: NDArray[np.float64]
    origin: NDArray[np.float64]

    def draw(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """(n, 2) coordinates of rows (n, D), which get unit length first.

        The origin is the same at every moment, so a row that keeps its direction keeps its coordinates.
        """
        points: NDArray[np.float32] = ((unit_rows(rows) - self.origin) @ self.axes.T).astype(np.float32)
        return points

    def explained(self, rows: NDArray[Any]) -> float:
        """Share of the variance of some rows (of unit length) that these two axes show; 0 where there is none.

        >>> Plane(np.eye(3)[:2], np.ones(3)).explained(np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]))
        1.0
        """
        unit = unit_rows(rows).astype(np.float64)
        centred = unit - unit.mean(axis=0)
        total = float(np.square(centred).sum())
        return float(np.square(centred @ self.axes.T).sum()) / total if total > 1e-12 * len(unit) else 0.0


def plane_of(rows: NDArray[Any], like: Plane | None = None) -> Plane:
    """Plane of the first two principal components of some rows, rotated to match an earlier plane's picture.

    >>> rows = np.random.default_rng(0).normal(size=(40, 5))
    >>> first = plane_of(rows)
    >>> mirrored = Plane(first.axes * [[-1], [1]], first.origin)
    >>> bool(np.allclose(plane_of(rows, like=mirrored).axes, mirrored.axes))
    True
    """
    found = pca(unit_rows(rows))
    plane = Plane(found.components[:2], found.mean)
    if like is None:
        return plane
    old, new = (at.draw(rows).astype(np.float64) for at in (like, plane))
    old -= old.mean(axis=0)
    return Plane(rotation(old, new) @ plane.axes, plane.origin)
