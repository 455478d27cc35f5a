"""How near two positions stand to one another in the sinusoidal encoding, and what its waves cover.

Read each pair of columns as a clock hand. Then the dot product of two rows is a sum of cos(ω · offset), one term
a pair: it knows the offset alone. From that follow the curve over distance, the smallest distance between any two
rows without comparing them all, and the share of hands that never come round.

Source: Vaswani et al. 2017, "Attention Is All You Need", §3.5, https://arxiv.org/abs/1706.03762.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.core.functional.sinusoidal import Layout

Floats = NDArray[np.float64]
BLOCK = 64
SECOND_LOOK = 256


@dataclass(frozen=True)
class Waves:
    """The settings of one sinusoidal table: (length, dim), frequency base, order of columns.

    Example:
        >>> Waves(50, 128).rows([0])[0, :4].tolist()
        [0.0, 1.0, 0.0, 1.0]
    """

    length: int
    dim: int
    base: float = 10_000.0
    layout: Layout = "interleaved"

    def __post_init__(self) -> None:
        if self.length < 1 or self.dim < 1:
            raise ValueError(f"A table needs at least one row and one column, got {self.length} × {self.dim}")

    @property
    def frequencies(self) -> Floats:
        """Radians a position of every pair, fastest first, (⌈dim / 2⌉,)."""
        return functional.frequencies(self.dim, base=self.base)

    @property
    def wavelengths(self) -> Floats:
        """Positions a turn of every pair, 2π / ω."""
        return 2 * np.pi / self.frequencies

    @property
    def full_pairs(self) -> Floats:
        """Frequencies of the pairs that have both sine and cosine: an odd width ends on a sine alone."""
        return self.frequencies[: self.dim // 2]

    def rows(self, positions: NDArray[np.integer] | list[int]) -> Floats:
        """The rows at these positions in float64, each angle taken afresh, (P, dim)."""
        return functional.sinusoidal(
            np.asarray(positions), self.dim, base=self.base, layout=self.layout, dtype=np.float64
        )


def pair_of_column(dim: int, layout: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """For every column its pair and whether it is the cosine.

    >>> pair_of_column(5, "concatenated")[0].tolist()
    [0, 1, 2, 0, 1]
    >>> pair_of_column(5, "interleaved")[1].tolist()
    [False, True, False, True, False]
    """
    column = np.arange(dim)
    if layout == "interleaved":
        return column // 2, column % 2 == 1
    half = (dim + 1) // 2
    return column % half, column >= half


def to_concatenated(dim: int) -> NDArray[np.int64]:
    """The order of columns that turns the interleaved layout into the concatenated one.

    >>> to_concatenated(5).tolist()
    [0, 2, 4, 1, 3]
    """
    return np.concatenate([np.arange(0, dim, 2), np.arange(1, dim, 2)])


def unfinished(waves: Waves) -> int:
    """How many pairs have not come round once by the last position: ω · (length − 1) < 2π.

    >>> unfinished(Waves(512, 128)), unfinished(Waves(8, 4))
    (33, 1)
    """
    return int(np.count_nonzero(waves.frequencies * (waves.length - 1) < 2 * np.pi))


def offset_dots(waves: Waves) -> Floats:
    """Σ cos(ω k) over the full pairs, for every offset k below the length: the dot product of rows k apart.

    Written as k = 64 a + b, each term is the real part of e^(iω·64a) · e^(iωb), so the whole curve is one matrix
    product, and needs (length / 64 + 64) angles a pair instead of `length`.

    >>> offset_dots(Waves(3, 4)).round(4).tolist()  # cos k + cos(k / 100)
    [2.0, 1.5403, 0.5837]
    """
    omega = waves.full_pairs
    coarse = np.exp(1j * np.outer(np.arange(0, waves.length, BLOCK), omega))
    fine = np.exp(1j * np.outer(omega, np.arange(BLOCK)))
    dots: Floats = (coarse @ fine).real.ravel()[: waves.length]
    return dots


@dataclass(frozen=True, eq=False)
class Closeness:
    """Every drawn row against every drawn row, and row 0 against every row.

    Attributes:
        positions: the positions drawn, evenly spaced from 0, (P,).
        matrix: their dot products or cosines, (P, P).
        curve: the same between row 0 and row k, for every k below the length, (length,).
        deviation: largest |matrix − curve at their offset|: 0 up to rounding where the offset alone counts.
    """

    positions: NDArray[np.int64]
    matrix: Floats
    curve: Floats
    deviation: float

    @property
    def step(self) -> int:
        """Distance between two positions drawn."""
        return int(self.positions[1]) if len(self.positions) > 1 else 1


def closeness(waves: Waves, *, cosine: bool, most: int = 256) -> Closeness:
    """Compare rows by dot product, or by cosine (the dot product of rows scaled to length 1).

    At most `most` positions are compared with one another; the curve has every offset.

    >>> closeness(Waves(40, 16), cosine=False).deviation < 1e-12
    True
    >>> closeness(Waves(40, 1), cosine=False).deviation > 0.5  # a sine with no cosine beside it
    True
    """
    positions = np.arange(0, waves.length, -(-waves.length // most))
    rows = waves.rows(positions)
    curve = offset_dots(waves)
    if cosine:
        rows = rows / length_of_rows(rows)
        curve = curve / np.maximum(_norm_of_every_row(waves) * np.sqrt(waves.dim // 2), 1e-300)
    matrix = rows @ rows.T
    offsets = np.abs(positions[:, None] - positions)
    deviation = float(np.abs(matrix - curve[offsets]).max())
    return Closeness(positions, matrix, curve, deviation)


def length_of_rows(rows: NDArray[np.floating]) -> Floats:
    """Norms as a column, (P, 1); a row of zeros counts as length 1, so that it stays zero when divided."""
    norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    return np.where(norms == 0, 1.0, norms)


def _norm_of_every_row(waves: Waves) -> Floats:
    lonely_part = np.sin(_lonely_sine(waves) * np.arange(waves.length)) ** 2
    return np.asarray(np.sqrt(waves.dim // 2 + lonely_part))


def _lonely_sine(waves: Waves) -> float:
    """Frequency of the last sine of an odd width; 0, a sine of nothing, where there is none."""
    return float(waves.frequencies[-1]) if waves.dim % 2 else 0.0


@dataclass(frozen=True)
class ClosestRows:
    """The two rows nearest to one another, and their distance."""

    distance: float
    first: int
    second: int


def closest_rows(waves: Waves) -> ClosestRows:
    """The smallest Euclidean distance between any two rows, over all pairs of rows, without forming them all.

    A full pair of columns adds 4 sin²(ωk/2) to the squared distance of rows k apart, wherever they stand; that is
    summed once for every offset k. The lonely sine of an odd width adds (sin ωp − sin ωq)² = 4 sin²(ωk/2) ·
    cos²(ω(p+q)/2), smallest for one of the sums p + q that offset k allows: k, k + 2, … 2(length − 1) − k. These
    ranges lie within one another around length − 1, so one running minimum serves all offsets.

    Raises:
        ValueError: there is only one row.

    >>> closest_rows(Waves(4, 2)).distance.__round__(6)  # neighbours on the unit circle: 2 sin ½
    0.958851
    """
    if waves.length < 2:
        raise ValueError(f"Two rows are needed to compare, got {waves.length}")
    k = np.arange(1, waves.length)
    squared = 2.0 * (waves.dim // 2 - offset_dots(waves)[1:])
    total = np.full(len(k), waves.length - 1)
    lonely_part = np.zeros(len(k))
    if lonely := _lonely_sine(waves):
        least, where = _least_around_middle(np.cos(lonely * np.arange(2 * waves.length - 1) / 2) ** 2)
        lonely_part = 4.0 * np.sin(lonely * k / 2) ** 2 * least[k]
        total = where[k]
    # 2 − 2 cos(ωk) loses digits where rows nearly meet, so the nearest offsets are summed again as 4 sin²(ωk/2).
    near = np.argsort(squared + lonely_part)[:SECOND_LOOK]
    exact = 4.0 * (np.sin(np.outer(k[near], waves.full_pairs) / 2) ** 2).sum(axis=1) + lonely_part[near]
    best = near[np.argmin(exact)]
    # With an even width every p does equally well: name the first.
    first = int(total[best] - k[best]) // 2 if waves.dim % 2 else 0
    return ClosestRows(float(np.sqrt(exact.min())), first, first + int(k[best]))


def _least_around_middle(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """For every k up to the middle: the least of values[k], values[k + 2], …, values[−1 − k], and its index."""
    middle = len(values) // 2
    least, where = np.empty(middle + 1), np.empty(middle + 1, np.int64)
    for k in range(middle, -1, -1):
        candidates = [k, len(values) - 1 - k, *where[k + 2 : k + 3]]
        where[k] = min(candidates, key=lambda total: values[total])
        least[k] = values[where[k]]
    return least, where
