"""What two pictures of the same points agree on: distances between groups, and near neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr


def agreement_of_distances(
    one: NDArray[Any], two: NDArray[Any], groups: Sequence[NDArray[np.int64]]
) -> tuple[float, int]:
    """Rank correlation between two pictures of the distances between the middles of groups, and how many there are.

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
    return round(float(spearmanr(*lists).statistic), 12), len(high)


def kept_neighbours(before: NDArray[Any], after: NDArray[Any], k: int = 10) -> float:
    """Share of the k nearest points (plain distance) in one space that are among the k nearest in another.

    >>> points = np.random.default_rng(0).normal(size=(30, 2))
    >>> kept_neighbours(points, -2 * points)
    1.0
    """
    from scipy.spatial import cKDTree

    k = min(k, len(before) - 1)
    lists = [cKDTree(points).query(points, k + 1)[1] for points in (before, after)]
    shared = 0
    for row, (one, two) in enumerate(zip(*lists, strict=True)):
        shared += len((set(one.tolist()) & set(two.tolist())) - {row})
    return shared / (k * len(before))
