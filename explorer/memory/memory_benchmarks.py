"""Benchmarks: table allocation, memory copy, lookup time. Generators, so that a page can show progress.

They run in a worker process, so that its memory growth is theirs only. A table is allocated only if it takes at most
`allowance()` bytes.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from explorer.memory.number_formats import FORMATS
from explorer.memory.system_memory import allowance, caches, resident
from explorer.wording import both, decimal


@dataclass(frozen=True)
class Allocate:
    """Request: rows, width and format of a table to allocate."""

    vocab_size: int
    embed_dim: int
    number: str


@dataclass(frozen=True)
class Growth:
    """Bytes after a share of the rows was written: by formula, by `nbytes`, and the growth of RSS."""

    step: int
    steps: int
    rows_written: int
    formula: int
    nbytes: int
    grown: int


def allocate(request: Allocate) -> Iterator[Growth]:
    """Allocate the table, write its rows in quarters, and yield the growth of the process after each.

    Raises:
        ValueError: the table is larger than `allowance()`; nothing is allocated then.
    """
    store = FORMATS[request.number]
    formula = store.table_bytes(request.vocab_size, request.embed_dim)
    if formula > allowance():
        raise ValueError(
            f"The table takes {both(formula)}; this server lends {decimal(allowance())} to a check. "
            "Its size was computed, not allocated. Choose fewer rows, a smaller width or fewer bits."
        )
    steps = 5
    # Warm-up: reading RSS and the first arithmetic allocate memory that is not the table's.
    np.ones(1000).sum()
    resident()
    before = resident()
    parts = _empty(request)
    nbytes = sum(part.nbytes for part in parts)
    for step in range(steps):
        done = request.vocab_size * step // (steps - 1)
        since = request.vocab_size * max(0, step - 1) // (steps - 1)
        for part in parts:
            part[since:done] = 1
        yield Growth(step + 1, steps, done, formula, nbytes, resident() - before)


def _empty(request: Allocate) -> list[NDArray[np.generic]]:
    rows, width = request.vocab_size, request.embed_dim
    if request.number == "FP32":
        return [np.empty((rows, width), np.float32)]
    if request.number == "INT8":
        return [np.empty((rows, width), np.int8), np.empty(rows, np.float16)]
    if request.number == "INT4":
        return [np.empty((rows, -(-width // 2)), np.uint8), np.empty((rows, -(-width // 32)), np.float16)]
    return [np.empty((rows, width), np.float16)]


@dataclass(frozen=True)
class Copy:
    """Request for the copy benchmark: memory in bytes (source and target together)."""

    size: int = 256 * 10**6


@dataclass(frozen=True)
class Copied:
    """Result of `step` rounds so far: bytes read and written per second, in the fastest and the median round."""

    step: int
    steps: int
    fastest: float
    median: float
    size: int


def copy_speed(request: Copy) -> Iterator[Copied]:
    """Copy an array repeatedly in one thread; bytes read and bytes written both count.

    STREAM (McCalpin 1995) reports the best round, since other work on the machine can only make a copy slower; the
    median says how often it did.
    """
    half = min(request.size, allowance()) // 2 // 8
    source, target = np.ones(half), np.zeros(half)
    moved = source.nbytes + target.nbytes
    seconds: list[float] = []
    steps = 15
    for step in range(steps):
        start = time.perf_counter()
        np.copyto(target, source)
        seconds.append(time.perf_counter() - start)
        yield Copied(step + 1, steps, moved / min(seconds), moved / median(seconds), moved)


RUNS = 9
"""Warm runs of every lookup benchmark."""


@dataclass(frozen=True)
class Curve:
    """Request for the lookup benchmark: width of rows, lookups per run, tables of up to `largest` bytes."""

    embed_dim: int = 64
    lookups: int = 65_536
    largest: int = 256 * 10**6
    seed: int = 0


@dataclass(frozen=True)
class Timed:
    """Nanoseconds per lookup: a cold run, then the fastest and the median warm run."""

    cold: float
    fastest: float
    median: float


@dataclass(frozen=True)
class Looked:
    """Time of a lookup in a table of V rows, for uniform ids and for ids as in text (Zipf)."""

    step: int
    steps: int
    vocab_size: int
    table_bytes: int
    evenly: Timed
    zipf: Timed


def lookup_curve(request: Curve) -> Iterator[Looked]:
    """Time `np.take` of random rows from tables of growing V.

    Ids are uniform, or like the words of a text with probabilities ∝ 1/rank (Zipf 1949). Chunks of 512 lookups keep the
    output small, so that only the table's size decides which cache serves it.
    """
    rng = np.random.default_rng(request.seed)
    row = request.embed_dim * 4
    last = max((size for _, size in caches()), default=2**25)
    other = np.zeros(min(2 * last, allowance() // 2) // 8)
    largest = min(request.largest, allowance() // 2) // row
    sizes = [2**power for power in range(4, 40) if 2**power <= largest]
    for step, vocab_size in enumerate(sizes):
        table = np.ones((vocab_size, request.embed_dim), np.float32)
        evenly = rng.integers(0, vocab_size, request.lookups)
        chances = np.cumsum(1 / np.arange(1, vocab_size + 1))
        ranks = np.searchsorted(chances, rng.random(request.lookups) * chances[-1])
        # Shuffled, since frequent words are not adjacent in a vocabulary.
        zipf = rng.permutation(vocab_size)[np.minimum(ranks, vocab_size - 1)]
        timed = [_nanoseconds_per_row(table, ids, other) for ids in (evenly, zipf)]
        yield Looked(step + 1, len(sizes), vocab_size, table.nbytes, *timed)


def _nanoseconds_per_row(table: NDArray[np.float32], ids: NDArray[np.int64], other: NDArray[np.float64]) -> Timed:
    """Time lookups; `other` is written first, so that the first run is cold."""
    chunk = 512
    out = np.empty((chunk, table.shape[1]), np.float32)
    chunks = [ids[at : at + chunk] for at in range(0, len(ids) - chunk + 1, chunk)]
    other += 1
    runs = []
    for _ in range(1 + RUNS):
        start = time.perf_counter()
        for part in chunks:
            np.take(table, part, axis=0, out=out, mode="clip")
        runs.append((time.perf_counter() - start) / (len(chunks) * chunk) * 1e9)
    return Timed(runs[0], min(runs[1:]), median(runs[1:]))
