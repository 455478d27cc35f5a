"""RowSparse: a (V, D) gradient that stores only the rows that are not zero.

A batch touches a handful of the vocabulary's rows. Everything else of the weight's gradient is zero, so we keep two
small arrays (which rows, and their values) and pretend to be the large one. PyTorch calls the same idea a coalesced
sparse tensor. Left out: more than one sparse axis, and arithmetic beyond adding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

if TYPE_CHECKING:
    from typing import Any

    from jaxtyping import Float, Int

# float32 counts exactly only up to 2**24 and rounds every sum, so a longer run of one id is added up in pieces.
RUN = 2**15


@dataclass(frozen=True, eq=False)
class RowSparse:
    """The touched rows of a (V, D) array.

    Attributes:
        rows: int64 (n,), strictly ascending row numbers.
        values: (n, D), the content of those rows.
        shape: (V, D) of the array it stands for.

    >>> g = RowSparse(np.array([1, 2]), np.array([[2.0], [1.0]], np.float32), (4, 1))
    >>> g.dense().ravel().tolist()
    [0.0, 2.0, 1.0, 0.0]
    >>> (g + g).values.ravel().tolist()
    [4.0, 2.0]
    """

    rows: NDArray[np.int64]
    values: NDArray[Any]
    shape: tuple[int, int]

    @property
    def nbytes(self) -> int:
        """Bytes that are really stored."""
        return self.rows.nbytes + self.values.nbytes

    def dense(self) -> NDArray[Any]:
        """The array it stands for, zeros included."""
        out = np.zeros(self.shape, self.values.dtype)
        out[self.rows] = self.values
        return out

    def __add__(self, other: RowSparse) -> RowSparse:
        """Sum; a row that both have is added up, so the rows stay distinct."""
        rows = np.concatenate([self.rows, other.rows])
        return sum_rows(np.concatenate([self.values, other.values]), rows, self.shape[0])


def sum_rows(values: Float[NDArray[Any], "N D"], rows: Int[NDArray[Any], " N"], n_rows: int) -> RowSparse:
    """Add up the rows of ``values`` that carry the same number, in the order in which they come.

    The sum is a product with a sparse matrix of ones, ``one_hot(rows).T @ values``, over the touched rows only.

    >>> sum_rows(np.ones((3, 2), np.float32), np.array([5, 0, 5]), 9).values.tolist()
    [[1.0, 1.0], [2.0, 2.0]]
    """
    # Stable: equal rows keep their order. In the smallest type that holds the numbers: NumPy sorts 16 bits by radix.
    order = np.argsort(rows.astype(np.min_scalar_type(n_rows)), kind="stable")
    ordered = rows[order]
    first = np.ones(len(rows), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    touched, group = ordered[first], np.empty(len(rows), np.int64)
    group[order] = np.cumsum(first) - 1
    if len(rows) <= RUN or np.bincount(group).max() <= RUN:
        total = scatter_add(values, group, len(touched))
    else:  # pieces of RUN first; then the pieces, few by now, in float64
        starts = np.flatnonzero(first)
        occurrence = np.empty_like(group)
        occurrence[order] = np.arange(len(rows)) - np.repeat(starts, np.bincount(group))
        pieces, piece = np.unique(group * len(group) + occurrence // RUN, return_inverse=True)
        part = scatter_add(values, piece, len(pieces)).astype(np.float64)
        total = scatter_add(part, pieces // len(group), len(touched)).astype(values.dtype)
    return RowSparse(touched.astype(np.int64), total, (n_rows, values.shape[1]))


def scatter_add(
    values: Float[NDArray[Any], "N D"], group: Int[NDArray[Any], " N"], n_groups: int
) -> Float[NDArray[Any], "G D"]:
    """(n_groups, D): ``values[i]`` is added to line ``group[i]``. Column i of the matrix holds one 1, in that line.

    >>> scatter_add(np.ones((3, 1), np.float32), np.array([2, 0, 2]), 3).ravel().tolist()
    [1.0, 0.0, 2.0]
    """
    # int32 as long as it holds the numbers: SciPy would convert anything wider.
    kind = np.int32 if max(len(values), n_groups) < 2**31 else np.int64
    line: NDArray[Any] = group.astype(kind)
    column: NDArray[Any] = np.arange(len(values) + 1, dtype=kind)
    one_hot = csc_array((np.ones(len(values), values.dtype), line, column), shape=(n_groups, len(values)))
    total: NDArray[Any] = one_hot @ values
    return total
