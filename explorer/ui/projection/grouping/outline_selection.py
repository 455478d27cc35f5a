"""Outline drawn around dots on the map: the rows inside, and a button that opens Groups with it."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection.groups import AREA, GroupRequest, rows_of
from explorer.views.projection.table_source import Source
from explorer.wording import count, listed, verb
from explorer.words.selection_outlines import Corner, OutlineError, read_outline, write_outline

KEPT = "j_around_dots"
NAMED = 5


def outline(map_key: Any) -> tuple[Corner, ...]:
    """Corners of the outline drawn on this picture; none if it was drawn on another one."""
    seen = st.session_state.get(KEPT)
    return read_outline(seen[1]) if seen is not None and seen[0] == map_key else ()


def take(corners: list[list[str]] | None, map_key: Any) -> None:
    """Store the outline just drawn, until another one is drawn or another picture is shown."""
    if corners is None:
        return
    text = write_outline(corners)
    try:
        read_outline(text)
    except OutlineError:  # a forged message
        return
    st.session_state[KEPT] = (map_key, text)
    rerun_part()


def offer(where: Source, recipe: Preprocessing, components: tuple[int, int], corners: tuple[Corner, ...]) -> None:
    """Draw the number of rows inside, some of them, and a button that opens Groups with the same outline."""
    rows = rows_of(where, recipe, GroupRequest(AREA, corners=corners, components=components))
    st.text(inside([where.table.words[row] for row in rows]))
    row = st.container(horizontal=True)
    pressed = bool(len(rows)) and row.button(
        "What do these share? (opens Groups)", key="j_to_groups", on_click=_hand_over
    )
    row.button("Forget the outline", key="j_forget_outline", on_click=st.session_state.pop, args=(KEPT, None))
    if pressed:
        st.rerun()


def inside(words: Sequence[str]) -> str:
    """Sentence on the number of rows inside an outline, and the first of them; or what to do if there are none.

    >>> inside(["cat", "dog"]), inside([])
    ('2 rows lie inside your outline: cat and dog.', 'No row lies inside your outline: draw it around some dots.')
    """
    if not words:
        return "No row lies inside your outline: draw it around some dots."
    first = listed(words[:NAMED])
    named = f": {first}" if len(words) <= NAMED else f"; the first {NAMED} are {first}"
    return f"{count(len(words), 'row')} {verb(len(words), 'lies', 'lie')} inside your outline{named}."


def _hand_over() -> None:
    """Open Groups with the outline, also written to the URL, since Streamlit omits values set beforehand."""
    for key, value in (("j_area", st.session_state[KEPT][1]), ("j_how", AREA), ("j_groups", "mine")):
        st.session_state[key] = st.query_params[key] = value
    st.session_state["j_part"] = "Groups"
