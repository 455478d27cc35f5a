"""Four ways to the same gradient: a loop, ``np.add.at``, a sparse matrix product, and touched rows only.

All four add the tokens' gradients in the order of the text, so they should agree to the last bit; `measure` looks, and
says how far each is from the sum taken in float64, how long it takes, and how much memory at its peak.
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
from explorer.gradients.batch import read

Array = NDArray[np.float32]
Ids = NDArray[np.int64]

YOURS, WORDS, ALIKE = "your text", "as words come", "all rows alike"
SOURCES = (YOURS, WORDS, ALIKE)
LEAST = 3
"""Each way is run at least this often, however long it takes."""


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
    """The way of this project's core: ids sorted, and only the rows that they touch stored."""
    return embedding_backward_rows(gradient, ids, vocab_size)


WAYS: dict[str, Callable[[Array, Ids, int], Array | RowSparse]] = {
    "loop over tokens": loop,
    "np.add.at": add_at,
    "CSR matrix product": matrix,
    "touched rows only": touched_rows,
}


@dataclass(frozen=True)
class Request:
    """What to measure: where ids come from, how many, how wide, in a table of how many rows."""

    source: str = WORDS
    tokens: int = 4096
    width: int = 64
    vocab_size: int = 50_257
    text: str = ""
    encoding: str = "gpt2"


@dataclass(frozen=True)
class Measured:
    """What one way needed, and how its result compares.

    Attributes:
        step: 1 for the first way; `steps` is how many there are.
        way: its name in `WAYS`.
        seconds: the fastest run.
        median: the run in the middle.
        runs: how many there were.
        peak_bytes: most memory held at once while it ran, its result included.
        result_bytes: memory of the result.
        same_bits: every number is that of the loop, to the last bit.
        apart: largest difference from the loop.
        error: largest difference from the sum in float64.
        tokens: tokens in the batch.
        rows: rows that they touch.
    """

    step: int
    steps: int
    way: str
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
    chance = 1 / np.arange(1, request.vocab_size + 1)  # Zipf: the r-th most frequent word comes 1/r as often
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
    """Run each way again and again for about ``seconds``, then once more to watch its memory."""
    ids, vocab_size = ids_of(request)
    gradient = np.random.default_rng(1).standard_normal((len(ids), request.width), np.float32)
    first = loop(gradient, ids, vocab_size)
    exact = np.zeros(first.shape)
    np.add.at(exact, ids, gradient)
    for step, (name, way) in enumerate(WAYS.items(), 1):
        taken: list[float] = []
        while sum(taken) < seconds or len(taken) < LEAST:
            start = time.perf_counter()
            way(gradient, ids, vocab_size)
            taken.append(time.perf_counter() - start)
        peak, result = _watch_memory(lambda way=way: way(gradient, ids, vocab_size))  # type: ignore[misc]
        made = result.dense() if isinstance(result, RowSparse) else result
        yield Measured(
            step=step,
            steps=len(WAYS),
            way=name,
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
