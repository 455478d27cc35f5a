"""Heatmap of a sinusoidal table, or of a part of it down to single values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from explorer import wording
from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.excerpt import Excerpt, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import heatmap as figures
from explorer.positional_encodings.downsample import Drawn, Window, downsample, faded
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LAYOUT, LENGTH, WIDTH
from explorer.views.setting import Float, Int, Others, Own, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question

Part = tuple[int, int]
"""First and last position, or first and last dimension."""
SAID = 6
"""Number of a row's values given in the sentence."""


def _window(label: str, axis: str, about: str) -> Any:
    def right(value: Any, others: Others) -> bool:
        is_pair = isinstance(value, tuple) and len(value) == 2 and all(type(end) is int for end in value)
        return is_pair and bool(0 <= value[0] <= value[1] < others[axis])

    says = "the first and the last of 0 to {:,}"
    return Own(label, None, right, lambda others: says.format(others[axis] - 1), optional=True, about=about)


POSITIONS = _window("Positions", "length", "first and last position drawn; None for all")
DIMENSIONS = _window("Dimensions", "dim", "first and last column drawn; None for all")
CURSOR: Any = Whole(
    "Row",
    None,
    0,
    lambda others: others["length"] - 1,
    key="p_cursor",
    typed=True,
    optional=True,
    about="position of a row with a frame, whose first numbers are in the sentence; None for no frame",
)


@picture(downsample)
def heatmap(
    *,
    length: Int = LENGTH,
    dim: Int = WIDTH,
    base: Float = BASE,
    layout: Layout = LAYOUT,
    positions: Part | None = POSITIONS,
    dimensions: Part | None = DIMENSIONS,
    cursor: Int | None = CURSOR,
) -> View:
    """Heatmap with one row per position, of the table or a part of it; with too many numbers for a screen, of means.

    >>> heatmap(length=2, dim=4).table["dim 0"].round(4).astype(str).tolist()
    ['0.0', '0.8415']
    >>> "mean" in heatmap(length=8_192).sentence, "mean" in heatmap(length=8_192, positions=(8_000, 8_191)).sentence
    (True, False)
    >>> "Row 1 is 0.841, 0.540, 0.010, 1.000." in heatmap(dim=4, cursor=1).sentence
    True
    """
    waves = Waves(length, dim, base, layout)
    first, last = positions or (0, length - 1)
    left, right = dimensions or (0, dim - 1)
    window = Window(first, last, left, right)
    cells = _drawn(waves, window)
    part = (
        Excerpt("position", range(first, last + 1), length, first),
        Excerpt("dimension", range(left, right + 1), dim, left),
    )
    return with_question(
        lambda _, framed: View(
            with_frames(zoomed_figure(waves, window, window), cursor, framed or ()),
            f"{_size_in_words(waves)} {_row_in_words(waves, cursor)}{_how_drawn(waves, window, cells)} "
            f"Hand 0 comes round in 6.28 positions, hand {len(waves.frequencies) - 1} in "
            f"{wording.number(waves.wavelengths[-1], 4)}.",
            lambda: _table(cells),
            (_formula(waves),),
            ranges("In the picture", *part),
        )
    )


# functools, since the values take a millisecond or two, about as long as a lookup in Streamlit's caches.
_drawn = lru_cache(maxsize=24)(downsample)  # up to 0.3 MB each
_faded = lru_cache(maxsize=24)(lambda waves, window: faded(waves, window, _drawn(waves, window)))


@lru_cache(maxsize=24)
def zoomed_figure(
    waves: Waves, window: Window, extent: Window, revision: str | None = None, numbers: bool = False
) -> Spec:
    """Picture of a zoomed part of a table within a larger `extent`, as in `figures.positions.heatmap`."""
    view = _drawn(waves, window)
    texts = figures.column_texts(waves.dim, view.columns, view.pair, view.is_cosine, waves.frequencies, view.per_column)
    return figures.heatmap(
        view.cells,
        positions=view.positions,
        columns=view.columns,
        column_texts=list(texts),
        extent=(extent.first, extent.last, extent.left, extent.right),
        joined=view.per_row,
        numbers=numbers,
        revision=revision,
    )


def with_frames(spec: Spec, cursor: int | None, columns: Sequence[int] = ()) -> Spec:
    """The picture with frames around one row and some columns, dark on light: visible on every colour."""
    frames = [] if cursor is None else [{"xref": "paper", "x0": 0, "x1": 1, "y0": cursor - 0.5, "y1": cursor + 0.5}]
    frames += [{"yref": "paper", "y0": 0, "y1": 1, "x0": at - 0.5, "x1": at + 0.5} for at in columns]
    lines = ({"color": theme.PAPER, "width": 5}, {"color": theme.INK, "width": 2})
    shapes = [{"type": "rect", **frame, "line": line} for frame in frames for line in lines]
    return Spec(spec.data, spec.layout | {"shapes": shapes}) if shapes else spec


def _row_in_words(waves: Waves, cursor: int | None) -> str:
    if cursor is None:
        return ""
    (row,) = sinusoidal(1, waves.dim, base=waves.base, layout=waves.layout, start_pos=cursor)
    numbers = ", ".join(wording.fixed(float(value), 3) for value in row[:SAID])
    if waves.dim <= SAID:
        return f"Row {cursor:,} is {numbers}. "
    return f"Row {cursor:,} begins with {numbers} ({SAID} of {waves.dim:,}). "


def _table(view: Drawn) -> Table:
    where = "position" if view.per_row == 1 else f"middle of {view.per_row} positions"
    columns: dict[str, Any] = {where: view.positions}
    for at, column in enumerate(view.columns):
        name = (
            f"dim {column:.0f}"
            if view.per_column == 1
            else f"pair {view.pair[at]} {'cos' if view.is_cosine[at] else 'sin'}"
        )
        columns[name] = view.cells[:, at]
    return Table(columns, "positions")


def _how_drawn(waves: Waves, window: Window, view: Drawn) -> str:
    if view.per_row == view.per_column == 1:
        return "Every cell is one value."
    parts = [f"{view.per_row} positions"] if view.per_row > 1 else []
    parts += [f"{view.per_column} neighbouring pairs"] if view.per_column > 1 else []
    return (
        f"Each cell is the mean of {' and '.join(parts)}. {_pale(*_faded(waves, window))}"
        "Drag over a part of the picture to see single values."
    )


def _pale(upper: list[int], lower: list[int]) -> str:
    """Sentence on the faded pairs.

    >>> _pale([], []), _pale([7], [7])
    ('', 'Means of ups and downs are pale: less than half of the swing is left of pair 7. ')
    >>> _pale([0, 1], [0, 1, 2, 4]).split(": ")[1]
    'less than half of the swing is left of pairs 0 and 1 in the upper quarter, of 4 pairs from 0 to 4 in the lower. '
    """
    sentences = [f"of {_pairs(pairs)}" for pairs in (upper, lower)]
    if upper != lower:
        sentences = [
            f"{each} in the {quarter}"
            for each, quarter, pairs in zip(sentences, ("upper quarter", "lower"), (upper, lower), strict=True)
            if pairs
        ]
        sentences[-1] += "" if upper else " quarter"
    elif not upper:
        return ""
    return (
        f"Means of ups and downs are pale: less than half of the swing is left {', '.join(dict.fromkeys(sentences))}. "
    )


def _pairs(pairs: list[int]) -> str:
    if not pairs:
        return "none"
    first, last = pairs[0], pairs[-1]
    whole = len(pairs) == last - first + 1
    return wording.positions(first, last, noun="pair") if whole else f"{len(pairs)} pairs from {first} to {last}"


def _size_in_words(waves: Waves) -> str:
    """Lines and columns, and what they hold.

    >>> _size_in_words(Waves(64, 128))
    '64 positions of 128 numbers each: a sine and a cosine for each of 64 hands.'
    """
    lines, columns = wording.count(waves.length, "position"), wording.count(waves.dim, "number")
    hands = wording.count(len(waves.frequencies), "hand")
    return f"{lines} of {columns} each: a sine and a cosine for each of {hands}."


def _formula(waves: Waves) -> Formula:
    pair, position = (waves.dim // 2) // 2, min(3, waves.length - 1)
    halves, half = waves.layout == "concatenated", len(waves.frequencies)
    base, number = wording.number(waves.base, 13).replace(",", "{,}"), wording.number
    omega = number(float(waves.frequencies[pair]), 6)
    angle = number(position * float(omega), 6)
    sine, cosine = (wording.fixed(turned(float(angle)), 4) for turned in (math.sin, math.cos))
    return Formula(
        (
            rf"PE(p,\,i)=\sin(p\,\omega_i)\qquad PE(p,\,{half}+i)"
            if halves
            else r"PE(p,\,2i)=\sin(p\,\omega_i)\qquad PE(p,\,2i+1)"
        )
        + r"=\cos(p\,\omega_i)\qquad \omega_i=b^{-2i/D}",
        {
            "p": f"the [[position]]: 0 to {waves.length - 1:,} here",
            "i": "the number of the pair: "
            + (
                f"its [[sine]] is column i, its cosine column {half} + i"
                if halves
                else "its [[sine]] is column 2i, its cosine column 2i + 1"
            ),
            "D": f"the [[width]], {waves.dim:,} here",
            "b": f"the [[base]], {wording.number(waves.base, 13)} here",
            r"\omega_i": "how far the hand of pair i turns per position, in [[radians]]; 2π of them make a turn",
        },
        rf"At position {position}, pair {pair}: $\omega_{{{pair}}} = {base}^{{-{2 * pair}/{waves.dim}}} = {omega}$, so "
        rf"the hand has turned ${position} \cdot {omega} = {angle}$ "
        rf"{wording.verb(angle == '1', 'radian', 'radians')}. Its sine is ${sine}$, its cosine ${cosine}$.",
    )
