"""Lookup equals one-hot × table: both are computed, compared and timed."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional import embedding
from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.preprocessing import row_blocks

BLOCK = 8192
RUNS = 3
MOST = 32
"""Maximum number of tokens; each costs a pass over the whole table."""


@dataclass(frozen=True)
class Proof:
    """Results and costs of both computations.

    Attributes:
        tokens: rows compared, n.
        difference: largest absolute difference between the two results.
        table_bytes: bytes of the table that the product reads: all of them.
        lookup_seconds, lookup_median: fastest and median of `RUNS` lookups.
        one_hot_seconds, one_hot_median: the same of the product, on one thread, for the multiplication only: both
            float32 matrices are prepared before.
        multiplications: n · V · D, of which n · D are not by zero.
    """

    tokens: int
    difference: float
    table_bytes: int
    lookup_seconds: float
    one_hot_seconds: float
    multiplications: int
    lookup_median: float
    one_hot_median: float


def one_hot_product(
    ids: NDArray[np.int64], weight: NDArray[np.floating], runs: int = 1, clock: Callable[[], float] = time.perf_counter
) -> tuple[NDArray[np.float32], list[float]]:
    """one_hot(ids) @ weight for ids (n,) and weight (V, D), and the seconds of `runs` times its multiplications.

    Computed in blocks of the vocabulary, since a float32 table and its one-hot matrix may not fit into memory. Returns
    (n, D) float32, and one number per run.

    >>> one_hot_product(np.array([2, 0]), np.array([[0, 1], [2, 3], [4, 5]], np.float32))[0].tolist()
    [[4.0, 5.0], [0.0, 1.0]]
    """
    total = np.zeros((len(ids), weight.shape[1]), np.float32)
    seconds = [0.0] * runs
    for first, part in row_blocks(weight, BLOCK):
        rows = part.astype(np.float32, copy=False)
        one_hot = (ids[:, None] == np.arange(first, first + len(rows))).astype(np.float32)
        for run in range(runs):
            began = clock()
            product = one_hot @ rows
            seconds[run] += clock() - began
        total += product
    return total, seconds


def prove(
    ids: NDArray[np.int64], weight: NDArray[np.floating], clock: Callable[[], float] = time.perf_counter
) -> Proof:
    """Do both for the first `MOST` of ids (n,) in weight (V, D).

    >>> proof = prove(np.array([3, 1, 3]), np.eye(4, 2, dtype=np.float32))
    >>> proof.difference, proof.table_bytes, proof.multiplications
    (0.0, 32, 24)
    """
    ids = ids[:MOST]
    rows, seconds = embedding(ids, weight), []
    for _ in range(RUNS):
        began = clock()
        rows = embedding(ids, weight)
        seconds.append(clock() - began)
    with one_thread():
        product, products = one_hot_product(ids, weight, RUNS, clock)
    V, D = weight.shape
    return Proof(
        tokens=len(ids),
        difference=float(np.abs(product - rows).max(initial=0)),
        table_bytes=weight.nbytes,
        lookup_seconds=min(seconds),
        one_hot_seconds=min(products),
        multiplications=len(ids) * V * D,
        lookup_median=float(np.median(seconds)),
        one_hot_median=float(np.median(products)),
    )
