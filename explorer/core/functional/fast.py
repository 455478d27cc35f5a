"""The same results, sooner. Nothing here is needed to understand an embedding; every result is the plain form's.

- **Two threads.** One core can't fill the path to memory by itself, and NumPy lets go of Python's lock while it
  copies: from 16 MiB on, a second thread copies one half.
- **Sums of equal rows.** Sort the row numbers, so that equal ones stand side by side; then a run of them is the first
  line, copied, and the others, added by the kernel behind SciPy's product of a sparse matrix with a dense one. NumPy
  sorts numbers of 16 bits by radix, in one pass, so the numbers go into the smallest type that holds them. float32
  rounds every sum and counts no further than 2²⁴: a run longer than 2¹⁵ is added up in pieces, the pieces in float64.
- **Sinusoids by angle addition.** Read (sin, cos) as one complex number, z(pos) = sin + i·cos = i·e^(−iωpos); then
  z(a + b) = z(a) · e^(−iωb) is one multiplication. A long table takes sines for every 128th row and for the 128 steps
  in between only.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core import checks
from explorer.core.functional.sparse_kernel import add_runs

Array = NDArray[Any]
Ids = NDArray[np.int64]

# Up to this many tokens the loop of the blackboard is as quick as all this.
FEW = 24
# From this many numbers on, `take` below is quicker than NumPy's by itself.
MANY = 2**20
# From this many bytes on, a second thread is worth its start.
TWO_THREADS = 2**24
# At most this many lines are added up before a sum goes on in float64.
RUN = 2**15
# Rows of one block of a wave. Blocks begin at multiples of it, so that a row has the same bits in every table.
BLOCK = 128


def take(weight: Array, ids: Ids, out: Array | None = None) -> Array:
    """``weight[ids]``, into ``out`` if there is one, for ids that are known to be good.

    >>> take(np.array([[1.0], [2.0]]), np.array([[1, 1, 0]])).tolist()
    [[[2.0], [2.0], [1.0]]]
    """
    out = checks.output(out, (*ids.shape, weight.shape[1]), weight.dtype, weight, ids)
    # The ids are good, so "clip" never clips: it only spares NumPy its own check and a buffer.
    if out.nbytes < TWO_THREADS or not out.flags.c_contiguous:
        return np.take(weight, ids, axis=0, out=out, mode="clip")
    lines, flat = out.reshape(ids.size, -1), ids.ravel()
    _in_two(lambda part: np.take(weight, flat[part], axis=0, out=lines[part], mode="clip"), ids.size // 2, ids.size)
    return out


def sum_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type in which numbers of ``dtype`` are added up: float32 at least, whatever there is to add.

    >>> [sum_type(np.dtype(name)).name for name in ("float16", "float32", "float64", "int8")]
    ['float32', 'float32', 'float64', 'float32']
    """
    return np.result_type(dtype, np.float32)


def sum_equal(values: Array, rows: Ids, n_rows: int) -> tuple[Ids, Array]:
    """The distinct ``rows`` (n,), ascending, and for each the sum of its lines of ``values`` in their order, (n, D).

    >>> touched, total = sum_equal(np.ones((3, 1)), np.array([5, 0, 5]), 9)
    >>> touched.tolist(), total.ravel().tolist()
    ([0, 5], [1.0, 2.0])
    """
    values = np.ascontiguousarray(values, sum_type(values.dtype))
    order = _sorted(rows, n_rows)
    ordered = rows[order]
    first = np.ones(len(rows), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    starts = pieces = np.flatnonzero(first)
    if len(rows) > RUN:
        length = np.diff(starts, append=len(rows))
        first |= (np.arange(len(rows)) - np.repeat(starts, length)) % RUN == 0  # every piece is a run of its own
        pieces = np.flatnonzero(first)
    total = take(values, order[pieces])
    _add_runs(total, np.append(pieces, len(rows)) - np.arange(len(pieces) + 1), order[~first], values)
    if len(pieces) > len(starts):
        parts, bounds = total, np.append(np.searchsorted(pieces, starts), len(pieces))
        total = parts[bounds[:-1]]
        for run in np.flatnonzero(np.diff(bounds) > 1):
            total[run] = parts[bounds[run] : bounds[run + 1]].sum(axis=0, dtype=np.float64)
    return ordered[starts], total


def add_at(table: Array, rows: Ids, values: Array) -> Array:
    """Add line i of ``values`` to row ``rows[i]`` of a table of zeros (V, D), which is returned.

    >>> add_at(np.zeros((3, 1)), np.array([2, 0, 2]), np.ones((3, 1))).ravel().tolist()
    [1.0, 0.0, 2.0]
    """
    counts = np.bincount(rows, minlength=len(table))
    if counts.max() > RUN:
        touched, table[touched] = sum_equal(values, rows, len(table))
        return table
    bounds = np.concatenate([[0], np.cumsum(counts)])
    _add_runs(table, bounds, _sorted(rows, len(table)), np.ascontiguousarray(values, table.dtype))
    return table


def consecutive_waves(
    length: int, start_pos: int, omega: NDArray[np.float64], dtype: np.dtype[Any]
) -> NDArray[np.floating[Any]]:
    """Sines and cosines of consecutive positions side by side, (length, 2H) for H frequencies.

    The sines are those of float64 angles; the product is taken in ``dtype``, float32 at least.

    >>> consecutive_waves(2, 0, np.array([1.0]), np.dtype(np.float64)).round(4).tolist()
    [[0.0, 1.0], [0.8415, 0.5403]]
    """
    kind = np.result_type(dtype, np.complex64)
    out = np.empty((length, len(omega)), kind)
    first = start_pos // BLOCK
    starts = _clock(BLOCK * np.arange(first, (start_pos + length - 1) // BLOCK + 1, dtype=np.float64), omega)
    step = _clock(np.arange(min(BLOCK, start_pos % BLOCK + length), dtype=np.float64), omega)
    coarse, fine = starts.astype(kind), (-1j * step).astype(kind)  # i·e^(−iωb) · (−i) = e^(−iωb)
    for block, hand in enumerate(coarse, first):
        low, high = max(start_pos, block * BLOCK), min(start_pos + length, (block + 1) * BLOCK)
        steps = fine[low - block * BLOCK : high - block * BLOCK]
        np.multiply(hand, steps, out=out[low - start_pos : high - start_pos])
    waves: NDArray[np.floating[Any]] = out.view(out.real.dtype).astype(dtype, copy=False)
    return waves


def _clock(at: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.complex128]:
    """(L, H) complex hands, sin + i·cos of every angle."""
    angle = at[:, None] * omega
    hands = np.empty(angle.shape, np.complex128)
    np.sin(angle, out=hands.real)
    np.cos(angle, out=hands.imag)
    return hands


def _sorted(rows: Ids, n_rows: int) -> Ids:
    """The order that brings equal rows together; stable, so each row's lines keep theirs."""
    return np.argsort(rows.astype(np.min_scalar_type(n_rows)), kind="stable")


def _add_runs(total: Array, bounds: Ids, order: Ids, values: Array) -> None:
    """`add_runs`, in two threads if there is much to do, each with about as many lines."""
    if values.nbytes < TWO_THREADS:
        return add_runs(total, bounds, order, values)
    cut = int(np.searchsorted(bounds, bounds[-1] // 2))
    return _in_two(
        lambda part: add_runs(total[part], bounds[part.start : part.stop + 1], order, values), cut, len(total)
    )


def _in_two(work: Callable[[slice], object], cut: int, count: int) -> None:
    """``work`` on [0, cut) in a second thread and on [cut, count) in this one; what fails in either is raised here."""
    with ThreadPoolExecutor(1) as other:
        first = other.submit(work, slice(0, cut))
        work(slice(cut, count))
        first.result()
