"""k-means clustering by scikit-learn, and silhouettes.

scikit-learn takes two seconds of a core and 160 MB to import, so it is imported inside the function: the page's process
never clusters, a job's process does. Rows are given to it in float64. Left out: the best of several starts
(a second start is compared instead: `shared_pairs`); a cluster without rows is dropped. Rows farther away than float64
can compare are clusters of their own (`OUTLYING`).

Separation is measured by Rousseeuw's silhouette with squared distances. The mean squared distance to the rows of a
cluster follows from their mean and variance, so all rows are counted without a loop over pairs, which scikit-learn's
function has. For rows of length 1 the squared distance is 2 (1 − cosine), so this is the silhouette by cosine.

Source: Rousseeuw 1987, "Silhouettes", Journal of Computational and Applied Mathematics 20.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.preprocessing import SAMPLED, PreparedTable
from explorer.vectors.similarity_measures import COSINE, comparable

BLOCK = 4096
STEPS, UNEVEN = 300, 0.01
OUTLYING = 1e6
"""Distance from the middle, in the typical distance of a row, from which a row is a cluster of its own: scikit-learn
takes |a|² + |b|² − 2ab, which then has no digits left for what lies between the other rows."""


@dataclass(frozen=True, eq=False)
class Clusters:
    """Result of k-means.

    Attributes:
        labels: (n,) from 0, the largest cluster first.
        centres: (k, D) mean of each cluster's rows, float64; k may be smaller than asked for where rows are equal.
        steps: iterations made.
        settled: whether it converged within its maximum of steps.
    """

    labels: NDArray[np.int64]
    centres: NDArray[np.float64]
    steps: int
    settled: bool

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Rows of each cluster, (k,)."""
        return np.bincount(self.labels, minlength=len(self.centres))


def kmeans(rows: NDArray[Any], k: int, seed: int) -> Clusters:
    """Divide rows (n, D) into at most k clusters, fewer where fewer rows differ; `seed` draws the first centres.

    Raises:
        ValueError: k below 1, or no rows.

    >>> found = kmeans(np.array([[0.0], [0.1], [0.2], [9.0], [9.1]], np.float32), 2, 0)
    >>> found.labels.tolist(), found.sizes.tolist(), found.centres.round(2).tolist()
    ([0, 0, 0, 1, 1], [3, 2], [[0.1], [9.05]])
    """
    if k < 1 or not len(rows):
        raise ValueError(f"Expected at least one cluster and one row, got k={k} and {len(rows)} rows")
    from sklearn.cluster import KMeans

    every = rows.astype(np.float64)
    away = _away(every)
    typical = float(np.median(away))
    alone = away > OUTLYING * typical if typical > 0 else np.zeros(len(rows), bool)
    spots, given_alone = np.unique(every[alone], axis=0, return_inverse=True)
    if len(spots) >= k:
        alone, spots = np.zeros(len(rows), bool), spots[:0]
    rest = every[~alone]
    # scikit-learn's tolerance is a share of the mean variance, which a few rows far away can make larger than all else.
    tolerance = 1e-4 if typical**2 > UNEVEN * np.square(away[~alone]).mean() else 0.0
    many = min(k - len(spots), len(np.unique(rest, axis=0)))
    model = KMeans(many, n_init=1, max_iter=STEPS, tol=tolerance, random_state=seed)
    given = np.empty(len(rows), np.int64)
    given[~alone] = model.fit_predict(rest)
    given[alone] = model.n_clusters + given_alone[: int(alone.sum())]
    centres = np.concatenate([model.cluster_centers_, spots])
    sizes = np.bincount(given, minlength=len(centres))
    order = np.argsort(-sizes, kind="stable")[: int((sizes > 0).sum())]
    rank = np.zeros(len(centres), np.int64)
    rank[order] = np.arange(len(order))
    return Clusters(rank[given], centres[order], model.n_iter_, model.n_iter_ < STEPS)


def _away(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance (n,) of each row from the median of all.

    >>> _away(np.array([[0.0], [1.0], [3.0]])).tolist()
    [1.0, 0.0, 2.0]
    """
    gaps = rows - np.median(rows, axis=0)
    found: NDArray[np.float64] = np.sqrt(np.einsum("nd,nd->n", gaps, gaps))
    return found


def nearest_centre(rows: NDArray[Any], centres: NDArray[Any]) -> NDArray[np.int64]:
    """Index (n,) of the centre (k, D) nearest to each row (n, D), in float64; the first of equally near ones.

    >>> nearest_centre(np.array([[1.0], [5.0]], np.float32), np.array([[0.0], [6.0]])).tolist()
    [0, 1]
    """
    among = np.median(np.asarray(centres, np.float64), axis=0)  # differences from here keep their digits far from zero
    near = centres - among
    halves = np.einsum("kd,kd->k", near, near) / 2
    blocks = (rows[start : start + BLOCK] - among for start in range(0, len(rows), BLOCK))
    return np.concatenate([np.argmax(block @ near.T - halves, axis=1) for block in blocks])


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """Silhouette of each row.

    Attributes:
        values: (V,) from −1 to 1: (b − a) / max(a, b). 1 where its cluster is one point, 0 on the border, below 0 where
            another cluster is nearer. A row alone in its cluster has 0, and every row if there is one cluster only.
        own: (V,) a, the mean squared distance to the other rows of its cluster.
        other: (V,) b, that to the rows of the nearest other cluster.
    """

    values: NDArray[np.float64]
    own: NDArray[np.float64]
    other: NDArray[np.float64]


def silhouettes(view: PreparedTable, labels: NDArray[np.int64], measure: str = COSINE) -> Silhouettes:
    """Each row's silhouette, in two passes over the table.

    Args:
        view: the table.
        labels: (V,) the cluster of each row, from 0.
        measure: for cosine the rows are normalized first (`similarity.comparable`).

    >>> found = silhouettes(PreparedTable(np.array([[0.0], [1.0], [5.0]])), np.array([0, 0, 1]), "Euclid")
    >>> found.values.round(3).tolist(), found.own.tolist(), found.other.tolist()
    ([0.96, 0.938, 0.0], [1.0, 1.0, 0.0], [25.0, 16.0, 20.5])
    """
    k = int(labels.max()) + 1
    if k < 2:
        zeros = np.zeros(len(labels))
        return Silhouettes(zeros, zeros, zeros)
    sizes = np.bincount(labels, minlength=k).astype(np.float64)
    sums, squares = np.zeros((k, view.shape[1])), np.zeros(k)
    # Squares are taken from a point among the rows: from zero they would lose digits if the rows lie far from it.
    some = comparable(view.rows(slice(None, None, max(1, view.shape[0] // SAMPLED))), measure)
    among = np.median(some, axis=0).astype(np.float64)
    near = np.empty((len(labels), k), np.float32)
    with one_thread():
        for start, block in view.blocks():
            part, own = comparable(block, measure) - among, labels[start : start + len(block)]
            sums += np.eye(k)[own].T @ part
            squares += np.bincount(own, np.einsum("nd,nd->n", part, part), minlength=k)
        means = sums / np.maximum(sizes, 1)[:, None]
        lengths = np.einsum("kd,kd->k", means, means)
        # Mean squared distance to all rows of a cluster: to their mean, and of them from their mean.
        rest = lengths + np.maximum(squares / np.maximum(sizes, 1) - lengths, 0)
        for start, block in view.blocks():
            part = comparable(block, measure) - among
            near[start : start + len(part)] = np.einsum("nd,nd->n", part, part)[:, None] - 2 * part @ means.T + rest
    at, mine = (np.arange(len(labels)), labels), sizes[labels]
    a = np.maximum(near[at], 0) * mine / np.maximum(mine - 1, 1)  # without the row itself
    near[at] = np.inf
    b = np.maximum(near.min(axis=1), 0)
    largest = np.maximum(a, b)
    values = np.where((mine > 1) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1), 0.0)
    return Silhouettes(values, a, b)


def shared_pairs(labels: NDArray[np.int64], others: NDArray[np.int64]) -> tuple[float, float]:
    """Share of pairs of rows in one cluster that also share one in another clustering, and the share by chance.

    The share by chance is that of all pairs of rows that share a cluster in the other one.

    >>> shared_pairs(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 7]))
    (0.5, 0.5)
    """
    both = np.unique(labels * (int(others.max()) + 1) + others, return_counts=True)[1]
    own, other = _pairs(np.bincount(labels)), _pairs(np.bincount(others))
    return _pairs(both) / max(own, 1), other / max(_pairs(np.array([len(labels)])), 1)


def _pairs(sizes: NDArray[np.int64]) -> int:
    return int((sizes.astype(np.int64) * (sizes - 1) // 2).sum())
