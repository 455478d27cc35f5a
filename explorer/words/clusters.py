"""Clustering of a table's rows by k-means, and its validity.

k-means returns clusters for any table. Three numbers judge them: the mean silhouette; the same for a table with
shuffled columns, which keeps each column's own clusters and destroys joint structure; and the share of pairs of rows
that share a cluster again from another start.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.kmeans import kmeans, nearest_centre, shared_pairs, silhouettes
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import COSINE, comparable

DRAWN = 8000
"""Maximum number of rows from which centroids are found; a larger table is sampled at random."""
TYPICAL = 12
"""Number of rows listed for each cluster, those nearest to its centroid."""


@dataclass(frozen=True, eq=False)
class Division:
    """Rows in clusters, the largest first.

    Attributes:
        labels: (V,) from 0, in whole bytes where 256 numbers do.
        typical: rows of each cluster nearest to its centroid, at most `TYPICAL`.
        spoken: the same among the rows whose words may represent a cluster, if it has any.
        fits: the mean silhouette of each cluster's rows, (k,).
        examples: a, b and silhouette (`kmeans.Silhouettes`) of the row nearest to each centroid, (k, 3).
        separate: the mean silhouette of all rows.
        nearer: number of rows with a negative silhouette, nearer to another cluster than to their own.
        shuffled: mean silhouette of as many clusters in the shuffled table.
        again: share of pairs of rows in one cluster that also share one from another start.
        chance: the same for random clusters.
        drawn: rows from which the centroids were found.
        steps: iterations.
        settled: whether k-means converged.
    """

    labels: NDArray[np.uint8] | NDArray[np.int64]
    typical: tuple[NDArray[np.int64], ...]
    spoken: tuple[NDArray[np.int64], ...]
    fits: NDArray[np.float64]
    examples: NDArray[np.float64]
    separate: float
    nearer: int
    shuffled: float
    again: float
    chance: float
    drawn: int
    steps: int
    settled: bool

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Rows of each cluster, (k,)."""
        return np.bincount(self.labels)


def divide(
    view: PreparedTable, k: int, seed: int = 0, measure: str = COSINE, *, words: NDArray[np.bool_] | None = None
) -> Division:
    """Divide a table's rows into at most k clusters.

    Args:
        view: the table.
        k: clusters.
        seed: of the start; the other start has the next one.
        measure: for cosine the rows are normalized first.
        words: (V,) rows whose words may represent a cluster in lists and names; None: all.

    >>> table = np.random.default_rng(0).normal(size=(200, 4)) + 9 * np.repeat(np.eye(4)[:2], 100, axis=0)
    >>> found = divide(PreparedTable(table.astype(np.float32)), 2)
    >>> found.sizes.tolist(), found.separate > 0.9 > found.shuffled, found.again
    ([100, 100], True, 1.0)
    """
    total = view.shape[0]
    rng = np.random.default_rng(seed)
    some = np.sort(rng.choice(total, DRAWN, replace=False)) if total > DRAWN else np.arange(total)
    rows = comparable(view.rows(some), measure)
    first, other = (kmeans(rows, k, start) for start in (seed, seed + 1))
    labels = _all(view, first.centres, measure)
    sizes = np.bincount(labels, minlength=len(first.centres))
    order = np.argsort(-sizes, kind="stable")
    labels, order = np.argsort(order)[labels], order[: int((sizes > 0).sum())]
    mixed = PreparedTable(rng.permuted(rows, axis=0))
    blind = kmeans(comparable(mixed.table, measure), k, seed)
    met, chance = shared_pairs(labels, _all(view, other.centres, measure))
    gaps = _gaps(view, labels, first.centres[order], measure)
    typical = _typical(gaps, labels, None)
    fit = silhouettes(view, labels, measure)
    middle = [rows[0] for rows in typical]
    return Division(
        labels.astype(np.uint8) if len(order) <= 256 else labels,
        typical,
        _typical(gaps, labels, words),
        np.bincount(labels, fit.values) / np.bincount(labels),
        np.stack([fit.own[middle], fit.other[middle], fit.values[middle]], axis=1),
        float(fit.values.mean()),
        int((fit.values < 0).sum()),
        float(silhouettes(mixed, blind.labels, measure).values.mean()),
        met,
        chance,
        len(some),
        first.steps,
        first.settled,
    )


def _all(view: PreparedTable, centres: NDArray[np.float64], measure: str) -> NDArray[np.int64]:
    """Nearest centroid of each row of the table, (V,)."""
    blocks = (nearest_centre(comparable(block, measure), centres) for _, block in view.blocks())
    return np.concatenate(list(blocks))


def _gaps(
    view: PreparedTable, labels: NDArray[np.int64], centres: NDArray[np.float64], measure: str
) -> NDArray[np.float64]:
    """Squared distance of each row from its cluster's centroid, (V,)."""
    gaps = np.empty(len(labels))
    for start, block in view.blocks():
        part = comparable(block, measure) - centres[labels[start : start + len(block)]]
        gaps[start : start + len(block)] = np.einsum("nd,nd->n", part, part)
    return gaps


def _typical(
    gaps: NDArray[np.float64], labels: NDArray[np.int64], words: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], ...]:
    """The rows nearest to each centroid, nearest first; only those of `words`, if the cluster has any."""
    found = []
    for cluster in range(int(labels.max()) + 1):
        own = np.flatnonzero(labels == cluster)
        if words is not None and words[own].any():
            own = own[words[own]]
        found.append(own[np.argsort(gaps[own], kind="stable")[:TYPICAL]])
    return tuple(found)
