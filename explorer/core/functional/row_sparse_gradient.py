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
from . import large_inputs


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
    """Sum the lines of ``values`` (N, D) that have the same row number in ``rows`` (N,).

    >>> sum_rows(np.ones((3, 2), np.float32), np.array([5, 0, 5]), 9).values.tolist()
    [[1.0, 1.0], [2.0, 2.0]]
    """
    if len(rows) <= large_inputs.FEW:
        touched = np.unique(rows)  # ascending, so searchsorted finds where in it each line's row stands
        total = np.zeros((len(touched), values.shape[1]), np.result_type(values.dtype, np.float32))
        np.add.at(total, np.searchsorted(touched, rows), values)
    else:
        touched, total = large_inputs.sum_by_row(values, rows, n_rows)
    return RowSparse(touched.astype(np.int64, copy=False), total, (n_rows, values.shape[1]))
