"""Similarity measures: cosine, Euclidean distance or dot product, in a table after preprocessing.

One function, `closeness`, is behind every list of neighbours, every kept share and every ring in a picture. The three
orders differ where rows have different lengths: cosine ignores the length, the dot product grows with it, and the
Euclidean distance depends on length and direction. Subtracting the mean row changes cosines and dot products but no
distance, since the mean drops out of a difference of two rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import Neighbours, cosines, nearest, products
from explorer.vectors.preprocessing import AS_IT_IS, PreparedTable, Preprocessing, as_prepared, unit_rows

COSINE, EUCLID, DOT = "cosine", "Euclid", "dot product"
MEASURES = (COSINE, EUCLID, DOT)


@dataclass(frozen=True)
class Near:
    """Preprocessing of the compared rows (`recipe`), and one of `MEASURES`."""

    measure: str = COSINE
    recipe: Preprocessing = AS_IT_IS

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise ValueError(f"Unknown measure {self.measure!r}: expected one of {', '.join(MEASURES)}")


def closeness(table: NDArray[Any] | PreparedTable, queries: NDArray[Any], measure: str = COSINE) -> NDArray[np.float32]:
    """Similarity of every row with every query, (V, n): larger is nearer.

    Cosine, dot product, or minus the Euclidean distance.

    Args:
        table: (V, D) array or view.
        queries: (n, D) vectors that have been through the view's steps already (`view.rows`).
        measure: one of `MEASURES`.

    Raises:
        ValueError: an unknown measure.

    >>> table, query = np.array([[3.0, 4.0], [1.0, 0.0]]), np.array([[1.0, 0.0]])
    >>> [closeness(table, query, measure)[:, 0].round(3).tolist() for measure in MEASURES]
    [[0.6..., 1.0], [-4.47..., -0.0], [3.0, 1.0]]
    """
    view = as_prepared(table)
    if Near(measure).measure == COSINE:
        return cosines(view, queries)
    out = products(view, queries)
    if view.unit:
        out /= np.where(view.lengths > 0, view.lengths, np.inf)[:, None]
    if measure == DOT:
        return out
    lengths = np.where(view.lengths > 0, np.float32(1), np.float32(0)) if view.unit else view.lengths
    targets = np.asarray(queries, np.float32)
    squares = (lengths**2)[:, None] - 2 * out + np.einsum("nd,nd->n", targets, targets)
    found: NDArray[np.float32] = -np.sqrt(np.maximum(squares, 0))
    return found


def near_rows(
    table: NDArray[Any] | PreparedTable,
    row: int,
    k: int = 10,
    measure: str = COSINE,
    *,
    allowed: NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The k rows nearest to one row, itself left out; values are cosines, dot products or distances.

    Args:
        table: (V, D) array or view.
        row: whose neighbours.
        k: how many; fewer if fewer are allowed.
        measure: one of `MEASURES`.
        allowed: (V,) booleans, rows that may be returned; None: all.

    >>> near_rows(np.array([[1.0, 0.0], [9.0, 0.0], [1.0, 1.0]]), 0, 1, EUCLID).values.tolist()
    [1.0]
    """
    view = as_prepared(table)
    return near_vector(view, view.rows([row]), k, measure, leave_out=[row], allowed=allowed)


def directed(view: PreparedTable, measure: str = COSINE) -> NDArray[np.bool_]:
    """Mask (V,) of the rows that the measure can compare: for cosine those that are not zero, else all.

    >>> directed(PreparedTable(np.array([[1.0, 0.0], [0.0, 0.0]]))).tolist()
    [True, False]
    """
    return view.lengths > 0 if measure == COSINE else np.ones(view.shape[0], bool)


def near_vector(
    view: PreparedTable,
    query: NDArray[Any],
    k: int,
    measure: str,
    *,
    leave_out: list[int],
    allowed: NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The k rows nearest to a vector (1, D) in the view's space; values are cosines, dot products or distances.

    A vector of zeros has neighbours by Euclidean distance only: it has no direction, and its product with every row is
    0. A row of zeros has no cosine.

    >>> near_vector(PreparedTable(np.eye(3)[:2]), np.array([[0.0, 0.0, 0.0]]), 2, COSINE, leave_out=[]).ids.tolist()
    []
    """
    if measure != EUCLID and not np.any(query):
        k = 0
    pointing = directed(view, measure)
    if not pointing.all():
        allowed = pointing if allowed is None else allowed & pointing
    found = nearest(closeness(view, query, measure)[:, 0], k, leave_out=leave_out, allowed=allowed)
    if measure != EUCLID:
        return found
    # A small difference of two large squares loses digits, so the found rows are measured again.
    gaps = view.rows(found.ids).astype(np.float64) - query
    return Neighbours(found.ids, np.sqrt(np.einsum("kd,kd->k", gaps, gaps)).astype(np.float32))


def comparable(rows: NDArray[Any], measure: str = COSINE) -> NDArray[np.float32]:
    """Rows (n, D) whose Euclidean distances have the measure's order, if there are such rows.

    Normalized rows for cosine, the rows themselves for Euclid; also for the dot product, which is not a distance.

    >>> comparable(np.array([[0.0, 2.0]])).tolist(), comparable(np.array([[0.0, 2.0]]), EUCLID).tolist()
    ([[0.0, 1.0]], [[0.0, 2.0]])
    """
    return unit_rows(rows) if measure == COSINE else np.asarray(rows, np.float32)


def middle(rows: NDArray[Any], measure: str = COSINE) -> NDArray[np.float32]:
    """Centre (1, D) of a group of rows (n, D): their mean; for cosine that of the normalized rows.

    >>> middle(np.array([[2.0, 0.0], [0.0, 4.0]])).tolist(), middle(np.array([[2.0, 0.0], [0.0, 4.0]]), DOT).tolist()
    ([[0.5, 0.5]], [[1.0, 2.0]])
    """
    found: NDArray[np.float32] = comparable(rows, measure).mean(axis=0, dtype=np.float64)[None].astype(np.float32)
    return found


def between(rows: NDArray[Any], measure: str = COSINE) -> float:
    """Similarity within a group (n, D), over all pairs of different rows; 0 for a single row.

    Mean cosine, mean dot product, or root mean squared distance; each follows from one sum over the rows, without a
    loop over pairs.

    >>> rows = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]])
    >>> [round(between(rows, measure), 3) for measure in MEASURES]
    [0.333, 2.708, 1.0]
    """
    some = comparable(rows, measure)
    pairs = len(some) * (len(some) - 1)
    if not pairs:
        return 0.0
    if measure == EUCLID:
        spread = some - some.mean(axis=0, dtype=np.float64)
        return float(np.sqrt(2 * len(some) * float((spread**2).sum()) / pairs))
    # Summed in float64 without a float64 copy of the rows, which may be half of a large table.
    own = float(np.einsum("nd,nd->n", some, some).sum(dtype=np.float64))
    total = some.sum(axis=0, dtype=np.float64)
    return (float(total @ total) - own) / pairs
