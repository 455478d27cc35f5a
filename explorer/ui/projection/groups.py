"""A group of words: found by a pattern, a list or an outline on the map, listed, and asked what its members share."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.projection.anew import draw_anew
from explorer.ui.projection.grouping.choosing import ask, drawn, take_drawn
from explorer.ui.projection.grouping.sharing import theme
from explorer.ui.projection.on_map import shown_axes
from explorer.ui.projection.table import source
from explorer.views import projection as views
from explorer.views.projection._groups import AREA, GONE, GREY, LIST, PATTERN
from explorer.words.search import PatternError

PART = ui.Part(
    "Groups",
    why="One word has neighbours, and a group of words may have a theme: choose some, and count what is more frequent "
    "among them than in the whole [[table]].",
    look="Do the chosen words lie in one place or all over the map? Then read which words lie nearest to their middle.",
)

KEY = "j_group"


def show() -> None:
    """The map with the chosen group, its list, and what its members share."""
    take_drawn()
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        how = line.segmented_control(
            "Choose by", [PATTERN, LIST, AREA], default=PATTERN, required=True, key="j_how", bind="query-params"
        )
        others = line.segmented_control(
            "All other rows", [GREY, GONE], default=GREY, required=True, key="j_others", bind="query-params"
        )
        asked = ask(where, str(how))
    across, up = shown_axes.FIRST
    more = ui.folded(st.expander, "More", f"{KEY}_more", shown_axes.BEGINS | source.BEGINS)
    if more is not None:
        with more:
            across, up = shown_axes.ask(where, 2, ui.line())
            source.switches(where)
    recipe = source.fitting(where)
    last = len(source.space(where, recipe).pca.components)
    settings = source.settings(where) | {
        "components": (min(across + 1, last), min(up + 1, last)),
        "others": str(others),
    }
    try:
        view = views.group(**settings, **asked.settings())
    except PatternError as problem:
        st.warning("This pattern can't be searched for.")
        st.text(str(problem))
        view = views.group(**settings, how=LIST)
    event = ui.show(KEY, view, events=("select",))
    if event.select is not None:
        drawn(event.select, str(how))
        draw_anew()
    rows = view.table["row"]
    if len(rows) >= 2:
        theme(KEY, where, rows)
