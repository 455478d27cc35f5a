"""Similarity measures: cosine, Euclidean distance or dot product, in a table after preprocessing.

One function, `closeness`, is behind every list of neighbours, every kept share and every ring in a picture. The three
orders differ where rows have different lengths: cosine ignores the length, the dot product grows with it, and the
Euclidean distance depends on length and direction. Subtracting the mean row changes cosines and dot products but no
distance, since the mean drops out of a difference of two rows.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import EXACT, Neighbours, cosines, exact_lengths, nearest, products, top
from explorer.vectors.preprocessing import (
    AS_IT_IS,
    SAMPLED,
    PreparedTable,
    Preprocessing,
    as_prepared,
    exact_unit_rows,
)

Measure = Literal["cosine", "Euclid", "dot product"]
MEASURES: tuple[str, ...] = get_args(Measure)
COSINE, EUCLID, DOT = MEASURES
ROUNDED = 4e-6
"""Error of a float32 cosine, at most."""
SAME = {COSINE: 1e-7, EUCLID: 4e-7, DOT: 4e-7}
"""Tolerance for equal values in float32: absolute for a cosine, relative for other measures."""
SAME_EXACT = 1e-14
"""The same in float64, where the cosines of a narrow table lie this near to each other."""
DIRECTION_DIGITS = 13
"""Decimals of a row of length 1 in float64: rows of the same direction are equal, whatever their lengths were."""
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


def tolerance(values: NDArray[Any], measure: str = COSINE) -> NDArray[np.float64]:
    """Difference from each value up to which another one is as near.

    >>> tolerance(np.float32([0.5])).tolist(), tolerance(np.array([0.5])).tolist()
    ([1e-07], [1e-14])
    """
    same = SAME[measure] if values.dtype == np.float32 else SAME_EXACT
    return same * (np.ones(values.shape) if measure == COSINE else np.abs(values.astype(np.float64)))


def count_tied(values: NDArray[Any], chosen: NDArray[np.int64], measure: str = COSINE) -> int:
    """Number of rows of (n, V) similarities that have a tie at the end of their k chosen, (n, k) nearest first.

    >>> count_tied(np.array([[0.9, 0.5, 0.5], [0.9, 0.5, 0.1]]), np.array([[0, 1], [0, 1]]))
    1
    """
    last = np.take_along_axis(values, chosen[:, -1:], axis=1)
    return int((np.count_nonzero(values >= last - tolerance(last, measure), axis=1) > chosen.shape[1]).sum())


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
    if measure == EUCLID and k > 0 and (some := _perhaps_nearest(view, query, k, leave_out, allowed)) is not None:
        gaps = view.rows(some).astype(np.float64) - query
        found = nearest(-np.sqrt(np.einsum("kd,kd->k", gaps, gaps)), k, leave_out=[])
        return Neighbours(some[found.ids], -found.values)
    values = closeness(view, query, measure)[:, 0]
    found = nearest(values, k, leave_out=leave_out, allowed=allowed)
    return found if measure == DOT else _ordered_exactly(view, query, measure, values, found, leave_out, allowed)


def _perhaps_nearest(
    view: PreparedTable, query: NDArray[Any], k: int, leave_out: list[int], allowed: NDArray[np.bool_] | None
) -> NDArray[np.int64] | None:
    """Rows among which the k nearest by straight line are, found in float32; None where that leaves too many.

    The error of a sum of D products in float32 is at most D roundings of the product of both lengths, so that of
    |x|² − 2xq + |q|² is at most 2D roundings of (|x| + |q|)².
    """
    if view.mean is not None or view.removed is not None or view.unit or view.exact:
        return None
    length, own = float(np.linalg.norm(np.asarray(query, np.float64))), view.lengths.astype(np.float64)
    squares = own**2 - 2.0 * products(view, query)[:, 0] + length**2
    error = 2 * (view.shape[1] + 8) * float(np.finfo(np.float32).eps) * (own + length) ** 2
    squares[leave_out] = np.inf
    if allowed is not None:
        squares[~allowed] = np.inf
    above = squares + error
    far = above[top(-above, k)[-1]]
    found = np.flatnonzero((squares - error <= far) & (squares < np.inf))
    return found if len(found) <= max(EXACT, 2 * k) else None


def _ordered_exactly(
    view: PreparedTable,
    query: NDArray[Any],
    measure: str,
    values: NDArray[Any],
    found: Neighbours,
    leave_out: list[int],
    allowed: NDArray[np.bool_] | None,
) -> Neighbours:
    """The nearest in the order of their float64 cosines or distances, among all that rounding may have left out."""
    if not len(found.ids):
        return found
    last = values[found.ids].min()
    near = values >= last - (ROUNDED if measure == COSINE else SAME[EUCLID] * abs(last))
    near[leave_out] = False
    if allowed is not None:
        near &= allowed
    ids, target = np.flatnonzero(near), np.asarray(query, np.float64)[0]
    exact = np.empty(len(ids))
    for start in range(0, len(ids), EXACT):
        rows = view.rows(ids[start : start + EXACT]).astype(np.float64)
        if measure == COSINE:
            exact[start : start + len(rows)] = np.einsum("vd,d->v", rows, target) / exact_lengths(rows)
        else:
            gaps = rows - target
            exact[start : start + len(rows)] = -np.sqrt(np.einsum("vd,vd->v", gaps, gaps))
    order = top(exact, len(found.ids))
    if measure == EUCLID:
        return Neighbours(ids[order], -exact[order].astype(np.float32))
    exact /= exact_lengths(target[None])
    return Neighbours(ids[order], exact[order] if view.narrow else exact[order].astype(np.float32))


def comparable(rows: NDArray[Any], measure: str = COSINE) -> NDArray[Any]:
    """Rows (n, D) whose Euclidean distances have the measure's order, if there are such rows.

    Normalized rows in float64 for cosine, the rows themselves for Euclid; also for the dot product, which is not a
    distance.

    >>> comparable(np.array([[0.0, 2.0]])).tolist(), comparable(np.array([[0.0, 2.0]]), EUCLID).tolist()
    ([[0.0, 1.0]], [[0.0, 2.0]])
    """
    if measure == COSINE:
        return exact_unit_rows(rows).round(DIRECTION_DIGITS)
    return np.asarray(rows, np.result_type(rows, np.float32))
