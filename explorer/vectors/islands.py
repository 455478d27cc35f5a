"""What two pictures of the same points agree on: the distances between groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.ranks import spearman


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
    return spearman(*lists), len(high)


def most_changed(one: NDArray[Any], two: NDArray[Any], groups: Sequence[NDArray[np.int64]]) -> tuple[int, int, float]:
    """The two groups whose distance differs most between two pictures of one size, and by which factor (at least 1).

    Each picture's distances are divided by their mean first.

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
