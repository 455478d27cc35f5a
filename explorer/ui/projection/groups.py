"""A group of rows, selected by a pattern, a list or an outline on the map: its list, and what its members share."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.projection.grouping.group_controls import ask, store_outline, take_drawn
from explorer.ui.projection.grouping.shared_features import theme
from explorer.ui.projection.on_map import axis_controls
from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.words.text_search import PatternError

PART = ui.Part(
    "Groups",
    question="What do the words of a group have in common?",
    why="Choose a group of words, by how they are written or by drawing around them, and count what is more frequent "
    "among them than in the whole [[table]].",
    look="Do the chosen words lie in one place or all over the map?",
)

KEY = "j_group"


def show() -> None:
    """Draw the map with the chosen group, its list, and what its members share."""
    with ui.controls("j_groups"):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        take_drawn()
        chosen = ui.ask(views.group, "how", "others", at=line)
        members = {"how": chosen["how"]} | ask(where, chosen["how"])
    across, up = axis_controls.FIRST
    more = ui.lazy_expander(st.expander, "More", f"{KEY}_more", axis_controls.BEGINS | table_choice.BEGINS)
    if more is not None:
        with more:
            across, up = axis_controls.ask(where, 2, ui.row())
            table_choice.preprocessing_switches(where)
    recipe = table_choice.fitting(where)
    last = len(table_choice.space(where, recipe).pca.components)
    settings = table_choice.settings(where) | {
        "components": (min(across + 1, last), min(up + 1, last)),
    }
    try:
        view = views.group(**settings | members, others=chosen["others"])
    except PatternError as problem:
        st.warning("This pattern can't be searched for.")
        st.text(str(problem))
        view = views.group(**settings, how="a list", words=(), others=chosen["others"])
    event = ui.show(KEY, view, events=("select",))
    if event.select is not None:
        store_outline(event.select, chosen["how"])
        rerun_part()
    if view.table.rows >= 2:
        theme(KEY, views.group_shares(**settings | nearness.settings() | members))
