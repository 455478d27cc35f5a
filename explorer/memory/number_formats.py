"""Storage formats of numbers: bits, and the scales of small integers.

INT8 keeps one FP16 scale per row (value = integer × scale), as the shipped MiniLM table does. INT4 keeps one FP16 scale
for every 32 numbers of a row, the layout of `Q4_0` in ggml: 16 bytes of halves, 2 bytes of scale, 4.5 bits per number.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """A storage format: `bits` per number, and how many share a two-byte scale.

    `group` is None without scales, 0 for one scale per row, else the numbers that share one.
    """

    name: str
    bits: int
    group: int | None
    computes_in: int
    """Bytes per number in computations: INT8 and INT4 are dequantized to 16 bits."""

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
        return 0 if self.group is None else 1 if self.group == 0 else -(-width // self.group)

    def table_bytes(self, rows: int, width: int) -> int:
        """Bytes of a (rows, width) table, exact for any size.

        >>> FORMATS["FP32"].table_bytes(50_000, 512)
        102400000
        """
        return rows * self.row_bytes(width)


FORMATS = {
    "FP32": Format("FP32", 32, None, 4),
    "BF16 or FP16": Format("BF16 or FP16", 16, None, 2),
    "INT8": Format("INT8", 8, 0, 2),
    "INT4": Format("INT4", 4, 32, 2),
}
