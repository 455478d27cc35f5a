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

from explorer.vectors.neighbours import EXACT, Neighbours, cosines, exact_lengths, nearest, products, top
from explorer.vectors.preprocessing import AS_IT_IS, SAMPLED, PreparedTable, Preprocessing, as_prepared, unit_rows

COSINE, EUCLID, DOT = "cosine", "Euclid", "dot product"
MEASURES = (COSINE, EUCLID, DOT)
ROUNDED = 4e-6
"""Error of a float32 cosine, at most."""
TOO_NEAR = 1e-7
"""Share of the two squares below which their difference in float64 has fewer digits than a float32."""


@dataclass(frozen=True)
class Near:
    """Preprocessing of the compared rows (`recipe`), and one of `MEASURES`."""

    measure: str = COSINE
    recipe: Preprocessing = AS_IT_IS

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise ValueError(f"Unknown measure {self.measure!r}: expected one of {', '.join(MEASURES)}")


def closeness(table: NDArray[Any] | PreparedTable, queries: NDArray[Any], measure: str = COSINE) -> NDArray[Any]:
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
    if measure == EUCLID:
        return -_distances(view, np.asarray(queries, np.float64))
    out = products(view, queries)
    if view.unit:
        out /= np.where(view.lengths > 0, view.lengths, np.inf)[:, None]
    return out


def _distances(view: PreparedTable, targets: NDArray[np.float64]) -> NDArray[np.float32]:
    """Euclidean distance of every row from every target (n, D), (V, n).

    |a − b|² = |a|² + |b|² − 2ab loses the digits that the squares have in common. So it is taken in float64, from a
    point among the rows, and pairs that are still too near to each other for it are subtracted.
    """
    out = np.empty((view.shape[0], len(targets)), np.float32)
    some = view.rows(slice(None, None, max(1, view.shape[0] // SAMPLED)))
    among = np.median(some, axis=0).astype(np.float64)
    targets = targets - among
    lengths = np.einsum("nd,nd->n", targets, targets)
    for start, block in view.blocks(EXACT):
        rows = block - among
        own = np.einsum("vd,vd->v", rows, rows)[:, None] + lengths
        squares = own - 2 * (rows @ targets.T)
        first, second = np.nonzero(squares <= TOO_NEAR * own)
        for begin in range(0, len(first), EXACT):
            one, other = first[begin : begin + EXACT], second[begin : begin + EXACT]
            gaps = rows[one] - targets[other]
            squares[one, other] = np.einsum("pd,pd->p", gaps, gaps)
        out[start : start + len(rows)] = np.sqrt(squares)
    return out


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
    values = closeness(view, query, measure)[:, 0]
    found = nearest(values, k, leave_out=leave_out, allowed=allowed)
    if measure == COSINE:
        return _ordered_exactly(view, query, values, found, leave_out, allowed)
    if measure != EUCLID:
        return found
    # A small difference of two large squares loses digits, so the found rows are measured again.
    gaps = view.rows(found.ids).astype(np.float64) - query
    return Neighbours(found.ids, np.sqrt(np.einsum("kd,kd->k", gaps, gaps)).astype(np.float32))


def _ordered_exactly(
    view: PreparedTable,
    query: NDArray[Any],
    values: NDArray[Any],
    found: Neighbours,
    leave_out: list[int],
    allowed: NDArray[np.bool_] | None,
) -> Neighbours:
    """The nearest by cosine in the order of their float64 cosines, among all rows that rounding may have left out."""
    if not len(found.ids):
        return found
    near = values >= values[found.ids].min() - ROUNDED
    near[leave_out] = False
    if allowed is not None:
        near &= allowed
    ids, target = np.flatnonzero(near), np.asarray(query, np.float64)[0]
    exact = np.empty(len(ids))
    for start in range(0, len(ids), EXACT):
        rows = view.rows(ids[start : start + EXACT]).astype(np.float64)
        exact[start : start + len(rows)] = np.einsum("vd,d->v", rows, target) / exact_lengths(rows)
    exact /= exact_lengths(target[None])
    order = top(exact, len(found.ids))
    return Neighbours(ids[order], exact[order].astype(np.float32))


def comparable(rows: NDArray[Any], measure: str = COSINE) -> NDArray[np.float32]:
    """Rows (n, D) whose Euclidean distances have the measure's order, if there are such rows.

    Normalized rows for cosine, the rows themselves for Euclid; also for the dot product, which is not a distance.

    >>> comparable(np.array([[0.0, 2.0]])).tolist(), comparable(np.array([[0.0, 2.0]]), EUCLID).tolist()
    ([[0.0, 1.0]], [[0.0, 2.0]])
    """
    return unit_rows(rows) if measure == COSINE else np.asarray(rows, np.float32)


def middle(rows: NDArray[Any], measure: str = COSINE) -> NDArray[np.float64]:
    """Centre (1, D) of a group of rows (n, D): their mean; for cosine that of the normalized rows.

    >>> middle(np.array([[2.0, 0.0], [0.0, 4.0]])).tolist(), middle(np.array([[2.0, 0.0], [0.0, 4.0]]), DOT).tolist()
    ([[0.5, 0.5]], [[1.0, 2.0]])
    """
    found: NDArray[np.float64] = comparable(rows, measure).mean(axis=0, dtype=np.float64)[None]
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
