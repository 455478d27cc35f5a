"""Storage formats of numbers: bits, scales of small integers, and the round trip of a table through each.

Integers are symmetric: value = integer × scale, with one scale for the whole table, for a row (as in the shipped MiniLM
table), or for 32 numbers of a row: the layout of `Q4_0` in ggml, 16 bytes of halves and 2 bytes of scale.
"""

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
class Format:
    """A storage format.

    Attributes:
        bits: per number.
        group: numbers of a row that share a two-byte scale, `ROW` or `TABLE`; None without scales.
        computes_in: bytes per number in computations: INT8 and INT4 are dequantized to 16 bits.
        rounds: round trip of floats without scales; of integers it follows from `bits` and `group`.
    """

    bits: int
    group: int | None
    computes_in: int = 2
    rounds: Callable[[Floats, float], Floats] | None = None

    def row_bytes(self, width: int) -> int:
        """Bytes of one row of `width` numbers; a row starts on a byte.

        >>> [FORMATS[name].row_bytes(768) for name in FORMATS]
        [3072, 1536, 770, 432]
        """
        return -(-width * self.bits // 8) + 2 * self.scales(width)

    def scales(self, width: int) -> int:
        """Number of scales in a row of `width` numbers.

        >>> [FORMATS[name].scales(768) for name in FORMATS]
        [0, 0, 1, 24]
        """
        return 0 if self.group in (None, TABLE) else -(-width // (self.group or width))

    def table_bytes(self, rows: int, width: int) -> int:
        """Bytes of a (rows, width) table, exact for any size.

        >>> FORMATS["FP32"].table_bytes(50_000, 512), SCHEMES["INT8, one scale"].table_bytes(2, 4)
        (102400000, 12)
        """
        return rows * self.row_bytes(width) + 4 * (self.group == TABLE)

    def restore(self, rows: Floats, largest: float) -> Floats:
        """Some rows of a table after the round trip; `largest`: the table's largest absolute number."""
        if self.group is not None:
            return to_integers(rows, largest, self.bits, self.group)
        return self.rounds(rows, largest) if self.rounds else rows


SCHEMES = {
    "FP16": Format(16, None, rounds=to_fp16),
    "BF16": Format(16, None, rounds=to_bf16),
    "INT8, a scale per row": Format(8, ROW),
    "INT8, one scale": Format(8, TABLE),
    "INT4, a scale per 32": Format(4, 32),
    "INT4, a scale per row": Format(4, ROW),
    "INT4, one scale": Format(4, TABLE),
}
"""Ways to store a trained table in fewer bits."""
FORMATS = {
    "FP32": Format(32, None, computes_in=4),
    "BF16 or FP16": SCHEMES["FP16"],
    "INT8": SCHEMES["INT8, a scale per row"],
    "INT4": SCHEMES["INT4, a scale per 32"],
}
"""Number formats of the bill."""
