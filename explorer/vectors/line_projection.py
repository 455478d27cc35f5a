"""The smallest projection: points in a plane, and their shadows on a line that turns.

What PCA looks for is the line with the longest shadow, the direction of the largest variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca


@dataclass(frozen=True, eq=False)
class Shadow:
    """What is left of points (n, 2) on a line through their middle.

    Attributes:
        coordinates: (n,) where each shadow lies along the line, 0 in the middle.
        feet: (n, 2) the same spots in the plane.
        share: share of the variance, the spread about the middle, that the line keeps.
    """

    coordinates: NDArray[np.float64]
    feet: NDArray[np.float64]
    share: float


def shadow(points: NDArray[Any], angle: float) -> Shadow:
    """Shadows of points (n, 2) on the line through their middle at `angle` degrees from the horizontal.

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
    """Two points that are far apart (further than half of all pairs) and whose shadows lie closest together.

    Returns:
        Their numbers, their distance, and the distance of their shadows.

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
