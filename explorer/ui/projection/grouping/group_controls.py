"""Controls that select a group of rows: a pattern in any column, a list of words, or an outline on the picture."""

from __future__ import annotations

import streamlit as st

from explorer.ui.frame import layout, text_inputs, text_limit
from explorer.views.projection._groups import AREA, LIST, PATTERN, WORD, GroupRequest
from explorer.views.projection.table_source import Source
from explorer.views.projection.word_lookup import words_of
from explorer.words.selection_outlines import OutlineError, read_outline, write_outline
from explorer.words.text_search import LONGEST

LONGEST_OUTLINE = 1000
PATTERN_HELP = (
    "* stands for any characters and ? for one: *land ends with land, un* begins with un. Without them: what contains "
    "these characters. Upper and lower case are the same."
)


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


def ask(where: Source, how: str) -> GroupRequest:
    """Draw the controls of one selection method."""
    if how == LIST:
        return _list(where)
    return _outline() if how == AREA else pattern(where, "j_column", "j_pattern", "*land")


def pattern(where: Source, column_key: str, pattern_key: str, first: str) -> GroupRequest:
    """Draw the column and the pattern."""
    line = layout.row("bottom")
    choices = [WORD, *where.table.metadata]
    if st.session_state.get(column_key, WORD) not in choices:
        st.session_state[column_key] = WORD
    column = line.selectbox("Look in", choices, key=column_key, bind="query-params")
    wanted = text_inputs.text_input(
        "Words like", first, key=pattern_key, most=LONGEST, help=PATTERN_HELP, container=line
    )
    return GroupRequest(PATTERN, column, wanted)


def _list(where: Source) -> GroupRequest:
    members = text_inputs.text_area(
        "Words of the group, with commas between",
        "paris, london, berlin, rome, madrid, vienna, moscow, tokyo",
        key="j_members",
        most=2000,
        height=80,
    )
    words = tuple(dict.fromkeys(words_of(where.table, members)))
    return GroupRequest(LIST, words=words)


def _outline() -> GroupRequest:
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
        return GroupRequest(AREA, corners=read_outline(corners))
    except OutlineError as problem:
        st.warning("This outline can't be read.")
        st.text(str(problem))
        return GroupRequest(AREA)
