"""t-SNE with scikit-learn, for notebooks: the app's maps are drawn by the visitor's browser.

scikit-learn takes seconds to import, so it is imported inside the function. The input is the first 50 principal
components, as in the paper. Equal rows are embedded once, as one point.

Source: van der Maaten and Hinton 2008, "Visualizing Data using t-SNE"; 50 components: §4.2.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca

COMPONENTS = 50
ITERATIONS = 1000
"""Steps of gradient descent, scikit-learn's default; it may stop earlier if it has converged."""


def distinct(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deduplicate rows: indices of the first of each, and for each row which of these it equals.

    t-SNE and UMAP would push equal rows apart at random; embedded once they are one point.

    >>> distinct(np.array([[2, 0], [1, 0], [2, 0]]))
    (array([0, 1]), array([0, 1, 0]))
    """
    _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[inverse.ravel()]


def reduce(rows: NDArray[Any]) -> NDArray[np.float32]:
    """Rows (n, D) along their first principal components, at most 50; equal rows stay bitwise equal.

    >>> reduce(np.random.default_rng(0).normal(size=(100, 80))).shape
    (100, 50)
    """
    found, (only, inverse) = pca(rows), distinct(rows)
    first = tuple(range(min(COMPONENTS, len(found.components))))
    return np.ascontiguousarray(found.project(rows, first)[only[inverse]])


def run(
    points: NDArray[np.float32], *, perplexity: float = 30.0, seed: int = 0, start: str = "random"
) -> NDArray[np.float32]:
    """Coordinates (n, 2) of reduced rows.

    `start` is "random", or "pca": along the first two components, the same for every seed, which hides how much depends
    on the seed.
    """
    only, inverse = distinct(points)
    from sklearn.manifold import TSNE

    model = TSNE(2, perplexity=perplexity, init=start, random_state=seed, n_jobs=1, max_iter=ITERATIONS)
    found: NDArray[np.float32] = model.fit_transform(points[only]).astype(np.float32)[inverse]
    return found
