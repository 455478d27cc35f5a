"""Quantization schemes for a table, each as a round trip.

Integers are symmetric: value = integer × scale, with one scale for the whole table, for a row, or for 32 numbers
(ggml's Q4_0 layout).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

ROW, TABLE = 0, -1
"""Special group sizes: a row, the whole table."""


def to_fp16(rows: Floats, largest: float = 0.0) -> Floats:
    """Round to FP16 and back; `largest` is unused, for a common signature.

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
    """Quantize to symmetric integers of `bits` bits, and back.

    Args:
        rows: (n, D), the whole table or some rows of it.
        largest: the largest absolute number of the whole table.
        bits: 8 or 4; the integers go from −(2ᵇ⁻¹ − 1) to 2ᵇ⁻¹ − 1.
        group: numbers of a row that share an FP16 scale; `ROW`: all of them; `TABLE`: one FP32 scale for the table.

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
    # The scale is stored as FP16, so integers are computed with the rounded scale.
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
    """Storage scheme: bits per number, numbers that share a scale (None: no scales), and the round trip.

    `restore(rows, largest)` returns the dequantized rows; `largest` is the table's largest absolute number.
    """

    bits: int
    group: int | None
    restore: Callable[[Floats, float], Floats]

    def bytes(self, rows: int, width: int) -> int:
        """Bytes of a (rows, width) table, including scales.

        >>> SCHEMES["INT8, a scale per row"].bytes(2, 4), SCHEMES["INT8, one scale"].bytes(2, 4)
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
    "INT8, a scale per row": _integers(8, ROW),
    "INT8, one scale": _integers(8, TABLE),
    "INT4, a scale per 32": _integers(4, 32),
    "INT4, a scale per row": _integers(4, ROW),
    "INT4, one scale": _integers(4, TABLE),
}
