"""A fast path for many tokens, with the same result as the textbook lines. Optional reading.

SciPy multiplies a sparse matrix of ones with the gradients; line r of the matrix has a 1 for each token whose gradient
goes to row r. float32 is exact for integers up to 2²⁴ only, so long sums are made in float64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
FEW = 24  # tokens up to which the plain sum is faster
LONG = 2**15  # gradients of one row from which on they are summed in float64


def sum_by_row(values: Array, rows: NDArray[np.int64], n_rows: int) -> tuple[NDArray[np.int64], Array]:
    """The distinct ``rows`` (N,), ascending, and for each the sum of its lines of ``values`` (N, D).

    >>> touched, total = sum_by_row(np.ones((3, 1), np.float32), np.array([5, 0, 5]), 9)
    >>> touched.tolist(), total.ravel().tolist()
    ([0, 5], [1.0, 2.0])
    """
    from scipy.sparse import csr_array  # imported here: SciPy loads slowly, and a small lookup does not need it

    kind = np.result_type(values.dtype, np.float32)
    order = np.argsort(rows.astype(np.min_scalar_type(n_rows)), kind="stable")  # NumPy sorts 16-bit integers by radix
    ordered = rows[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(rows)])
    ends = np.append(starts, len(rows))
    exact = np.float64 if np.diff(ends).max(initial=0) > LONG else kind
    ones = csr_array((np.ones(len(rows), exact), order, ends), shape=(len(starts), len(rows)))
    return ordered[starts], (ones @ values.astype(exact, copy=False)).astype(kind, copy=False)
