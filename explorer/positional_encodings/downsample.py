"""Downsampling of a window of a sinusoidal table to the cells of a heatmap.

A cell is the mean of N positions × M pairs of the core's table (sines with sines, cosines with cosines); no number is
dropped. The table is computed and averaged a thousand rows at a time: 8,192 × 1,024 float32 numbers are 34 MB, too much
for each of thirty visitors, and a cache would need a table for each base and width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional.frequencies import BASE, Layout, frequencies, pair_columns
from explorer.positional_encodings.position_similarity import Waves, pair_of_column

CELLS = 65_536  # a quarter of a megabyte as float32
MEANS = 32_768  # for means: more cells look no better, and fewer are faster
MOST_ROWS = 300  # a phone draws 303 lines: of more rows the screen would leave some out
MOST_COLUMNS = 256
AT_ONCE = 1_048_576  # block size, 4 MB of the table; half of it doubles the time


@dataclass(frozen=True)
class Window:
    """Positions first … last and columns left … right of a table, inclusive."""

    first: int
    last: int
    left: int
    right: int


@dataclass(frozen=True, eq=False)
class Drawn:
    """Cells of a heatmap.

    Attributes:
        cells: float32 (R, C).
        positions: mean position of every row of cells, (R,).
        columns: coordinate of every column of cells, (C,).
        per_row: positions in a row of cells, N (the last row may have fewer).
        per_column: pairs in a column of cells, M (the last one may have fewer).
        pair: the first pair of every column of cells, (C,).
        is_cosine: whether the column of cells holds cosines, (C,).
    """

    cells: NDArray[np.float32]
    positions: NDArray[np.float64]
    columns: NDArray[np.float64]
    per_row: int
    per_column: int
    pair: NDArray[np.int64]
    is_cosine: NDArray[np.bool_]


def downsample(waves: Waves, window: Window | None = None) -> Drawn:
    """Downsample a window, by default the whole table, to at most `CELLS` cells.

    Raises:
        ValueError: the window is not within the table.

    >>> downsample(Waves(2, 4)).cells.round(4)[1].tolist() == np.float32([0.8415, 0.5403, 0.01, 1]).tolist()
    True
    >>> (whole := downsample(Waves(8192, 1024))).cells.shape, whole.per_row, whole.per_column
    ((128, 256), 64, 4)
    """
    w = window or Window(0, waves.length - 1, 0, waves.dim - 1)
    if not (0 <= w.first <= w.last < waves.length and 0 <= w.left <= w.right < waves.dim):
        raise ValueError(f"{w} does not lie within a table of {waves.length} × {waves.dim}")
    pair, is_cosine = (array[w.left : w.right + 1] for array in pair_of_column(waves.dim, waves.layout))
    per_column = -(-len(pair) // MOST_COLUMNS)
    sine, cosine = (np.flatnonzero(is_cosine == kind) for kind in (False, True))
    first_column = np.sort(np.concatenate([sine[::per_column], cosine[::per_column]]))
    count = w.last - w.first + 1
    per_row = 1
    if per_column > 1 or count > MOST_ROWS or count * len(first_column) > CELLS:
        per_row = -(-count // min(MOST_ROWS, MEANS // len(first_column)))
    means = _row_means(waves, w, per_row)
    cells = np.empty((len(means), len(first_column)), np.float32)
    for of_kind in (sine, cosine):
        at = np.searchsorted(first_column, of_kind[::per_column])
        cells[:, at] = _means(means[:, of_kind], per_column, axis=1)
    # Cells have no gaps; each has the size of the block that it averages.
    positions = np.arange(len(cells), dtype=np.float64) * per_row + (w.first + (per_row - 1) / 2)
    columns = np.arange(len(first_column), dtype=np.float64) * per_column + (w.left + (per_column - 1) / 2)
    return Drawn(cells, positions, columns, per_row, per_column, pair[first_column], is_cosine[first_column])


def faded(waves: Waves, window: Window, view: Drawn) -> tuple[list[int], list[int]]:
    """Pairs whose cells have less than half of the amplitude (root mean square) of the averaged values, in the upper
    and in the lower quarter of the picture.

    Means are small where averaged values alternate: short waves along positions, and, increasingly with the position,
    pairs with different phases.

    >>> upper, lower = faded(Waves(8_192, 1_024), Window(0, 8_191, 0, 1_023), downsample(Waves(8_192, 1_024)))
    >>> upper[-1], lower[-1]
    (175, 271)
    """
    many = -(-len(view.cells) // 4)
    middle = min(window.first + many * view.per_row, window.last + 1)
    late = window.first + (len(view.cells) - many) * view.per_row
    return (
        _faded(waves, view, view.cells[:many], window.first, middle),
        _faded(waves, view, view.cells[-many:], late, window.last + 1),
    )


def _faded(waves: Waves, view: Drawn, cells: NDArray[np.float32], start: int, end: int) -> list[int]:
    last = len(waves.frequencies) - 1
    kept = (cells.astype(np.float64) ** 2).mean(axis=0)
    pale: set[int] = set()
    for pair, is_cosine, square in zip(view.pair.tolist(), view.is_cosine.tolist(), kept.tolist(), strict=True):
        joined = range(pair, min(pair + view.per_column - 1, last) + 1)
        if square < _mean_square(waves.frequencies[list(joined)], start, end, is_cosine) / 4:
            pale.update(joined)
    return sorted(pale)


def _mean_square(frequencies: NDArray[np.float64], start: int, end: int, is_cosine: bool) -> float:
    """Mean square of some pairs' sines or cosines at positions start … end − 1: sin² a = (1 − cos 2a) / 2, and a sum of
    cosines at equal steps 2ω is sin(n ω) / sin ω times the cosine in its middle.
    """
    n = end - start
    doubled = np.sin(n * frequencies) / (n * np.sin(frequencies)) * np.cos((start + end - 1) * frequencies)
    return float((1 + doubled if is_cosine else 1 - doubled).mean() / 2)


def _row_means(waves: Waves, w: Window, per_row: int) -> NDArray[np.float32]:
    """The window's columns, each `per_row` positions joined to their mean, (R, C)."""
    step = per_row * max(AT_ONCE // (per_row * waves.dim), 1)
    parts = []
    for first in range(w.first, w.last + 1, step):
        table = consecutive_sinusoids(
            min(step, w.last + 1 - first), waves.dim, base=waves.base, layout=waves.layout, start_pos=first
        )
        parts.append(_means(table[:, w.left : w.right + 1], per_row, axis=0))
    return np.concatenate(parts)


def _means(values: NDArray[np.float32], size: int, axis: int) -> NDArray[np.float32]:
    """Means of `size` neighbours along an axis; the last group may be smaller."""
    lines = np.moveaxis(values, axis, 0)
    whole = len(lines) // size * size
    means = lines[:whole].reshape(-1, size, lines.shape[1]).mean(axis=1)
    if whole < len(lines):
        means = np.concatenate([means, lines[whole:].mean(axis=0, keepdims=True)])
    return np.moveaxis(means, 0, axis)


BLOCK = 128  # positions that share one computed sine; blocks begin at its multiples


def consecutive_sinusoids(
    length: int, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved", start_pos: int = 0
) -> NDArray[np.float32]:
    """The table of `explorer.core.functional.sinusoidal` at positions ``start_pos`` … ``start_pos + length − 1``.

    With z(p) = sin + i·cos = i·e^(−iωp), z(a + b) = z(a) · e^(−iωb) is one multiplication, so sines are computed only
    for every 128th position and for 128 offsets.

    >>> consecutive_sinusoids(2, 2).round(4).tolist()
    [[0.0, 1.0], [0.8414999..., 0.5403000...]]
    """
    omega = frequencies(embed_dim, base=base)
    hands = np.empty((length, len(omega)), np.complex64)
    steps = np.exp(-1j * np.arange(BLOCK)[:, None] * omega).astype(np.complex64)
    for start in range(start_pos - start_pos % BLOCK, start_pos + length, BLOCK):
        low, high = max(start, start_pos), min(start + BLOCK, start_pos + length)
        hand = (1j * np.exp(-1j * start * omega)).astype(np.complex64)
        np.multiply(hand, steps[low - start : high - start], out=hands[low - start_pos : high - start_pos])
    if layout == "interleaved":
        return hands.view(np.float32)
    sine, cosine = pair_columns(embed_dim, layout)
    waves = np.empty((length, embed_dim), np.float32)
    waves[:, sine], waves[:, cosine] = hands.real, hands.imag
    return waves
