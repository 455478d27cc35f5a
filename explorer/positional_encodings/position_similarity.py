"""Similarity of two positions in the sinusoidal encoding, and the coverage of its waves.

The dot product of two rows is Σ cos(ω · offset), one term per pair of columns, so it depends only on the offset. From
this follow the similarity over distance and the share of waves without a whole turn. The closest pair of rows is found
in `closest_row_pair.py`.

Source: Vaswani et al. 2017, "Attention Is All You Need", §3.5, https://arxiv.org/abs/1706.03762.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.core.functional.frequencies import Layout, pair_columns
from explorer.vectors.wave_cycle_count import turns

Floats = NDArray[np.float64]
BLOCK = 64
ALL = 256  # maximum positions per side of a complete matrix, finer than it is drawn
SOME = 192  # positions per side of a sampled matrix
NUMBERS = 98_304  # maximum numbers in the compared rows, for a responsive slider


@dataclass(frozen=True)
class Waves:
    """Settings of a sinusoidal table: (length, dim), frequency base, order of columns; the width is even.

    Example:
        >>> Waves(50, 128).rows([0])[0, :4].tolist()
        [0.0, 1.0, 0.0, 1.0]
    """

    length: int
    dim: int
    base: float = 10_000.0
    layout: Layout = "interleaved"

    def __post_init__(self) -> None:
        if self.length < 1 or self.dim < 2 or self.dim % 2:
            raise ValueError(
                f"A table needs at least one row, and a cosine beside each sine, got {self.length} × {self.dim}"
            )

    @property
    def frequencies(self) -> Floats:
        """Radians per position of every pair, fastest first, (dim / 2,)."""
        return functional.frequencies(self.dim, base=self.base)

    @property
    def wavelengths(self) -> Floats:
        """Positions per turn of every pair, 2π / ω."""
        return 2 * np.pi / self.frequencies

    def rows(self, positions: NDArray[np.integer] | list[int]) -> Floats:
        """Rows at these positions in float64, computed from the formula, (P, dim)."""
        return functional.sinusoidal(
            np.asarray(positions), self.dim, base=self.base, layout=self.layout, dtype=np.float64
        )

    def tips(self, pairs: list[int], positions: int | NDArray[np.number]) -> tuple[Floats, Floats]:
        """Sines and cosines of some pairs, (pairs, positions) each.

        Computed as a table of width 2, whose wave turns 1 radian per position, at the pair's angles.

        >>> [values.round(4).tolist() for values in Waves(9, 4).tips([0, 1], 2)]
        [[[0.9093], [0.02]], [[-0.4161], [0.9998]]]
        """
        angles = np.outer(self.frequencies[pairs], positions)
        hands = functional.sinusoidal(angles.ravel(), 2, dtype=np.float64).reshape(*angles.shape, 2)
        return hands[..., 0], hands[..., 1]


def pair_of_column(dim: int, layout: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Pair of every column, and whether it is the cosine, from `pair_columns`.

    >>> pair_of_column(4, "concatenated")[0].tolist()
    [0, 1, 0, 1]
    >>> pair_of_column(4, "interleaved")[1].tolist()
    [False, True, False, True]
    """
    pair, is_cosine = np.empty(dim, np.int64), np.zeros(dim, bool)
    sine, cosine = pair_columns(dim, layout)
    pair[sine], pair[cosine], is_cosine[cosine] = np.arange(dim // 2), np.arange(dim // 2), True
    return pair, is_cosine


def unfinished(waves: Waves) -> int:
    """Number of pairs without a full turn by the last position: ω · (length − 1) < 2π.

    >>> unfinished(Waves(512, 128)), unfinished(Waves(8, 4))
    (33, 1)
    """
    return int(np.count_nonzero(turns(waves.frequencies, waves.length) < 1))


def completed_turns(waves: Waves, offset: int) -> NDArray[np.bool_]:
    """Whether each pair's hand, `offset` positions on, is within a tenth of a turn of its start, (H,).

    >>> completed_turns(Waves(1, 8), 6_283).tolist(), completed_turns(Waves(1, 4), 3).tolist()
    ([True, True, True, True], [False, True])
    """
    around = waves.frequencies * offset / (2 * np.pi)
    return np.asarray(np.abs(around - np.round(around)) < 0.1)


def offset_dots(waves: Waves) -> Floats:
    """Dot product of two rows k apart, Σ cos(ω k), for every k below the length, (length,).

    It depends only on the offset, so rows 64 m and −n stand for all rows 64 m + n apart, and the curve is one product
    of two small tables, (length / 64, D) and (D, 64).

    >>> offset_dots(Waves(3, 4)).round(4).tolist()
    [2.0, 1.5403, 0.5837]
    """
    far, near = waves.rows(np.arange(0, waves.length, BLOCK)), waves.rows(-np.arange(BLOCK))
    return (far @ near.T).ravel()[: waves.length]


def spread_positions(length: int, dim: int) -> NDArray[np.int64]:
    """Sampled positions, evenly spaced from 0; all of them if they are few.

    >>> len(spread_positions(256, 128)), len(spread_positions(8192, 1024)), spread_positions(8192, 1024)[1].item()
    (256, 96, 86)
    """
    most = ALL if length <= ALL else SOME
    return np.arange(0, length, -(-length // max(2, min(most, NUMBERS // dim))))


@dataclass(frozen=True, eq=False)
class Closeness:
    """Similarity of all pairs of sampled rows, and of row 0 with every row.

    Attributes:
        positions: the sampled positions, evenly spaced from 0, (P,).
        matrix: their dot products or cosines, (P, P).
        curve: the same between row 0 and row k, for every k below the length, (length,).
        deviation: largest |matrix − curve at their offset|: rounding, if only the offset matters.
    """

    positions: NDArray[np.int64]
    matrix: Floats
    curve: Floats
    deviation: float

    @property
    def step(self) -> int:
        """Distance between adjacent sampled positions."""
        return int(self.positions[1]) if len(self.positions) > 1 else 1


def closeness(waves: Waves, *, cosine: bool) -> Closeness:
    """Compare rows by dot product, or by cosine (the dot product of rows scaled to length 1).

    The matrix is from dot products of sampled rows, the curve from the sum of cosines at every offset: two computations
    of one number, which differ by `deviation`.

    >>> closeness(Waves(40, 16), cosine=False).deviation < 1e-12
    True
    """
    positions, rows = spread_rows(waves)
    curve = offset_dots(waves)
    matrix = np.asarray(rows @ rows.T)
    if cosine:
        norms = np.linalg.norm(rows, axis=1)
        matrix /= np.outer(norms, norms)
        curve = curve / (waves.dim // 2)  # the squared length of every row: sin² + cos² of each pair
    offsets = np.abs(positions[:, None] - positions)
    deviation = float(np.abs(matrix - curve[offsets]).max())
    return Closeness(positions, matrix, curve, deviation)


def spread_rows(waves: Waves) -> tuple[NDArray[np.int64], Floats]:
    """Evenly spread positions (P,), and their rows (P, dim)."""
    positions = spread_positions(waves.length, waves.dim)
    return positions, waves.rows(positions)


def alike(waves: Waves, first: int, second: int) -> float:
    """Cosine of the rows of two positions.

    >>> round(alike(Waves(8, 128), 0, 1), 3)
    0.97
    """
    one, two = waves.rows([first, second])
    return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)))
