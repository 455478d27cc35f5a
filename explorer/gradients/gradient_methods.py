"""Four methods for the table's gradient: a loop, ``np.add.at``, a sparse matrix product, and touched rows only.

All add the tokens' gradients in the order of the text, so they should agree bitwise; `measure` checks this, and reports
the error against a float64 sum, the time, and the peak memory of each.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from explorer.core import RowSparse
from explorer.core.functional import embedding_backward_rows
from explorer.data.cache import cached_expiring
from explorer.gradients.text_batch import read

Array = NDArray[np.float32]
Ids = NDArray[np.int64]

YOURS, WORDS, ALIKE = "your text", "as words come", "all rows alike"
SOURCES = (YOURS, WORDS, ALIKE)
LEAST = 3
"""Minimum number of runs of each method."""


def loop(gradient: Array, ids: Ids, vocab_size: int) -> Array:
    """Token by token: add its gradient to its row.

    >>> loop(np.ones((3, 1), np.float32), np.array([1, 1, 2]), 4).ravel().tolist()
    [0.0, 2.0, 1.0, 0.0]
    """
    out = np.zeros((vocab_size, gradient.shape[1]), gradient.dtype)
    for token, row in enumerate(ids):
        out[row] += gradient[token]
    return out


def add_at(gradient: Array, ids: Ids, vocab_size: int) -> Array:
    """NumPy's scatter-add; ``out[ids] += gradient`` would keep only the last of the repeated tokens."""
    out = np.zeros((vocab_size, gradient.shape[1]), gradient.dtype)
    np.add.at(out, ids, gradient)
    return out


def matrix(gradient: Array, ids: Ids, vocab_size: int) -> Array:
    """one_hot(ids)ᵀ @ gradient, the one-hot matrix stored as compressed sparse rows (CSR): one 1 in each."""
    ones, ends = np.ones(len(ids), gradient.dtype), np.arange(len(ids) + 1)
    out: Array = csr_array((ones, ids, ends), shape=(len(ids), vocab_size)).T @ gradient
    return out


def touched_rows(gradient: Array, ids: Ids, vocab_size: int) -> RowSparse:
    """The core's method: sort the ids and store only the touched rows."""
    return embedding_backward_rows(gradient, ids, vocab_size)


METHODS: dict[str, Callable[[Array, Ids, int], Array | RowSparse]] = {
    "loop over tokens": loop,
    "np.add.at": add_at,
    "CSR matrix product": matrix,
    "touched rows only": touched_rows,
}


@dataclass(frozen=True)
class Request:
    """Settings: source of the ids, their number, width, and rows of the table."""

    source: str = WORDS
    tokens: int = 4096
    width: int = 64
    vocab_size: int = 50_257
    text: str = ""
    encoding: str = "gpt2"


@dataclass(frozen=True)
class Measured:
    """Measurement of one method.

    Attributes:
        step: number of the method, from 1 to `steps`.
        method: name in `METHODS`.
        seconds: time of the fastest run.
        median: median time.
        runs: number of runs.
        peak_bytes: peak memory, including the result.
        result_bytes: memory of the result.
        same_bits: whether the result is bitwise that of the loop.
        apart: largest difference from the loop.
        error: largest difference from the float64 sum.
        tokens: tokens in the batch.
        rows: touched rows.
    """

    step: int
    steps: int
    method: str
    seconds: float
    median: float
    runs: int
    peak_bytes: int
    result_bytes: int
    same_bits: bool
    apart: float
    error: float
    tokens: int
    rows: int


def ids_of(request: Request) -> tuple[Ids, int]:
    """The ids of a request, and V.

    >>> ids_of(Request(source=YOURS, text="a cat"))[0].tolist()
    [64, 3797]
    """
    if request.source == YOURS:
        batch = read(request.text, request.encoding)
        return batch.ids[: request.tokens], batch.vocab_size
    rng = np.random.default_rng(0)
    if request.source == ALIKE:
        return rng.integers(0, request.vocab_size, request.tokens), request.vocab_size
    if request.source != WORDS:
        raise ValueError(f"source must be one of {', '.join(SOURCES)}, got {request.source!r}")
    chance = 1 / np.arange(1, request.vocab_size + 1)  # Zipf: frequency ∝ 1/rank
    return rng.choice(request.vocab_size, request.tokens, p=chance / chance.sum()), request.vocab_size


@cached_expiring(most=16)
def counts(request: Request) -> tuple[int, int, int]:
    """Tokens of a request, rows that they touch, and V.

    >>> counts(Request(source=YOURS, text="a cat a cat"))
    (4, 3, 50257)
    """
    ids, vocab_size = ids_of(request)
    return len(ids), len(np.unique(ids)), vocab_size


def measure(request: Request, seconds: float = 0.2) -> Iterator[Measured]:
    """Time each method for about ``seconds``, then run it once more to measure its memory."""
    ids, vocab_size = ids_of(request)
    gradient = np.random.default_rng(1).standard_normal((len(ids), request.width), np.float32)
    first = loop(gradient, ids, vocab_size)
    exact = np.zeros(first.shape)
    np.add.at(exact, ids, gradient)
    for step, (name, method) in enumerate(METHODS.items(), 1):
        taken: list[float] = []
        while sum(taken) < seconds or len(taken) < LEAST:
            start = time.perf_counter()
            method(gradient, ids, vocab_size)
            taken.append(time.perf_counter() - start)
        peak, result = _watch_memory(lambda method=method: method(gradient, ids, vocab_size))  # type: ignore[misc]
        made = result.dense() if isinstance(result, RowSparse) else result
        yield Measured(
            step=step,
            steps=len(METHODS),
            method=name,
            seconds=min(taken),
            median=median(taken),
            runs=len(taken),
            peak_bytes=peak,
            result_bytes=result.nbytes,
            same_bits=made.tobytes() == first.tobytes(),
            apart=float(np.abs(made - first).max(initial=0)),
            error=float(np.abs(made - exact).max(initial=0)),
            tokens=len(ids),
            rows=len(np.unique(ids)),
        )


def _watch_memory(function: Callable[[], Any]) -> tuple[int, Any]:
    tracemalloc.start()
    try:
        result = function()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()
