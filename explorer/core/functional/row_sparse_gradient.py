"""RowSparse: a (V, D) gradient that stores only the rows that are not zero.

A batch touches a few of the vocabulary's rows, and the rest of the gradient is zero. So two small arrays (row numbers
and their values) stand for the large one, as in PyTorch's coalesced sparse tensors. Left out: more than one sparse
axis, and arithmetic beyond addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..argument_checks import array
from ..errors import ShapeError

MANY = 2**15  # lines of one row from which on they are summed in float64


@dataclass(frozen=True, eq=False)
class RowSparse:
    """The touched rows of a (V, D) array: `rows` (n,), strictly ascending, and `values` (n, D), their content.

    Raises:
        ShapeError: rows that are not below V, or not strictly ascending, or not as many as values.

    >>> g = RowSparse(np.array([1, 2]), np.array([[2.0], [1.0]], np.float32), (4, 1))
    >>> g.dense().ravel().tolist()
    [0.0, 2.0, 1.0, 0.0]
    >>> (g + g).values.ravel().tolist()
    [4.0, 2.0]
    """

    rows: NDArray[np.int64]
    values: NDArray[Any]
    shape: tuple[int, int]

    def __post_init__(self) -> None:
        rows, values, (v, d) = array("rows", self.rows), array("values", self.values), self.shape
        if values.shape != (*rows.shape, d) or rows.ndim != 1:
            raise ShapeError(f"Expected rows (n,) and values (n, {d}), got shapes {rows.shape} and {values.shape}")
        if len(rows) and not (rows[0] >= 0 and rows[-1] < v and (rows[1:] > rows[:-1]).all()):
            raise ShapeError(f"Expected different rows from 0 to {v - 1}, ascending, got {rows[0]} … {rows[-1]}")

    @property
    def nbytes(self) -> int:
        """Bytes of the two stored arrays."""
        return self.rows.nbytes + self.values.nbytes

    def dense(self) -> NDArray[Any]:
        """The whole (V, D) array, zeros included."""
        out = np.zeros(self.shape, self.values.dtype)
        out[self.rows] = self.values
        return out

    def __add__(self, other: RowSparse) -> RowSparse:
        """Sum of both; rows that occur in both are added, so the rows stay distinct."""
        if self.shape != other.shape:
            raise ShapeError(f"Expected gradients of one table, got shapes {self.shape} and {other.shape}")
        rows = np.concatenate([self.rows, other.rows])
        return sum_rows(np.concatenate([self.values, other.values]), rows, self.shape[0])


def sum_rows(values: NDArray[Any], rows: NDArray[np.int64], n_rows: int) -> RowSparse:
    """Sum the lines of ``values`` (N, D) that have the same row number in ``rows`` (N,): one_hot(rows).T @ values.

    The one-hot matrix is sparse, it stores its N ones alone. Of many lines the sum is made in float64, since float32 is
    exact for whole numbers up to 2²⁴ only.

    >>> sum_rows(np.ones((3, 2), np.float32), np.array([5, 0, 5]), 9).values.tolist()
    [[1.0, 1.0], [2.0, 2.0]]
    """
    from scipy.sparse import csr_array  # imported here: SciPy loads slowly, and a forward pass does not need it

    touched, place, count = np.unique(rows, return_inverse=True, return_counts=True)  # rows is touched[place]
    kind = np.result_type(values.dtype, np.float32)
    exact = np.float64 if count.max(initial=0) > MANY else kind
    one_hot = csr_array((np.ones(len(rows), exact), place, np.arange(len(rows) + 1)), (len(rows), len(touched)))
    total = (one_hot.T @ values.astype(exact, copy=False)).astype(kind, copy=False)
    return RowSparse(touched.astype(np.int64, copy=False), total, (n_rows, values.shape[1]))
