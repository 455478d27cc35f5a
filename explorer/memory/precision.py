"""A real table with fewer bits: bytes, error, and how many of each row's nearest neighbours survive.

The table is Whisper tiny.en's (50,257 × 384), which is FP16 by birth, so FP16 keeps it exactly. Integers are symmetric:
value = integer × scale, with one scale for the whole table, for a row, or for 32 numbers (ggml's Q4_0 layout).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_whisper
from explorer.memory.measure import available
from explorer.memory.units import decimal

Floats = NDArray[np.float32]

NEEDED = 450 * 10**6
"""Bytes that the comparison takes at most, with the interpreter: measured with `ru_maxrss`, rounded up."""


def to_fp16(table: Floats) -> tuple[Floats, int]:
    """Round to FP16; returns the restored table and the bytes it takes, as all functions here do.

    >>> to_fp16(np.ones((2, 4), np.float32))[1]
    16
    """
    return table.astype(np.float16).astype(np.float32), table.size * 2


def to_bf16(table: Floats) -> tuple[Floats, int]:
    """Round to BF16, the upper half of FP32 (ties to even).

    >>> float(to_bf16(np.full((1, 1), 1.00390625, np.float32))[0][0, 0])
    1.0
    """
    bits = table.view(np.uint32)
    # Step by step in one array: a free server has no room for a new one at every step.
    rounded = bits >> np.uint32(16)
    rounded &= np.uint32(1)
    rounded += np.uint32(0x7FFF)
    rounded += bits
    rounded &= np.uint32(0xFFFF0000)
    return rounded.view(np.float32), table.size * 2


def to_integers(table: Floats, bits: int, group: int) -> tuple[Floats, int]:
    """Symmetric integers of `bits` bits; `group` numbers of a row share an FP16 scale (0: the whole table shares one).

    >>> restored, size = to_integers(np.array([[1.0, -2.0, 0.5, 0.0]], np.float32), 8, 4)
    >>> size, bool(np.abs(restored - [[1, -2, 0.5, 0]]).max() < 2 / 127)
    (6, True)
    """
    rows, width = table.shape
    top = 2 ** (bits - 1) - 1
    size = rows * (-(-width * bits // 8))
    if group == 0:
        scale = np.float32(max(table.max(), -table.min()) / top or 1)
        return _rounded(table, scale, scale, top), size + 4
    pad = -width % group
    blocks = (np.pad(table, ((0, 0), (0, pad))) if pad else table).reshape(rows, -1, group)
    # The scale is stored as FP16, so the integers are chosen for the scale that will be read back.
    largest = np.maximum(blocks.max(axis=2, keepdims=True), -blocks.min(axis=2, keepdims=True))
    scales = (largest / top).astype(np.float16).astype(np.float32)
    restored = _rounded(blocks, np.where(scales == 0, np.float32(1), scales), scales, top)
    return restored.reshape(rows, -1)[:, :width], size + 2 * scales.size


def _rounded(numbers: Floats, divide: Floats | np.float32, multiply: Floats | np.float32, top: int) -> Floats:
    """Numbers → integers from −top to top → numbers, in one new array."""
    out = numbers / divide
    np.rint(out, out=out)
    np.clip(out, -top, top, out=out)
    out *= multiply
    return out


SCHEMES: dict[str, Callable[[Floats], tuple[Floats, int]]] = {
    "FP16": to_fp16,
    "BF16": to_bf16,
    "INT8, a scale a row": lambda table: to_integers(table, 8, table.shape[1]),
    "INT8, one scale": lambda table: to_integers(table, 8, 0),
    "INT4, a scale for 32": lambda table: to_integers(table, 4, 32),
    "INT4, a scale a row": lambda table: to_integers(table, 4, table.shape[1]),
    "INT4, one scale": lambda table: to_integers(table, 4, 0),
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


def neighbours(table: Floats, queries: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The `count` rows with the largest cosine to each query row, itself apart: ids (Q, count), in no order.

    >>> neighbours(np.array([[1, 0], [1, 0.1], [0, 1]], np.float32), np.array([0]), 1)
    array([[1]])
    """
    norms = np.sqrt(np.einsum("ij,ij->i", table, table))
    inverse = 1 / np.where(norms == 0, 1, norms)
    found = []
    for part in np.array_split(queries, max(1, len(queries) // 50)):
        cosine = (table[part] @ table.T) * inverse
        cosine[np.arange(len(part)), part] = -np.inf
        found.append(np.argpartition(cosine, -count, axis=1)[:, -count:])
    return np.concatenate(found)


def quantise(request: Quantise, table: Floats | None = None) -> Iterator[Quantised]:
    """Store the Whisper table (or `table`) in every scheme; yields one record a scheme.

    The mean row is taken off before neighbours are compared: all rows of that table point much the same way, and with
    the shared part left in, every row would be everybody's neighbour.

    Raises:
        ValueError: the server has not enough memory left for the Whisper table and a copy of it.
    """
    if table is None and available() < NEEDED:
        left = decimal(available())
        raise ValueError(f"This takes {decimal(NEEDED)} of memory for a while; the server has {left} left.")
    weights = load_whisper().tokens.astype(np.float32) if table is None else table
    mean = weights.mean(axis=0)
    rng = np.random.default_rng(request.seed)
    queries = np.sort(rng.choice(len(weights), min(request.queries, len(weights)), replace=False))
    before = neighbours(weights - mean, queries, request.neighbours)
    length = float(np.linalg.norm(weights))
    for step, (name, store) in enumerate(SCHEMES.items()):
        restored, size = store(weights)
        error, worst = _errors(weights, restored)
        restored -= mean
        after = neighbours(restored, queries, request.neighbours)
        kept = [len(np.intersect1d(a, b)) for a, b in zip(before, after, strict=True)]
        share = sum(kept) / before.size
        yield Quantised(step + 1, len(SCHEMES), name, size, error / length, worst, share)
        del restored


def _errors(weights: Floats, restored: Floats) -> tuple[float, float]:
    """‖W − Ŵ‖ and the largest error of a number, a few thousand rows at a time."""
    squares, worst = 0.0, 0.0
    for at in range(0, len(weights), 4096):
        difference = restored[at : at + 4096] - weights[at : at + 4096]
        squares += float(np.square(difference, dtype=np.float64).sum())
        worst = max(worst, float(np.abs(difference).max()))
    return squares**0.5, worst
