"""Heatmap of the table; zooming in redraws the visible part, down to single values."""

import math
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import streamlit as st

from explorer import ui, wording
from explorer.content.en import shared_page_questions
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.downsample import Window
from explorer.positional_encodings.position_similarity import Waves, pair_of_column
from explorer.ui.frame import step_size
from explorer.ui.plot.chart import read_view
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.positions.settings import WIDTH
from explorer.views.positions.table_heatmap import with_frames, zoomed_figure
from explorer.views.setting import Choice, Switch, Whole, stops

PART = ui.Part(
    "Heatmap",
    question="What does the table of all positions look like?",
    why="This table is added to the words, a [[positional encoding]] that nobody learns: a [[row]] for each "
    "position, with the hands of all clocks, written as [[sines]] and cosines.",
    look="A column, from top to bottom, is a wave: compare left and right. The line across is the row chosen below.",
    shown=table_controls.table_badge,
    implied_by=("p_len", "p_dim", "p_base", "p_layout", "p_some", "p_rows", "p_from", "p_fastest"),
)

KEY = "p_heat"
SOME = Switch("Show some rows only", False, key="p_some")
ROWS = Choice("Rows shown", 64, (16, 64, 256), key="p_rows")
FIRST = Whole("First position", 0, 0, lambda others: others["last"], key="p_from", typed=True)
CURSOR = Whole(
    "Row",
    lambda rows: min(max(3, rows["first"]), rows["last"]),
    lambda rows: rows["first"],
    lambda rows: rows["last"],
    key="p_cursor",
    typed=True,
)
NARROW = 128
"""Columns of the widest table of a step of the path, which asks for a narrow one: the whole slider is for those."""
MOST_FRAMES = 256
"""Rows on the slider; any other can be typed."""


def zoom_window(extent: Window, view: dict[str, list[float]] | None) -> Window | None:
    """The part of `extent` that a zoomed chart shows; None if it shows none of it.

    >>> zoom_window(Window(0, 99, 0, 15), {"x": [3.6, 7.2], "y": [20.7, 10.1]})
    Window(first=10, last=21, left=4, right=7)
    >>> zoom_window(Window(0, 9, 0, 15), {"x": [3.6, 7.2], "y": [20.7, 10.1]}) is None
    True
    """
    if view is None:
        return extent
    # Cell n extends from n − ½ to n + ½.
    top, bottom = (math.floor(edge + 0.5) for edge in sorted(view["y"]))
    left, right = (math.floor(edge + 0.5) for edge in sorted(view["x"]))
    part = Window(max(top, extent.first), min(bottom, extent.last), max(left, extent.left), min(right, extent.right))
    return part if part.first <= part.last and part.left <= part.right else None


def _window(extent: Window) -> tuple[Window, str]:
    """The window to draw, and a key of the zoom: a zoom outside a table that became smaller is reset for good."""
    view = read_view((st.session_state.get(KEY) or {}).get("view"))
    given_up = st.session_state.setdefault("_p_given_up", {"view": None, "times": 0})
    if view is not None and view == given_up["view"]:
        view = None
    part = zoom_window(extent, view)
    if part is None:
        st.session_state["_p_given_up"] = given_up = {"view": view, "times": given_up["times"] + 1}
        part = extent
    return part, f"{KEY}{given_up['times'] or ''}"


def _extent(waves: Waves, drawn: bool) -> Window:
    """The whole table, or the requested rows; `drawn`: whether its controls are."""
    everything = Window(0, waves.length - 1, 0, waves.dim - 1)
    if not (drawn and ui.control(SOME)):
        return everything
    left, right = st.columns(2)
    count = min(ui.control(ROWS, left), waves.length)
    first = ui.control(FIRST, right, {"last": waves.length - count})
    return Window(first, first + count - 1, 0, waves.dim - 1)


def _cursor(extent: Window) -> int | None:
    if not ui.draws(CURSOR.key) or extent.first == extent.last:
        return None
    return int(ui.control(CURSOR, others={"first": extent.first, "last": extent.last}, width=140))


def show() -> None:
    """Draw the whole table or its zoomed part, down to single values; on the answer with frames around the fastest."""
    with ui.controls(KEY):
        if step_size.step() is None:
            settings = ui.ask(views.heatmap, "length", "dim", "base", "layout")
        else:  # which asks for a narrow table
            settings = ui.ask(views.heatmap, "length", "base", "layout")
            settings["dim"] = ui.control(replace(WIDTH, high=NARROW, stops=stops(4, NARROW, step=2)))
        cursor_at = st.container()
    waves = Waves(**settings)
    more = ui.lazy_expander(st.expander, "Some rows only", f"{KEY}_more", {"p_some": False})
    with nullcontext() if more is None else more:
        extent = _extent(waves, more is not None)
    with cursor_at:
        cursor = _cursor(extent)
    window, revision = _window(extent)
    everything = Window(0, waves.length - 1, 0, waves.dim - 1)
    guess = ui.predict(
        shared_page_questions.FASTEST,
        answer=fastest(waves.layout),
        hint="Count the stripes in a column at the left edge, in the middle and at the right edge. Where an edge is "
        "blank, they are too fine for the picture: drag over a part of it.",
        because=_because(waves.dim, waves.layout),
    )
    pair, _ = pair_of_column(waves.dim, waves.layout)
    framed = tuple(np.flatnonzero(pair == 0).tolist()) if guess and step_size.step() is None else ()
    view = views.heatmap(
        **settings,
        positions=None if window == everything else (window.first, window.last),
        dimensions=None if window == everything else (window.left, window.right),
        cursor=cursor,
    ).at_question(True, framed)
    if window != extent or revision != KEY:
        view = replace(view, spec=with_frames(zoomed_figure(waves, window, extent, revision), cursor, framed))
    rows = range(extent.first, extent.last + 1, -(-(extent.last + 1 - extent.first) // MOST_FRAMES))
    moves = ui.Moves("cursor", rows, CURSOR.key, CURSOR.label, play=True, drag=False)  # a drag in the picture zooms
    ui.show(KEY, view, events=("view",), moves=None if cursor is None else moves, formulas=True)


def fastest(layout: Layout) -> str:
    """The question's option for the columns of pair 0.

    >>> fastest("interleaved"), fastest("concatenated")
    ('the first', 'the first of each half')
    """
    return "the first" if layout == "interleaved" else "the first of each half"


def _because(dim: int, layout: Layout) -> str:
    pair, _ = pair_of_column(dim, layout)
    columns = [str(column) for column in np.flatnonzero(pair == 0)]
    return (
        f"**Like waves that grow longer: columns {wording.listed(columns)} come round in 2π = 6.28 positions.** They "
        "hold pair 0, the fastest at any base; every next pair takes longer."
    )
