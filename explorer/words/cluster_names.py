"""Cluster names by c-TF-IDF: values of a column that are frequent in one cluster and rare elsewhere.

A value's weight in a cluster is tf · log(1 + A / f), with tf its count in the cluster, f its count in all clusters, and
A the mean number of values per cluster. So a value of all clusters has a small weight.

Source: Grootendorst 2022, "BERTopic: Neural topic modeling with a class-based TF-IDF procedure", §3.3,
https://arxiv.org/abs/2203.05794
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEWEST = 2
"""Minimum number of a cluster's rows with a value that is to be its name."""


@dataclass(frozen=True)
class ClusterName:
    """A value in a cluster: rows of the cluster that have it, rows at all, and its weight."""

    term: str
    here: int
    everywhere: int
    weight: float


def name_clusters(
    values: Sequence[str], codes: NDArray[Any], labels: NDArray[Any], k: int, most: int = 3
) -> list[list[ClusterName]]:
    """The values of largest weight of each of k clusters, at most `most` of them.

    Left out: a value that is no more frequent among the cluster's values than among all.

    Args:
        values: the first stands for none.
        codes: (V,) number of each row's value.
        labels: (V,) cluster of each row.
        k: clusters.
        most: names of a cluster.

    >>> named = name_clusters(("", "red", "blue"), np.array([1, 1, 2, 2, 0]), np.array([0, 0, 1, 1, 1]), 2)
    >>> [[item.term for item in items] for items in named]
    [['red'], ['blue']]
    """
    cells = labels.astype(np.int64) * len(values) + codes
    counts = np.bincount(cells, minlength=k * len(values)).reshape(k, len(values))
    counts[:, 0] = 0
    everywhere, total = counts.sum(axis=0), counts.sum()
    more = (counts >= FEWEST) & (counts * total > everywhere * counts.sum(axis=1, keepdims=True))
    weights = np.where(more, counts * np.log1p(total / k / np.maximum(everywhere, 1)), 0.0)
    best = np.argsort(-weights, axis=1, kind="stable")[:, :most]
    return [
        [
            ClusterName(values[at], int(own[at]), int(everywhere[at]), float(weight[at]))
            for at in first
            if weight[at] > 0
        ]
        for own, weight, first in zip(counts, weights, best, strict=True)
    ]
