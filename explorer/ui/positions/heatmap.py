"""The table itself, as one picture; zooming in draws the part in sight anew, down to single values."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st

from explorer import ui, wording
from explorer.content.en import questions
from explorer.core.functional.frequencies import Layout
from explorer.figures.positions import heatmap as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.plot.chart import read_view
from explorer.ui.positions import settings
from explorer.views.positions._waves import LAYOUTS, LONGEST, named
from explorer.waves.closeness import Waves, pair_of_column
from explorer.waves.window import Drawn, Window, drawn

PART = ui.Part(
    "Heatmap",
    why="This is the whole table that is added to the words, a [[positional encoding]] that nobody has to learn: one "
    "[[row]] per place, and in each row the hands of all clocks, written as [[sines]] and cosines.",
    look="Read a column from top to bottom: its stripes are one wave. Compare those on the left and on the right.",
    shown=settings.shown,
    meant_by=("p_len", "p_dim", "p_base", "p_layout", "p_some", "p_rows", "p_from", "p_fastest"),
)

KEY = "p_heat"
ROWS = {"16": 16, "64": 64, "256": 256}


# Made in a millisecond or two and never changed: Streamlit's own caches would take as long to look it up.
@lru_cache(maxsize=24)  # up to 0.2 MB each
def _figure(waves: Waves, window: Window, extent: Window, revision: str) -> tuple[Spec, int, int]:
    view = drawn(waves, window)
    return of_view(waves, view, extent, joined=view.per_row, revision=revision), view.per_row, view.per_column


def of_view(waves: Waves, view: Drawn, extent: Window, **settings: Any) -> Spec:
    """The heatmap of a part of the table, in the frame of `extent`; `settings` are those of the figure."""
    texts = figures.column_texts(waves.dim, view.columns, view.pair, view.is_cosine, waves.frequencies, view.per_column)
    return figures.heatmap(
        view.cells,
        positions=view.positions,
        columns=view.columns,
        column_texts=list(texts),
        extent=(extent.first, extent.last, extent.left, extent.right),
        **settings,
    )


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
    view = read_view((st.session_state.get(KEY) or {}).get("view"))
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
    first = ui.number("First position", 0, LONGEST - 1, 0, key="p_from", called="first position", place=right)
    count = min(ROWS[rows or "64"], waves.length)
    first = min(int(first), waves.length - count)
    return Window(first, first + count - 1, 0, waves.dim - 1)


def show() -> None:
    """The whole table as one picture; where it is zoomed, the part in sight down to single values."""
    _picture()
    _question()


def _picture() -> None:
    with ui.controls(KEY):
        waves = settings.waves(layout=True)
        extent = _extent(waves)
    window, revision = _window(extent)
    figure, per_row, per_column = _figure(waves, window, extent, revision)
    ui.picture(
        KEY,
        figure,
        summary=f"{named(waves)}. {_how_drawn(per_row, per_column)} {_waves_in_words(waves)}",
        table=lambda: _table(waves, window),
        script=lambda: scripts.heatmap(
            waves.length, waves.dim, waves.base, waves.layout, (window.first, window.last, window.left, window.right)
        ),
        events=("view",),
    )
    _formula(waves)


def _formula(waves: Waves) -> None:
    """One number worked out: place 3, the sine and the cosine of the middle pair."""
    pair, place = (waves.dim // 2) // 2, min(3, waves.length - 1)
    omega = float(waves.frequencies[pair])
    sine, cosine = waves_at(waves, place, pair)
    halves, half = waves.layout == "concatenated", len(waves.frequencies)
    base, number = f"{waves.base:,.0f}".replace(",", "{,}"), wording.number
    ui.formula(
        KEY,
        (
            rf"PE(p,\,i)=\sin(p\,\omega_i)\qquad PE(p,\,{half}+i)"
            if halves
            else r"PE(p,\,2i)=\sin(p\,\omega_i)\qquad PE(p,\,2i+1)"
        )
        + r"=\cos(p\,\omega_i)\qquad \omega_i=b^{-2i/D}",
        {
            "p": "the place: 0" + (f" to {waves.length - 1:,}" if waves.length > 1 else "") + " here",
            "i": "the number of the pair: "
            + (
                f"its [[sine]] is column i, its cosine column {half} + i"
                if halves
                else "its [[sine]] is column 2i, its cosine column 2i + 1"
            )
            + ("; the last pair of an odd width has no cosine" if waves.dim % 2 else ""),
            "D": f"the [[width]], {waves.dim:,} here",
            "b": f"the [[base]], {waves.base:,.0f} here",
            r"\omega_i": "how far the hand of pair i turns per place, in [[radians]]; 2π of them make a turn",
        },
        rf"At place {place}, pair {pair}: $\omega_{{{pair}}} = {base}^{{-{2 * pair}/{waves.dim}}} = "
        rf"{number(omega, 4)}$, so the hand has turned ${place} \cdot {number(omega, 4)} = {number(place * omega, 4)}$ "
        rf"{wording.verb(place * omega, 'radian', 'radians')}. Its sine is ${sine:.4f}$"
        + (rf", its cosine ${cosine:.4f}$." if cosine is not None else ". This odd width has no cosine for it."),
    )


def waves_at(waves: Waves, place: int, pair: int) -> tuple[float, float | None]:
    """Sine and cosine of one pair at one place, read from the table; None for a cosine that an odd width lacks."""
    of, is_cosine = pair_of_column(waves.dim, waves.layout)
    row = waves.rows([place])[0]
    cosine = row[(of == pair) & is_cosine]
    return float(row[(of == pair) & ~is_cosine][0]), float(cosine[0]) if len(cosine) else None


def _question() -> None:
    dim, layout = int(st.session_state["p_dim"]), LAYOUTS[st.session_state["p_layout"] or "alternating"]
    ui.predict(
        *questions.FASTEST,
        answer=fastest(dim, layout),
        hint="Count the stripes in a column at the left edge, in the middle and at the right edge. Where an edge is "
        "blank, they are too fine for the picture: drag over a part of it.",
        because=_because(dim, layout),
    )


def fastest(dim: int, layout: Layout) -> str:
    """Where the columns of pair 0 stand, in words: one of the question's options.

    >>> fastest(128, "interleaved"), fastest(128, "concatenated"), fastest(2, "concatenated")
    ('the first', 'the first of each half', 'all alike')
    """
    if dim <= 2:
        return "all alike"
    return "the first" if layout == "interleaved" else "the first of each half"


def _because(dim: int, layout: Layout) -> str:
    pair, _ = pair_of_column(dim, layout)
    columns = [str(column) for column in np.flatnonzero(pair == 0)]
    where = f"{wording.verb(len(columns), 'Column', 'Columns')} {wording.listed(columns)}"
    verb = wording.verb(len(columns), "holds", "hold")
    rest = "; every next pair takes longer" if dim > 2 else ", and there is no other pair"
    return f"{where} {verb} pair 0, which comes round once in 2π = 6.28 positions, whatever the base{rest}."


def _how_drawn(per_row: int, per_column: int) -> str:
    if per_row == per_column == 1:
        return "Every cell is one value."
    parts = [f"{per_row} positions"] if per_row > 1 else []
    parts += [f"{per_column} neighbouring pairs"] if per_column > 1 else []
    fade = " Waves shorter than that fade towards 0." if per_row > 1 else ""
    if per_column > 1:  # at late positions even slow ones are out of step
        fade = (" Waves shorter than that, and pairs" if per_row > 1 else " Pairs") + " out of step, fade towards 0."
    return f"Each cell is the mean of {' and '.join(parts)}.{fade} Drag over a part to see single values."


def _waves_in_words(waves: Waves) -> str:
    last = len(waves.frequencies) - 1
    if last == 0:
        return "There is one pair only: one turn in 6.28 positions."
    return f"Pair 0 turns once in 6.28 positions, pair {last} once in {waves.wavelengths[-1]:,.0f}."
