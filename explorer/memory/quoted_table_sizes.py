"""Memory figures quoted in course texts, and the unit in which each is right.

Facts from public texts on embeddings (TinyTorch module 11: slides and book chapter; TensorWeaver chapter 26; a CS336
note). The same table has "92 MB" in one and "88 MB" in another: one uses MB (10⁶), the other MiB (2²⁰).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal


@dataclass(frozen=True)
class Quoted:
    """A quoted figure: a (rows, width) table of FP32 numbers, the printed digits and unit."""

    what: str
    rows: int
    width: int
    digits: str
    unit: str

    @property
    def bytes(self) -> int:
        """True size in bytes: rows · width · 4."""
        return self.rows * self.width * 4

    @property
    def quoted(self) -> str:
        """The figure as printed."""
        return f"{self.digits} {self.unit}"


COURSE = (
    Quoted("Small BERT, 30,000 × 768 (slides)", 30_000, 768, "92", "MB"),
    Quoted("Small BERT, 30,000 × 768 (book)", 30_000, 768, "88", "MB"),
    Quoted("50,257 × 1024 (slides)", 50_257, 1024, "206", "MB"),
    Quoted("50,257 × 1024 (book)", 50_257, 1024, "196", "MB"),
    Quoted("GPT-3, 50,257 × 12,288", 50_257, 12_288, "2.4", "GB"),
    Quoted("GPT-3, 50,257 × 12,288", 50_257, 12_288, "2.3", "GB"),
    Quoted("GPT-3, 50,257 × 12,288", 50_257, 12_288, "2356", "MB"),
    Quoted("100,000 × 1024", 100_000, 1024, "391", "MB"),
    Quoted("100,000 × 1024", 100_000, 1024, "410", "MB"),
    Quoted("50,000 × 512", 50_000, 512, "97.7", "MB"),
    Quoted("Learned positions, 2048 × 512", 2048, 512, "4.0", "MB"),
    Quoted("Learned positions, 2048 × 12,288", 2048, 12_288, "96", "MB"),
)


def fitting_unit(quoted: Quoted) -> str:
    """Unit in which the printed digits are right: "MB", "MiB", "neither …"; GB and GiB likewise.

    >>> [fitting_unit(quoted) for quoted in COURSE[:5]]
    ['MB', 'MiB', 'MB', 'MiB', 'neither: 2.47 GB cut off, not rounded']
    """
    letter = quoted.unit[0]
    power = {"M": 2, "G": 3}[letter]
    last_digit = Decimal(1).scaleb(-len(quoted.digits.partition(".")[2]))
    printed = Decimal(quoted.digits)
    found: dict[str, Decimal] = {}
    for name, base in ((f"{letter}B", 1000), (f"{letter}iB", 1024)):
        found[name] = Decimal(quoted.bytes) / base**power
        if found[name].quantize(last_digit, ROUND_HALF_UP) == printed:
            return name
    for name, value in found.items():
        if value.quantize(last_digit, ROUND_DOWN) == printed:
            return f"neither: {value:.{max(2, -int(last_digit.as_tuple().exponent))}f} {name} cut off, not rounded"
    return "neither"
