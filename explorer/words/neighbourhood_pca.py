"""PCA of one word's neighbourhood, beside the map of the whole table.

The two strongest directions of a table fit all of its rows. A few words that are close together differ along other
directions, which the components of these rows find.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.map_quality import Distortion, distortion_of_each
from explorer.vectors.pca import Pca, strongest
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import COSINE, comparable, near_rows


@dataclass(frozen=True, eq=False)
class Alone:
    """A word (first) and the n − 1 rows nearest to it.

    Attributes:
        rows: (n,) numbers in the table, nearest first.
        before: (n, 2) coordinates in the map of the whole table.
        after: (n, 2) coordinates along their own first two components.
        pca: their own first two components, for the measure.
        kept_before: distortion of `before` among these n rows.
        kept_after: the same for `after`.
    """

    rows: NDArray[np.int64]
    before: NDArray[np.float32]
    after: NDArray[np.float32]
    pca: Pca
    kept_before: Distortion
    kept_after: Distortion


def isolate(
    view: PreparedTable,
    points: NDArray[np.float32],
    row: int,
    around: int,
    measure: str = COSINE,
    *,
    nearest: NDArray[np.int64] | None = None,
) -> Alone:
    """Project a row and the `around` nearest to it alone.

    Raises:
        ValueError: fewer than five words, which have too few neighbours to compare.

    >>> table = np.random.default_rng(0).normal(size=(60, 8)).astype(np.float32)
    >>> found = isolate(PreparedTable(table), table[:, :2], 3, 20)
    >>> found.after.shape, int(found.rows[0]), found.kept_after.k
    ((21, 2), 3, 6)
    """
    others = near_rows(view, row, around, measure).ids if nearest is None else nearest[:around]
    rows = np.concatenate([[row], others])
    if len(rows) < 5:
        raise ValueError(f"A neighbourhood needs at least five words, got {len(rows)}")
    truth = comparable(view.rows(rows), measure)
    rounded = measure == COSINE or view.mean is not None or view.removed is not None or view.unit
    if rounded and np.abs(truth - truth[0]).max() <= 4 * np.finfo(np.float32).eps * np.abs(truth).max():
        truth = np.repeat(truth[:1], len(truth), axis=0)  # they differ by rounding, which depends on the machine's BLAS
    found = strongest(truth, 2)
    before, after = points[rows][:, :2], found.project(truth, (0, 1) if len(found.components) > 1 else (0, 0))
    k = min(10, (len(rows) - 1) // 3)
    kept = distortion_of_each(truth, [before, after], k=k, sample=None, measure=measure)
    return Alone(rows, before, after, found, *kept)
