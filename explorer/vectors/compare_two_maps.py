"""Agreement of two maps of the same points: shared neighbours, and distances between groups."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import count_shared
from explorer.vectors.rank_correlation import spearman


def agreement_of_distances(
    one: NDArray[Any], two: NDArray[Any], groups: Sequence[NDArray[np.int64]]
) -> tuple[float, int]:
    """Rank correlation, between two maps, of the distances between groups' means, and the number of distances.

    Raises:
        ValueError: fewer than three groups.

    >>> points = np.array([[0.0, 0], [1, 0], [5, 0], [5, 9]])
    >>> agreement_of_distances(points, points * 3, [np.array([i]) for i in range(4)])
    (1.0, 6)
    """
    if len(groups) < 3:
        raise ValueError(f"Distances between groups can be compared from three groups on, got {len(groups)}")
    high, low = np.triu_indices(len(groups), 1)
    lists = []
    for points in (one, two):
        middles = np.stack([points[ids].mean(axis=0) for ids in groups])
        lists.append(np.linalg.norm(middles[high] - middles[low], axis=1))
    return spearman(*lists), len(high)


def most_changed(one: NDArray[Any], two: NDArray[Any], groups: Sequence[NDArray[np.int64]]) -> tuple[int, int, float]:
    """The two groups whose distance differs most between two maps, and by which factor (at least 1).

    Each map's distances are divided by their mean first.

    >>> points = np.array([[0.0, 0], [1, 0], [5, 0]])
    >>> most_changed(points, points * [[1, 1]] + [[0, 0], [1, 0], [0, 0]], [np.array([i]) for i in range(3)])
    (0, 1, 2.0)
    """
    high, low = np.triu_indices(len(groups), 1)
    ratios = np.zeros(len(high))
    for sign, points in ((1, two), (-1, one)):
        middles = np.stack([points[ids].mean(axis=0) for ids in groups])
        distances = np.linalg.norm(middles[high] - middles[low], axis=1)
        ratios += sign * np.log(np.maximum(distances, 1e-12) / max(float(distances.mean()), 1e-12))
    at = int(np.abs(ratios).argmax())
    return int(high[at]), int(low[at]), round(float(np.exp(np.abs(ratios[at]))), 6)


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
