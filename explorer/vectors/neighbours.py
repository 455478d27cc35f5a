"""Nearest neighbours: by cosine in all D dimensions, and by Euclidean distance in a map.

Other measures, and which one a page uses, are in `similarity_measures.py`.

One word against the whole table is a matrix-vector product and costs as much as reading the table. Centring and removed
directions need no second table: for q without the removed directions, (x − m − BᵀB(x − m))·q = x·q − m·q, and the
lengths are computed once.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import PreparedTable, as_prepared, copied, row_blocks, unit_rows

HUGE = 200_000_000
"""Bytes of a table from which on two threads share a product."""
CACHED, FEW = 16_000_000, 4
"""Bytes of a table that fits into a processor's caches, and the most queries for which `_times` uses dot products."""


CONVERTED = 512
"""Rows of a float16 table that are float32 at a time: those of Whisper's table are 0.8 MB. A server gives memory from
1 MB on back at once, and new pages for every block made a search three times as long."""
EXACT = 2048
"""Rows that are in memory in float64 at a time."""
HEAT = 64
"""Size of the blocks whose maxima `top` compares before it sorts."""


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Row numbers, nearest first, and their cosine (or distance) to the query; float64 where float32 is too coarse."""

    ids: NDArray[np.int64]
    values: NDArray[np.floating[Any]]


def cosines(table: NDArray[Any] | PreparedTable, queries: NDArray[Any]) -> NDArray[Any]:
    """Cosine of every row with every query, (V, n): float32, or float64 for a narrow table.

    Args:
        table: (V, D) array or view.
        queries: (n, D) vectors that have been through the table's steps already (`PreparedTable.rows`).

    Rows and queries of length 0 have cosine 0 with everything.

    >>> cosines(np.array([[2.0, 0.0], [3.0, 3.0]]), np.array([[1.0, 0.0]])).astype(float).round(3).tolist()
    [[1.0], [0.707]]
    """
    view = as_prepared(table)
    if view.exact:
        targets = np.asarray(queries, np.float64)
        found = _exact_products(view, targets)
        for start, rows in _before_last_step(view):
            found[start : start + len(rows)] /= exact_lengths(rows)[:, None]
        found /= exact_lengths(targets)
        return found if view.narrow else found.astype(np.float32)
    out = products(view, unit_rows(queries))
    out /= np.where(view.lengths > 0, view.lengths, np.inf)[:, None]
    return out


def _before_last_step(view: PreparedTable) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """(first row, rows in float64 before they are divided by their lengths), block by block."""
    for start, rows in view.with_steps(view.mean, view.removed).blocks(EXACT):
        yield start, rows.astype(np.float64)


def exact_lengths(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lengths (n,) of rows in float64; infinite for a row of zeros, so that what is divided by it is 0."""
    found = np.sqrt(np.einsum("vd,vd->v", rows, rows))
    return np.where(found > 0, found, np.inf)


def products(table: NDArray[Any] | PreparedTable, queries: NDArray[Any]) -> NDArray[Any]:
    """Dot product of every row with every query, (V, n), without the view's normalization to length 1.

    Args:
        table: (V, D) array or view.
        queries: (n, D) vectors that have been through the table's steps already (`PreparedTable.rows`).

    >>> products(np.array([[2.0, 0.0], [3.0, 3.0]]), np.array([[1.0, 2.0]])).tolist()
    [[2.0], [9.0]]
    """
    view = as_prepared(table)
    if view.exact:
        found = _exact_products(view, np.asarray(queries, np.float64))
        return found if view.narrow else found.astype(np.float32)
    targets = np.array(queries, np.float32)
    if view.removed is not None:
        directions = view.removed.astype(np.float32)
        targets -= (targets @ directions.T) @ directions
    offset = np.float32(0) if view.mean is None else (targets @ view.mean).astype(np.float32)
    columns = np.ascontiguousarray(targets.T)
    out = np.empty((view.shape[0], len(targets)), np.float32)
    if view.table.dtype == np.float32:
        _multiply_in_threads(view.table, columns, out)
    else:
        for start, part in row_blocks(view.table, CONVERTED):
            np.matmul(copied(part, np.float32), columns, out=out[start : start + len(part)])
    out -= offset
    return out


def _exact_products(view: PreparedTable, queries: NDArray[np.float64]) -> NDArray[np.float64]:
    """Dot product of every row with every query, (V, n) float64."""
    out = np.empty((view.shape[0], len(queries)))
    for start, rows in _before_last_step(view):
        out[start : start + len(rows)] = rows @ queries.T
    return out


def _multiply_in_threads(table: NDArray[Any], columns: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Out = table @ columns; two threads for a very large table."""
    if table.nbytes < HUGE:
        _times(table, columns, out)
        return
    middle = len(table) // 2
    with ThreadPoolExecutor(1) as other:
        half = other.submit(_times, table[middle:], columns, out[middle:])
        _times(table[:middle], columns, out[:middle])
        half.result()


def _times(table: NDArray[Any], columns: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Out = table @ columns, by the faster of two ways.

    The matrix-vector product of BLAS is optimized for matrices in the caches. A matrix in main memory is read more than
    twice as fast by dot products, row by row.
    """
    if table.nbytes <= CACHED or columns.shape[1] > FEW:
        np.matmul(table, columns, out=out)
        return
    for number, query in enumerate(np.ascontiguousarray(columns.T)):
        np.vecdot(table, query, out=out[:, number])


def top(values: NDArray[Any], k: int) -> NDArray[np.int64]:
    """Indices of the k largest values, largest first; ties go to the lower index.

    >>> top(np.array([0.1, 0.9, 0.5, 0.9]), 3).tolist()
    [1, 3, 2]
    """
    k = min(k, len(values))
    if k <= 0:
        return np.empty(0, np.int64)
    heats = len(values) // HEAT
    # The k largest block maxima are k values, so nothing below the least of them is among the k largest.
    winners = values[: heats * HEAT].reshape(HEAT, heats).max(axis=0) if heats > k else values
    # All values that tie with the k-th are sorted, so that the choice does not depend on the partition's order.
    reach = np.flatnonzero(values >= np.partition(winners, len(winners) - k)[len(winners) - k])
    return reach[np.argsort(-values[reach], kind="stable")][:k]


def top_of_each(values: NDArray[Any], k: int) -> NDArray[np.int64]:
    """`top` of each row of (n, V) values, (n, k), where k is at most V.

    >>> top_of_each(np.array([[0.1, 0.9, 0.5, 0.9], [4.0, 3.0, 2.0, 1.0]]), 3).tolist()
    [[1, 3, 2], [0, 1, 2]]
    """
    limit = np.partition(values, values.shape[1] - k, axis=1)[:, values.shape[1] - k, None]
    reach = values >= limit
    for row in np.flatnonzero(np.count_nonzero(reach, axis=1) > k):  # ties with the k-th: keep the first
        tied = np.flatnonzero(values[row] == limit[row])
        reach[row, tied[k - np.count_nonzero(reach[row]) :]] = False
    found = np.nonzero(reach)[1].reshape(-1, k)
    order = np.argsort(-np.take_along_axis(values, found, axis=1), axis=1, kind="stable")
    return np.take_along_axis(found, order, axis=1)


def count_shared(truth: NDArray[Any], other: NDArray[Any], k: int) -> int:
    """Number of the k nearest by `truth` that are also among the k nearest by `other` ("kept" on every page).

    Args:
        truth: (V,) similarity of each row, larger is nearer, in all D dimensions.
        other: (V,) the same in a changed table, or minus the distance in a map.
        k: neighbours counted.

    >>> count_shared(np.array([0.9, 0.8, 0.1, 0.0]), np.array([0.9, 0.0, 0.5, 0.1]), 2)
    1
    """
    return int(named_by_both(top(truth, k)[None], top(other, k)[None])[0])


def named_by_both(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Size of the intersection of two lists, for each of n pairs of lists (n, k): (n,).

    >>> named_by_both(np.array([[0, 1], [4, 5]]), np.array([[0, 2], [5, 4]])).tolist()
    [1, 2]
    """
    found: NDArray[np.int64] = (first[:, :, None] == second[:, None]).sum(axis=(1, 2))
    return found


def margin(counts: NDArray[Any], k: int, population: int) -> float:
    """Half the width of the 95 % interval of the mean share, from `counts` kept of k for some of `population` rows.

    0 where every row was examined; the normal approximation elsewhere.

    >>> margin(np.array([0, 10]), 10, 2), round(margin(np.array([0, 10]), 10, 100), 2)
    (0.0, 0.98)
    """
    if len(counts) >= population or len(counts) < 2:
        return 0.0
    return 1.96 * float(counts.std(ddof=1)) / k / float(np.sqrt(len(counts)))


def cosine_neighbours(table: NDArray[Any] | PreparedTable, row: int, k: int = 10) -> Neighbours:
    """The k rows of a table (V, D) with the largest cosine to one row, itself left out; fewer in a small table.

    >>> cosine_neighbours(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]]), 0, 1).ids.tolist()
    [2]
    """
    view = as_prepared(table)
    values = cosines(view, view.rows([row]))[:, 0]
    return nearest(values, k, leave_out=[row])


def nearest(
    values: NDArray[Any], k: int, *, leave_out: list[int], allowed: NDArray[np.bool_] | None = None
) -> Neighbours:
    """The k allowed rows with the largest values (V,), except `leave_out`."""
    masked = values.copy()
    masked[leave_out] = -np.inf
    if allowed is not None:
        masked[~allowed] = -np.inf
    ids = top(masked, k)
    ids = ids[masked[ids] > -np.inf]
    return Neighbours(ids, values[ids])


def picture_neighbours(
    points: NDArray[Any], row: int, k: int = 10, *, allowed: NDArray[np.bool_] | None = None
) -> Neighbours:
    """The k points nearest to one point of a map (V, 2 or 3) by Euclidean distance, itself left out.

    >>> picture_neighbours(np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 0.0]]), 0, 2).values.tolist()
    [1.0, 5.0]
    """
    gaps = np.asarray(points, np.float32) - np.asarray(points[row], np.float32)
    found = nearest(-np.sqrt(np.einsum("vd,vd->v", gaps, gaps)), k, leave_out=[row], allowed=allowed)
    return Neighbours(found.ids, -found.values)


def mean_cosine(table: NDArray[Any] | PreparedTable) -> float:
    """Mean cosine over all pairs of different rows, from |sum of the unit rows|² minus each row's own 1.

    Args:
        table: (V, D) array or view; a row of zeros has cosine 0 with every row.

    >>> mean_cosine(np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]]))
    0.333...
    """
    view = as_prepared(table)
    total, directed = sum_of_unit_rows(view)
    return cosine_of_pairs(total, directed, view.shape[0])


def sum_of_unit_rows(view: PreparedTable) -> tuple[NDArray[np.float64], int]:
    """Sum (D,) of all rows at length 1, and the number of rows that are not zero.

    >>> sum_of_unit_rows(PreparedTable(np.array([[3.0, 4.0], [0.0, 0.0]])))
    (array([0.6, 0.8]), 1)
    """
    total, directed = np.zeros(view.shape[1]), 0
    for _, rows in _before_last_step(view):
        lengths = exact_lengths(rows)
        total += (1 / lengths) @ rows
        directed += int(np.isfinite(lengths).sum())
    return total, directed


def cosine_of_pairs(total: NDArray[np.float64], directed: int, rows: int) -> float:
    """Mean cosine over all pairs of different rows, from what `sum_of_unit_rows` found.

    >>> cosine_of_pairs(np.array([1.0, 1.0]), 2, 2)
    0.0
    """
    return (float(total @ total) - directed) / max(rows * (rows - 1), 1)


def agreement(first: Neighbours, second: Neighbours) -> NDArray[np.int64]:
    """Rows that are in both lists, in the order of the first.

    >>> a, b = (Neighbours(np.array(ids), np.zeros(2, np.float32)) for ids in ([4, 2], [2, 9]))
    >>> agreement(a, b).tolist()
    [2]
    """
    return first.ids[np.isin(first.ids, second.ids)]
