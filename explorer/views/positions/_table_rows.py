"""First rows of the table, and its two most similar rows."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.core import functional
from explorer.excerpt import Excerpt, first_of, ranges
from explorer.positional_encodings.closest_row_pair import ClosestRows, apart_in_general, closest_rows, same_in_float32
from explorer.positional_encodings.downsample import Window, downsample
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LENGTH, WIDTH, table_text
from explorer.views.positions.table_heatmap import zoomed_figure
from explorer.views.setting import Float, Int
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import all_of, fixed, in_brackets, number, tiny

ROWS, COLUMNS = 8, 6


@picture(functional.sinusoidal)
def first_rows(*, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE) -> View:
    """The first numbers of the first rows of a table.

    >>> first_rows(dim=4).table["dim 0"][:2].round(4).tolist()[:1]
    [0.0]
    """
    waves = Waves(length, dim, base)
    rows, columns = min(length, ROWS), min(dim, COLUMNS)
    window = Window(0, rows - 1, 0, columns - 1)
    view = downsample(waves, window)
    numbers = ", ".join(f"{value:.0f}" for value in view.cells[0]) + (", …" if columns < dim else ".")
    return View(
        zoomed_figure(waves, window, window, numbers=True),
        f"Row 0 is {numbers.removesuffix('.')}: each sine is 0, each cosine 1. {table_text(waves)}.",
        Table({"position": np.arange(rows), **{f"dim {i}": view.cells[:, i] for i in range(columns)}}, "first_rows"),
        left_out=ranges(
            "In the picture", first_of("row", range(length), ROWS), first_of("column", range(dim), COLUMNS)
        ),
    )


@picture(closest_rows)
def nearest_rows(*, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE) -> View:
    """The two rows of a table that are nearest to each other, and the typical distance between rows.

    >>> nearest_rows(length=2, dim=4).says
    'This table has two rows, 0 and 1: they are 0.9589 apart.'
    """
    waves = Waves(length, dim, base)
    nearest = _closest(waves)
    p, q = nearest.first, nearest.second
    return View(
        None,
        _in_words(waves, nearest),
        Table({"position": [p], "other position": [q], "distance": [nearest.distance]}, "nearest_rows"),
        (_formula(waves, nearest),),
    )


_closest = lru_cache(maxsize=64)(closest_rows)
_apart = lru_cache(maxsize=64)(apart_in_general)


def _formula(waves: Waves, nearest: ClosestRows) -> Formula:
    p, q = nearest.first, nearest.second
    true = float(np.subtract(*(values := waves.rows([p, q])[:, 0])))
    digits = max(6, 5 - math.floor(math.log10(abs(true)))) if true else 6
    one, other = (round(float(value), digits) for value in values)
    gap = one - other
    squares = number(nearest.distance**2, 6)
    return Formula(
        r"d(p,q)=\sqrt{\sum_{j=0}^{D-1}\big(PE(p,j)-PE(q,j)\big)^2}",
        {
            "p,\\ q": f"two [[positions]]: {p:,} and {q:,}",
            "PE(p,j)": "number j of the [[row]] of position p, a sine or a cosine",
            "D": f"the [[width]]: {waves.dim:,}",
            "d": "how far apart the two rows lie (Pythagoras, with D sides instead of two)",
        },
        f"Column 0: sin {p:,} − sin {q:,} = {fixed(one, digits)} − "
        f"{in_brackets(fixed(other, digits))} = {fixed(gap, digits)}. {all_of(waves.dim, 'square').capitalize()} "
        f"together make {squares}, and the root of that is {number(nearest.distance, 4)}.",
    )


def _in_words(waves: Waves, nearest: ClosestRows) -> str:
    apart = f"they are {tiny(nearest.distance, 4)} apart"
    if waves.length == 2:
        return f"This table has two rows, 0 and 1: {apart}."
    offset = nearest.second - nearest.first
    ties = waves.length - offset  # the distance depends on the offset alone
    found = f"Of all {waves.length * (waves.length - 1) // 2:,} pairs of rows in this table, "
    such = f"{nearest.first:,} and {nearest.second:,}"
    steps = "neighbours" if offset == 1 else f"rows {offset:,} positions apart"
    found += such if ties == 1 else f"the {ties:,} pairs of {steps}, such as {such},"
    found += f" are nearest: {apart}."
    return f"{found} {_verdict(waves, nearest)}"


def _verdict(waves: Waves, nearest: ClosestRows) -> str:
    if same_in_float32(waves, nearest):
        return "In float32 numbers, with which most models compute, they are one and the same row."
    apart = _apart(waves)
    rows = Excerpt("row", range(apart.rows), waves.length, how="spread evenly")
    return (
        f"For comparison, over {rows}: in the middle, the median, two are {number(apart.median, 4)} apart, at most "
        f"{number(apart.most, 4)}. One pair of columns repeats every 6.28 positions; with all columns together no two "
        "rows come nearer."
    )
