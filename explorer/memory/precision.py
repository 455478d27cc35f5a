"""A real table with fewer bits: bytes, error, and how many of each row's nearest neighbours survive.

The table is Whisper tiny.en's (50,257 × 384), which is FP16 by birth, so FP16 keeps it exactly. Integers are symmetric:
value = integer × scale, with one scale for the whole table, for a row, or for 32 numbers (ggml's Q4_0 layout). All work
goes through the table in blocks of rows, so that a server with little memory can do it too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_whisper, shipped
from explorer.memory.machine import available
from explorer.wording import decimal

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]

RESULTS = Path(__file__).with_name("precision.json")
"""What `quantise(Quantise())` found, so that nobody waits for it; tools/measure_precision.py writes it."""
NEEDED = 150 * 10**6
"""Bytes that the comparison takes at most, with the interpreter: measured with `ru_maxrss`, rounded up."""
BLOCK = 2048
"""Rows worked on at a time."""
ROW, TABLE = 0, -1
"""Groups of numbers that share a scale: a row, the whole table."""


def to_fp16(rows: Floats, largest: float = 0.0) -> Floats:
    """Round to FP16 and back; `largest` is not needed, all ways to store take it.

    >>> to_fp16(np.array([[1 / 3]], np.float32)).tolist()
    [[0.333251953125]]
    """
    return rows.astype(np.float16).astype(np.float32)


def to_bf16(rows: Floats, largest: float = 0.0) -> Floats:
    """Round to BF16, the upper half of FP32 (ties to even), and back.

    >>> float(to_bf16(np.full((1, 1), 1.00390625, np.float32))[0, 0])
    1.0
    """
    bits = rows.view(np.uint32)
    even = (bits >> np.uint32(16)) & np.uint32(1)
    rounded: Floats = ((bits + np.uint32(0x7FFF) + even) & np.uint32(0xFFFF0000)).view(np.float32)
    return rounded


def to_integers(rows: Floats, largest: float, bits: int, group: int) -> Floats:
    """Symmetric integers of `bits` bits and back to numbers.

    Args:
        rows: (n, D), the whole table or some rows of it.
        largest: the largest absolute number of the whole table.
        bits: 8 or 4; the integers go from −(2ᵇ⁻¹ − 1) to 2ᵇ⁻¹ − 1.
        group: how many numbers of a row share an FP16 scale, `ROW` for all of them; `TABLE`: one FP32 scale for all.

    >>> restored = to_integers(np.array([[1.0, -2.0, 0.5, 0.0]], np.float32), 2.0, 8, 4)
    >>> bool(np.abs(restored - [[1, -2, 0.5, 0]]).max() < 2 / 127)
    True
    """
    top = 2 ** (bits - 1) - 1
    if group == TABLE:
        scale = np.float32(largest / top or 1)
        return _rounded(rows, scale, scale, top)
    width = rows.shape[1]
    group = group or width
    pad = -width % group
    blocks = (np.pad(rows, ((0, 0), (0, pad))) if pad else rows).reshape(len(rows), -1, group)
    # The scale is stored as FP16, so the integers are chosen for the scale that will be read back.
    scales = (np.abs(blocks).max(axis=2, keepdims=True) / top).astype(np.float16).astype(np.float32)
    restored = _rounded(blocks, np.where(scales == 0, np.float32(1), scales), scales, top)
    return restored.reshape(len(rows), -1)[:, :width]


def _rounded(numbers: Floats, divide: Floats | np.float32, multiply: Floats | np.float32, top: int) -> Floats:
    """Numbers → integers from −top to top → numbers, in one new array."""
    out = numbers / divide
    np.rint(out, out=out)
    np.clip(out, -top, top, out=out)
    out *= multiply
    return out


@dataclass(frozen=True)
class Scheme:
    """A way to store a table: bits per number, how many numbers share a scale (None: no scales), and there and back.

    `restore(rows, largest)` gives the rows as they are read back, `largest` being the table's largest absolute number.
    """

    bits: int
    group: int | None
    restore: Callable[[Floats, float], Floats]

    def bytes(self, rows: int, width: int) -> int:
        """Bytes of a (rows, width) table, its scales included.

        >>> SCHEMES["INT8, a scale a row"].bytes(2, 4), SCHEMES["INT8, one scale"].bytes(2, 4)
        (12, 12)
        """
        if self.group is None:
            scales = 0
        elif self.group == TABLE:
            scales = 4
        else:
            scales = 2 * rows * -(-width // (self.group or width))
        return rows * -(-width * self.bits // 8) + scales


def _integers(bits: int, group: int) -> Scheme:
    return Scheme(bits, group, lambda rows, largest: to_integers(rows, largest, bits, group))


SCHEMES: dict[str, Scheme] = {
    "FP16": Scheme(16, None, to_fp16),
    "BF16": Scheme(16, None, to_bf16),
    "INT8, a scale a row": _integers(8, ROW),
    "INT8, one scale": _integers(8, TABLE),
    "INT4, a scale for 32": _integers(4, 32),
    "INT4, a scale a row": _integers(4, ROW),
    "INT4, one scale": _integers(4, TABLE),
}


@dataclass(frozen=True)
class Quantise:
    """How many rows are asked for their neighbours, and how many neighbours each."""

    queries: int = 400
    neighbours: int = 10
    seed: int = 0


@dataclass(frozen=True)
class Quantised:
    """One scheme: bytes, relative error ‖W − Ŵ‖/‖W‖, largest error of a number, share of neighbours kept (0 to 1)."""

    step: int
    steps: int
    scheme: str
    bytes: int
    error: float
    worst: float
    kept: float


@lru_cache(maxsize=1)
def results() -> tuple[Quantised, ...]:
    """The shipped results for `Quantise()`, one record per scheme.

    >>> [record.scheme for record in results()] == list(SCHEMES)
    True
    """
    with shipped.reading(RESULTS):
        return tuple(Quantised(**entry) for entry in json.loads(RESULTS.read_text(encoding="utf-8")))


class Nearest:
    """The rows with the largest cosine to each of some query rows, found block by block.

    Args:
        rows: (Q, D) the query rows.
        ids: (Q,) their numbers; a row is not its own neighbour.
        count: neighbours kept.
    """

    def __init__(self, rows: Floats, ids: Ids, count: int) -> None:
        self._rows, self._own = rows, ids
        self._cosines = np.full((len(ids), count), -np.inf, np.float32)
        self.ids = np.zeros((len(ids), count), np.int64)
        """(Q, count) the neighbours so far, in no order."""

    def add(self, first: int, block: Floats) -> None:
        """Look through the rows `first`, `first` + 1, … of the table."""
        count = self.ids.shape[1]
        norms = np.sqrt(np.einsum("ij,ij->i", block, block))
        cosines = self._rows @ block.T
        cosines /= np.where(norms == 0, 1, norms)
        here = (self._own >= first) & (self._own < first + len(block))
        cosines[here, self._own[here] - first] = -np.inf
        found = np.argpartition(cosines, -count, axis=1)[:, -count:] if len(block) > count else np.arange(len(block))
        found = np.broadcast_to(found, (len(self._own), found.shape[-1]))
        cosines = np.concatenate([self._cosines, np.take_along_axis(cosines, found, axis=1)], axis=1)
        ids = np.concatenate([self.ids, found + first], axis=1)
        best = np.argpartition(cosines, -count, axis=1)[:, -count:]
        self._cosines, self.ids = (np.take_along_axis(array, best, axis=1) for array in (cosines, ids))


def _blocks(table: NDArray[np.floating]) -> Iterator[tuple[int, Floats]]:
    for first in range(0, len(table), BLOCK):
        yield first, table[first : first + BLOCK].astype(np.float32)


def neighbours(table: NDArray[np.floating], queries: Ids, count: int) -> Ids:
    """The `count` rows with the largest cosine to each query row, itself apart: ids (Q, count), in no order.

    >>> neighbours(np.array([[1, 0], [1, 0.1], [0, 1]], np.float32), np.array([0]), 1)
    array([[1]])
    """
    nearest = Nearest(table[queries].astype(np.float32), queries, count)
    for first, block in _blocks(table):
        nearest.add(first, block)
    return nearest.ids


def quantise(request: Quantise, table: NDArray[np.floating] | None = None) -> Iterator[Quantised]:
    """Store the Whisper table (or `table`) in every scheme; yields one record per scheme.

    The mean row is taken off before neighbours are compared: all rows of that table point much the same way, and with
    the shared part left in, every row would be everybody's neighbour.

    Raises:
        ValueError: the server has not enough memory left.
    """
    if table is None and available() < NEEDED:
        left = decimal(available())
        raise ValueError(f"This takes {decimal(NEEDED)} of memory for a while; the server has {left} left.")
    weights = load_whisper().tokens if table is None else table
    rng = np.random.default_rng(request.seed)
    queries = np.sort(rng.choice(len(weights), min(request.queries, len(weights)), replace=False))
    asked = weights[queries].astype(np.float32)
    total, squares, largest = np.zeros(weights.shape[1]), 0.0, 0.0
    for _, block in _blocks(weights):
        total += block.sum(axis=0, dtype=np.float64)
        squares += float(np.square(block, dtype=np.float64).sum())
        largest = max(largest, float(np.abs(block).max()))
    mean = (total / len(weights)).astype(np.float32)
    before = Nearest(asked - mean, queries, request.neighbours)
    for first, block in _blocks(weights):
        before.add(first, block - mean)
    for step, (name, scheme) in enumerate(SCHEMES.items(), 1):
        after = Nearest(scheme.restore(asked, largest) - mean, queries, request.neighbours)
        wrong, worst = 0.0, 0.0
        for first, block in _blocks(weights):
            restored = scheme.restore(block, largest)
            difference = restored - block
            wrong += float(np.square(difference, dtype=np.float64).sum())
            worst = max(worst, float(np.abs(difference).max()))
            after.add(first, restored - mean)
        kept = sum(len(np.intersect1d(a, b)) for a, b in zip(before.ids, after.ids, strict=True)) / before.ids.size
        size = scheme.bytes(*weights.shape)
        yield Quantised(step, len(SCHEMES), name, size, (wrong / squares) ** 0.5, worst, kept)
