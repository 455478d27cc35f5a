"""Fast paths for large inputs, with the same results as the textbook lines. Optional reading.

- Segment sum: SciPy multiplies a sparse matrix of ones with the gradients; line r of the matrix has a 1 for each token
  whose gradient goes to row r. float32 is exact for integers up to 2²⁴ only, so long sums are made in float64.
- Sinusoids by angle addition: with z(p) = sin + i·cos = i·e^(−iωp), z(a + b) = z(a) · e^(−iωb) is one multiplication,
  so sines are computed only for every 128th position and for 128 offsets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
FEW = 24  # tokens up to which the plain loop is as fast
LONG = 2**15  # gradients of one row from which on they are summed in float64
BLOCK = 128  # positions that share one computed sine; blocks begin at its multiples
SMALL = 2**14  # size of a sinusoidal table up to which the formula is as fast


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


def consecutive_waves(length: int, first: int, omega: NDArray[np.float64], dtype: np.dtype[Any]) -> Array:
    """Sine and cosine of each frequency side by side at positions ``first`` … ``first + length − 1``: (length, 2H).

    >>> consecutive_waves(2, 0, np.array([1.0]), np.dtype(np.float64)).round(4).tolist()
    [[0.0, 1.0], [0.8415, 0.5403]]
    """
    kind = np.result_type(dtype, np.complex64)
    out = np.empty((length, len(omega)), kind)
    steps = np.exp(-1j * np.arange(BLOCK)[:, None] * omega).astype(kind)
    for start in range(first - first % BLOCK, first + length, BLOCK):
        low, high = max(start, first), min(start + BLOCK, first + length)
        hand = (1j * np.exp(-1j * start * omega)).astype(kind)
        np.multiply(hand, steps[low - start : high - start], out=out[low - first : high - first])
    return out.view(out.real.dtype).astype(dtype, copy=False)
