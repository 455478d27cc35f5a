"""Projection of points in a plane onto a line.

PCA finds the line with the largest variance of the projections.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca


@dataclass(frozen=True, eq=False)
class Shadow:
    """Projection of points (n, 2) onto a line through their mean.

    Attributes:
        coordinates: (n,) coordinate of each projection along the line, 0 at the mean.
        feet: (n, 2) the projections in the plane.
        share: share of the variance that the line keeps.
    """

    coordinates: NDArray[np.float64]
    feet: NDArray[np.float64]
    share: float


def shadow(points: NDArray[Any], angle: float) -> Shadow:
    """Project points (n, 2) onto the line through their mean at `angle` degrees from the horizontal.

    >>> found = shadow(np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [1.0, -1.0]]), 0)
    >>> found.coordinates.tolist(), found.share
    ([-1.0, 1.0, 0.0, 0.0], 0.5)
    """
    exact = np.asarray(points, np.float64)
    middle = exact.mean(axis=0)
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    coordinates = (exact - middle) @ along
    total = float(np.square(exact - middle).sum())
    return Shadow(
        coordinates, middle + coordinates[:, None] * along, float(coordinates @ coordinates) / total if total else 0.0
    )


def best_angle(points: NDArray[Any]) -> float:
    """Angle from 0 to 180 degrees of the first principal component of points (n, 2).

    >>> round(best_angle(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])), 6)
    45.0
    """
    across, up = pca(points).components[0]
    return float(np.degrees(np.arctan2(up, across))) % 180


def closest_shadows(points: NDArray[Any], angle: float) -> tuple[int, int, float, float]:
    """The two points with the closest projections among those that are further apart than half of all pairs.

    Returns:
        Their indices, their distance, and the distance of their projections.

    >>> closest_shadows(np.array([[0.0, 0.0], [0.0, 9.0], [5.0, 0.0]]), 0)
    (0, 1, 9.0, 0.0)
    """
    exact = np.asarray(points, np.float64)
    one, two = np.triu_indices(len(exact), 1)
    true = np.linalg.norm(exact[one] - exact[two], axis=1)
    coordinates = shadow(exact, angle).coordinates
    apart = np.abs(coordinates[one] - coordinates[two])
    far = np.flatnonzero(true >= np.median(true))
    at = far[int(apart[far].argmin())]
    return int(one[at]), int(two[at]), float(true[at]), float(apart[at])
