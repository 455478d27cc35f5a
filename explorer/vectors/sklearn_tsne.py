"""t-SNE with scikit-learn, for notebooks: the app's maps are drawn by the visitor's browser.

scikit-learn takes seconds to import, so it is imported inside the function. The input is the first 50 principal
components, as in the paper. The initialization is random where two seeds are compared, because one from PCA would hide
how much depends on the seed. Equal rows are embedded once, as one point.

Source: van der Maaten and Hinton 2008, "Visualizing Data using t-SNE"; 50 components: §4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca

LARGEST = 5000
COMPONENTS = 50
ITERATIONS = 1000
"""Steps of gradient descent per seed, scikit-learn's default; it may stop earlier if it has converged."""


@dataclass(frozen=True)
class TsneRequest:
    """Request: points (float32 bytes of an array (count, width)), seeds to run in turn, and perplexity.

    `start` is "random", or "pca": along the first two components, the same for every seed.
    """

    points: bytes
    count: int
    width: int
    seeds: tuple[int, ...] = (0, 1)
    perplexity: float = 30.0
    start: str = "random"

    def array(self) -> NDArray[np.float32]:
        """The points as (count, width)."""
        return np.frombuffer(self.points, np.float32).reshape(self.count, self.width)

    @property
    def different(self) -> int:
        """Number of different points."""
        return len(distinct(self.array())[0])


@dataclass(frozen=True, eq=False)
class TsneRecord:
    """A finished run: its seed, and (count, 2) float32 points."""

    seed: int
    points: NDArray[np.float32]


def distinct(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deduplicate rows: indices of the first of each, and for each row which of these it equals.

    t-SNE and UMAP would push equal rows apart at random; embedded once they are one point.

    >>> distinct(np.array([[2, 0], [1, 0], [2, 0]]))
    (array([0, 1]), array([0, 1, 0]))
    """
    _, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[of.ravel()]


def request_for(rows: NDArray[Any], *, seeds: tuple[int, ...] = (0, 1), perplexity: float = 30.0) -> TsneRequest:
    """Request for rows (n, D), reduced to at most 50 principal components.

    Raises:
        ValueError: more than 5,000 rows, or too few for the perplexity.

    >>> request_for(np.random.default_rng(0).normal(size=(100, 80))).width
    50
    """
    count = len(rows)
    if count > LARGEST:
        raise ValueError(f"t-SNE takes at most {LARGEST:,} points here, got {count:,}")
    if not 1 <= perplexity < count:
        raise ValueError(f"The perplexity must be at least 1 and less than the {count} points, got {perplexity:g}")
    found = pca(rows)
    first = tuple(range(min(COMPONENTS, len(found.components))))
    only, of = distinct(rows)
    points = np.ascontiguousarray(found.project(rows, first)[only[of]])  # keeps equal rows bitwise equal
    return TsneRequest(points.tobytes(), count, points.shape[1], seeds, perplexity)


def run(request: TsneRequest) -> Iterator[TsneRecord]:
    """Yield the points of each seed."""
    points = request.array()
    only, of = distinct(points)
    from sklearn.manifold import TSNE

    for seed in request.seeds:
        model = TSNE(
            2, perplexity=request.perplexity, init=request.start, random_state=seed, n_jobs=1, max_iter=ITERATIONS
        )
        yield TsneRecord(seed, model.fit_transform(points[only]).astype(np.float32)[of])
