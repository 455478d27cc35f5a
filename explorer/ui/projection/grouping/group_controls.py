"""Controls that select a group of rows: a pattern in any column, a list of words, or an outline on the picture."""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.frame import text_limit
from explorer.views import projection as views
from explorer.views.projection.groups import AREA, CITIES, LIST, PATTERN
from explorer.views.projection.table_source import Source
from explorer.views.projection.word_lookup import words_of
from explorer.views.setting import Text
from explorer.words.selection_outlines import Corner, OutlineError, read_outline, write_outline

LONGEST_OUTLINE = 1000
MEMBERS = Text("Words of the group, with commas between", ", ".join(CITIES), 2000, key="j_members", height=80)


def store_outline(corners: list[list[str]], how: str) -> None:
    """Store an outline that was just drawn on the picture as the group of the next run, with `how` set to it."""
    outline = write_outline(corners)
    if how == AREA:
        st.session_state["j_drawn"] = outline
    else:
        # Streamlit doesn't write a value to the URL that was set before the control is first drawn.
        st.session_state["j_area"] = st.query_params["j_area"] = outline
    st.session_state["j_outlined"] = True


def take_drawn() -> None:
    """Before the controls: put an outline drawn since the last run into them, and so into the URL."""
    if st.session_state.pop("j_outlined", False):
        st.session_state["j_how"] = AREA
    if (outline := st.session_state.pop("j_drawn", None)) is not None:
        st.session_state["j_area"] = outline


def ask(where: Source, how: str) -> dict[str, Any]:
    """Draw the controls of one selection method; returns the settings of `group` that they make."""
    if how == PATTERN:
        return ui.ask(views.group, "column", "pattern", given={"table": where})
    if how == LIST:
        return {"words": tuple(dict.fromkeys(words_of(where.table, ui.control(MEMBERS))))}
    return {"outline": _outline()}


def _outline() -> tuple[Corner, ...]:
    corners = st.text_input(
        "Corners of the outline: draw it with the tools under the picture, or write them",
        "",
        key="j_area",
        bind="query-params",
        placeholder="0,0; 1,2",
        help="Each corner is how far across and how far up, with a comma between; semicolons stand between corners. "
        "Two corners make a box, more make a loop. The numbers are those of the axes.",
        **text_limit.limit_kwargs("j_area", LONGEST_OUTLINE),
    )
    corners = text_limit.truncate(corners, "j_area", LONGEST_OUTLINE)
    try:
        return read_outline(corners)
    except OutlineError as problem:
        st.warning("This outline can't be read.")
        st.text(str(problem))
        return ()
