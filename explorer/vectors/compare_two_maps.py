"""Agreement of two maps of the same points: shared neighbours."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import count_shared


def shared_neighbours(one: NDArray[Any], two: NDArray[Any], k: int) -> float:
    """Share of each point's k nearest points in one map (n, 2) that are also among its k nearest in another.

    Raises:
        ValueError: maps of different numbers of points, or k out of range.

    >>> points = np.array([[0.0, 0], [1, 0], [5, 0], [6, 0]])
    >>> shared_neighbours(points, points * -3, 1), shared_neighbours(points, points[[0, 2, 1, 3]], 1)
    (1.0, 0.0)
    """
    if len(one) != len(two):
        raise ValueError(f"The pictures have {len(one)} and {len(two)} points")
    if not 1 <= k < len(one):
        raise ValueError(f"k must be at least 1 and less than the {len(one)} points, got {k}")
    same = 0
    for row in range(len(one)):
        near = []
        for points in (one, two):
            gaps = points - points[row]
            closeness = -np.einsum("vd,vd->v", gaps, gaps)
            closeness[row] = -np.inf
            near.append(closeness)
        same += count_shared(near[0], near[1], k)
    return same / (len(one) * k)
