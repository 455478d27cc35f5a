"""The table itself, as one picture; zooming in draws the part in sight anew, down to single values."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.positions import heatmap as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.waves.closeness import Waves
from explorer.waves.window import Drawn, Window, drawn

PART = ui.Part("Heatmap")

KEY = "p_heat"
ROWS = {"16": 16, "64": 64, "256": 256}


# Made in a millisecond or two and never changed: Streamlit's own caches would take as long to look it up.
@lru_cache(maxsize=64)
def _figure(waves: Waves, window: Window, extent: Window, revision: str) -> tuple[Spec, int, int]:
    view = drawn(waves, window)
    texts = figures.column_texts(waves.dim, view.columns, view.pair, view.is_cosine, waves.frequencies, view.per_column)
    figure = figures.heatmap(
        view.cells,
        positions=view.positions,
        columns=view.columns,
        column_texts=list(texts),
        extent=(extent.first, extent.last, extent.left, extent.right),
        joined=view.per_row,
        revision=revision,
    )
    return figure, view.per_row, view.per_column


def _table(waves: Waves, window: Window) -> ui.Table:
    view: Drawn = drawn(waves, window)
    where = "position" if view.per_row == 1 else f"middle of {view.per_row} positions"
    columns: dict[str, Any] = {where: view.positions}
    for at, column in enumerate(view.columns):
        name = (
            f"dim {column:.0f}"
            if view.per_column == 1
            else f"pair {view.pair[at]} {'cos' if view.is_cosine[at] else 'sin'}"
        )
        columns[name] = view.cells[:, at]
    return ui.Table(columns, "positions")


def zoomed(extent: Window, view: dict[str, list[float]] | None) -> Window | None:
    """The part of `extent` that a zoomed chart shows; None where it shows nothing of it.

    >>> zoomed(Window(0, 99, 0, 15), {"x": [3.6, 7.2], "y": [20.7, 10.1]})
    Window(first=10, last=21, left=4, right=7)
    >>> zoomed(Window(0, 9, 0, 15), {"x": [3.6, 7.2], "y": [20.7, 10.1]}) is None
    True
    """
    if view is None:
        return extent
    # Cell n covers n − ½ to n + ½.
    top, bottom = (math.floor(edge + 0.5) for edge in sorted(view["y"]))
    left, right = (math.floor(edge + 0.5) for edge in sorted(view["x"]))
    part = Window(max(top, extent.first), min(bottom, extent.last), max(left, extent.left), min(right, extent.right))
    return part if part.first <= part.last and part.left <= part.right else None


def _window(extent: Window) -> tuple[Window, str]:
    """What to draw, and a name for the zoom: a zoom that shows nothing of a smaller table is given up for good."""
    view = (st.session_state.get(KEY) or {}).get("view")
    given_up = st.session_state.setdefault("_p_given_up", {"view": None, "times": 0})
    if view is not None and view == given_up["view"]:
        view = None
    part = zoomed(extent, view)
    if part is None:
        st.session_state["_p_given_up"] = given_up = {"view": view, "times": given_up["times"] + 1}
        part = extent
    return part, f"{KEY}{given_up['times']}"


def _extent(waves: Waves) -> Window:
    """All of the table, or the rows asked for."""
    everything = Window(0, waves.length - 1, 0, waves.dim - 1)
    if not st.toggle("Show some rows only", key="p_some", bind="query-params"):
        return everything
    left, right = st.columns(2)
    rows = left.segmented_control(
        "Rows shown", list(ROWS), default="64", required=True, key="p_rows", bind="query-params"
    )
    first = right.number_input("First position", 0, 8191, 0, key="p_from", bind="query-params")
    count = min(ROWS[rows or "64"], waves.length)
    first = min(int(first), waves.length - count)
    return Window(first, first + count - 1, 0, waves.dim - 1)


def show() -> None:
    """Draw this part of the page."""
    _picture()
    _question()


@st.fragment
def _picture() -> None:
    with ui.controls(KEY):
        waves = settings.waves(layout=True)
        extent = _extent(waves)
    window, revision = _window(extent)
    figure, per_row, per_column = _figure(waves, window, extent, revision)
    ui.picture(
        KEY,
        figure,
        summary=f"{settings.named(waves)}. {_how_drawn(per_row, per_column)} {_waves_in_words(waves)}",
        table=lambda: _table(waves, window),
        script=lambda: scripts.heatmap(waves.length, waves.dim, waves.base, waves.layout),
        events=("view",),
    )


@st.fragment
def _question() -> None:
    ui.predict(
        "p_fastest",
        "Read the columns from top to bottom. Which ones change fastest?",
        ["the first", "the middle ones", "the last", "all alike"],
        answer="the first",
        because="Pair 0 comes round once in 2π = 6.28 positions, whatever the base; every next pair takes longer.",
    )


def _how_drawn(per_row: int, per_column: int) -> str:
    if per_row == per_column == 1:
        return "Every cell is one value."
    parts = [f"{per_row} positions"] if per_row > 1 else []
    parts += [f"{per_column} neighbouring pairs"] if per_column > 1 else []
    fade = " Waves shorter than that fade towards 0." if per_row > 1 else ""
    return f"Each cell is the mean of {' and '.join(parts)}.{fade} Drag over a part to see single values."


def _waves_in_words(waves: Waves) -> str:
    last = len(waves.frequencies) - 1
    if last == 0:
        return "There is one pair only: one turn in 6.28 positions."
    return f"Pair 0 turns once in 6.28 positions, pair {last} once in {waves.wavelengths[-1]:,.0f}."
