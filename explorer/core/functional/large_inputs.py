"""Fast paths for large inputs, with the same results as the textbook lines. Optional reading.

- Segment sum: SciPy multiplies a sparse matrix of ones with the gradients; line r of the matrix has a 1 for each token
  whose gradient goes to row r. float32 is exact for integers up to 2²⁴ only, so long sums are made in float64.
- Sinusoids by angle addition: with z(p) = sin + i·cos = i·e^(−iωp), z(a + b) = z(a) · e^(−iωb) is one multiplication,
  so sines are computed only for every 128th position and for 128 offsets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..argument_checks import floats, size
from .frequencies import BASE, Layout, frequencies, pair_columns

Array = NDArray[Any]
FEW = 24  # tokens up to which the plain loop is as fast
LONG = 2**15  # gradients of one row from which on they are summed in float64
BLOCK = 128  # positions that share one computed sine; blocks begin at its multiples


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


def consecutive_sinusoids(
    length: int,
    embed_dim: int,
    *,
    base: float = BASE,
    layout: Layout = "interleaved",
    start_pos: int = 0,
    dtype: DTypeLike = np.float32,
) -> Array:
    """The table of `sinusoidal` at positions ``start_pos`` … ``start_pos + length − 1``, faster.

    >>> consecutive_sinusoids(2, 2, dtype=np.float64).round(4).tolist()
    [[0.0, 1.0], [0.8415, 0.5403]]
    """
    omega, kind = frequencies(embed_dim, base=base), floats("Sinusoids", dtype)
    rows, first = size("length", length), size("start_pos", start_pos)
    hands = np.empty((rows, len(omega)), np.result_type(kind, np.complex64))
    steps = np.exp(-1j * np.arange(BLOCK)[:, None] * omega).astype(hands.dtype)
    for start in range(first - first % BLOCK, first + rows, BLOCK):
        low, high = max(start, first), min(start + BLOCK, first + rows)
        hand = (1j * np.exp(-1j * start * omega)).astype(hands.dtype)
        np.multiply(hand, steps[low - start : high - start], out=hands[low - first : high - first])
    sine, cosine = pair_columns(2 * len(omega), layout)
    if layout == "interleaved":
        waves = hands.view(hands.real.dtype)
    else:
        waves = np.empty((rows, 2 * len(omega)), hands.real.dtype)
        waves[:, sine], waves[:, cosine] = hands.real, hands.imag
    return np.ascontiguousarray(waves[:, :embed_dim], dtype=kind)
