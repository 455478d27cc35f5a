"""Row 0, rows that are never the same twice, and the two orders of columns."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui, wording
from explorer.core.functional import sinusoidal
from explorer.scripts import positions as scripts
from explorer.ui.positions import heatmap, settings
from explorer.views.positions._waves import named, spread
from explorer.waves.closeness import Waves, pair_of_column, to_concatenated
from explorer.waves.nearest import Apart, ClosestRows, apart_in_general, closest_rows, same_in_float32
from explorer.waves.window import Window, drawn

PART = ui.Part(
    "Rows",
    why="A mark of a place is of use only if no other place has the same: here are the two [[rows]] of the table that "
    "are hardest to tell apart.",
    look="Row 0 at the top is 0, 1, 0, 1, …, as far as the [[width]] goes and at every [[base]]; from there each pair "
    "goes its own way.",
    shown=settings.shown,
)

COMPARED = 65_536  # numbers of each order, in whole rows: the order of columns is the same in every one


@lru_cache(maxsize=64)
def _closest(waves: Waves) -> ClosestRows:
    return closest_rows(waves)


@lru_cache(maxsize=64)
def _apart(waves: Waves) -> Apart:
    return apart_in_general(waves)


@lru_cache(maxsize=64)
def _permutation_error(waves: Waves, positions: tuple[int, ...]) -> float:
    alternating = sinusoidal(positions, waves.dim, base=waves.base)
    halves = sinusoidal(positions, waves.dim, base=waves.base, layout="concatenated")
    return float(np.abs(alternating[:, to_concatenated(waves.dim)] - halves).max())


def show() -> None:
    """Row 0, the two rows that are nearest to each other, and the two orders of columns."""
    with ui.controls("p_row0"):
        waves = settings.waves()
    beginning_of_row = ", ".join("01"[column % 2] for column in range(min(waves.dim, 4)))
    st.header(f"Row 0 is {beginning_of_row}{', …' * (waves.dim > 4)}", anchor=False)
    st.markdown(
        "At position 0 every angle is 0, and sin 0 = 0, cos 0 = 1. So row 0 is the same at every base, and a wider one "
        "only goes on: all clock hands point to twelve."
    )
    rows, columns = min(waves.length, 8), min(waves.dim, 6)
    beginning = Window(0, rows - 1, 0, columns - 1)
    view = drawn(waves, beginning)
    figure = heatmap.of_view(waves, view, beginning, numbers=True)
    compared = tuple(spread(COMPARED // waves.dim, waves.length))
    nearest = _closest(waves) if waves.length > 1 else None
    ui.picture(
        "p_row0",
        figure,
        summary=_first_rows(waves, view.cells),
        table=lambda: ui.Table(
            {"position": np.arange(rows), **{f"dim {i}": view.cells[:, i] for i in range(columns)}}, "first_rows"
        ),
        script=lambda: scripts.rows(waves.length, waves.dim, waves.base, len(compared)),
    )
    st.header("Every position has a row of its own", anchor=False)
    if nearest is not None:
        st.markdown(_in_words(waves, nearest))
        _formula(waves, nearest)
    st.header("Two orders of the same columns", anchor=False)
    rows_told = f"all {wording.count(waves.length, 'row')}" if waves.length > 1 else "the one row"
    if len(compared) < waves.length:
        rows_told = f"{wording.count(len(compared), 'row')} spread over the {waves.length:,} rows"
    columns_told = f"all {wording.count(waves.dim, 'column')}" if waves.dim > 1 else "the one column"
    st.markdown(
        "The paper puts each sine beside its cosine; other models put all sines first, then all cosines. "
        f"Reordering the columns turns one table into the other: over {rows_told} and {columns_told} "
        f"the largest difference is **{wording.tiny(_permutation_error(waves, compared), 3)}**. "
        "A model that learns from the table can't tell."
    )
    order = to_concatenated(waves.dim)
    st.text(f"Columns in halves, by their number when alternating: {_listing(order.tolist())}")
    pair, _ = pair_of_column(waves.dim, "concatenated")
    st.text(f"Their pairs: {_listing(pair.tolist())}")


def _first_rows(waves: Waves, cells: np.ndarray) -> str:
    rows, columns = cells.shape
    numbers = ", ".join(f"{value:.0f}" for value in cells[0]) + (", …" if columns < waves.dim else "")
    shown = f"{wording.count(rows, 'row')} and {wording.count(columns, 'column')}"
    return f"{named(waves)}. In the picture: {shown} from its beginning. Row 0: {numbers}"


def _formula(waves: Waves, nearest: ClosestRows) -> None:
    p, q = nearest.first, nearest.second
    gap = float(np.subtract(*waves.rows([p, q])[:, 0]))
    ui.formula(
        "p_row0",
        r"d(p,q)=\sqrt{\sum_{j=0}^{D-1}\big(PE(p,j)-PE(q,j)\big)^2}",
        {
            "p,\\ q": f"two [[positions]]: {p:,} and {q:,}, the two that are nearest",
            "PE(p,j)": "number j of the [[row]] of position p, a sine or a cosine",
            "D": f"the [[width]]: {waves.dim:,}",
            "d": "how far apart the two rows lie (Pythagoras, with D sides instead of two)",
        },
        f"Column 0: sin {p:,} − sin {q:,} = {wording.fixed(gap, 4)}, squared {wording.number(gap**2, 4)}. "
        + (
            f"All {waves.dim:,} squares together make {wording.number(nearest.distance**2, 4)}, and"
            if waves.dim > 1
            else "There is no other column, and"
        )
        + f" the root of that is {wording.number(nearest.distance, 4)}.",
    )


def _in_words(waves: Waves, nearest: ClosestRows) -> str:
    """The two nearest rows, and what that is beside the others.

    >>> _in_words(Waves(2, 2), ClosestRows(0.9589, 0, 1))
    'This table has two rows, **0** and **1**: they are **0.9589** apart.'
    """
    if waves.length == 2:
        return f"This table has two rows, **0** and **1**: they are **{wording.tiny(nearest.distance, 4)}** apart."
    return (
        f"Of all {waves.length * (waves.length - 1) // 2:,} pairs of rows in this table, **{nearest.first:,}** and "
        f"**{nearest.second:,}** are nearest: **{wording.tiny(nearest.distance, 4)}** apart. {_verdict(waves, nearest)}"
    )


def _verdict(waves: Waves, nearest: ClosestRows) -> str:
    if same_in_float32(waves, nearest):
        return "In float32 numbers, with which most models compute, they are one and the same row."
    apart = _apart(waves)
    sample = "" if apart.rows == waves.length else f", over {apart.rows} rows spread evenly"
    return (
        f"For comparison: in the middle, the median, two rows are {wording.number(apart.median, 4)} apart{sample}, at "
        f"most {wording.number(apart.most, 4)}. {_reason(waves.dim)}"
    )


def _reason(dim: int) -> str:
    if dim == 1:
        return (
            "With a sine alone two positions get nearly the same row where they differ by nearly whole turns, and also "
            "where they add up to nearly half a turn, or to whole turns more: sin(π − x) = sin x."
        )
    if dim == 2:
        return "With one pair, positions that differ by nearly whole turns get nearly the same row."
    return (
        "One pair of columns repeats every 6.28 positions; with all columns together no two rows come nearer than "
        "these two."
    )


def _listing(values: list[int]) -> str:
    shown = ", ".join(map(str, values[:6]))
    return shown if len(values) <= 6 else f"{shown}, … {', '.join(map(str, values[-3:]))}"
