"""What was drawn around dots on the map: how many rows are inside, and the way to Groups, to ask more."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer.ui.projection.choosing import AREA, GroupRequest, rows_of
from explorer.ui.projection.remember import Source
from explorer.vectors.view import Recipe
from explorer.wording import count, listed, verb
from explorer.words.areas import Corner, OutlineError, read_outline, written

KEPT = "j_around_dots"
NAMED = 5


def outline(place: Any) -> tuple[Corner, ...]:
    """The corners of what was drawn on this picture; none on another one."""
    seen = st.session_state.get(KEPT)
    return read_outline(seen[1]) if seen is not None and seen[0] == place else ()


def take(corners: list[list[str]] | None, place: Any) -> None:
    """Keep what was just drawn; it stays until something else is drawn or another picture is shown."""
    if corners is None:
        return
    text = written(corners)
    try:
        read_outline(text)
    except OutlineError:  # no browser of ours sends it
        return
    st.session_state[KEPT] = (place, text)
    st.rerun(scope="fragment")


def offer(where: Source, recipe: Recipe, components: tuple[int, int], corners: tuple[Corner, ...]) -> None:
    """How many rows lie inside, some of them, and a button that opens Groups with the same outline."""
    rows = rows_of(where, recipe, GroupRequest(AREA, corners=corners, components=components))
    first = [where.table.words[row] for row in rows[:NAMED]]
    named = f": {listed(first)}" if len(rows) <= NAMED else f"; the first {NAMED} are {listed(first)}"
    inside = f"{count(len(rows), 'row')} {verb(len(rows), 'lies', 'lie')} inside your outline"
    st.text(f"{inside}{named if len(rows) else ''}.")
    row = st.container(horizontal=True)
    asked = row.button("What do these share? (opens Groups)", key="j_to_groups", on_click=_hand_over)
    if row.button("Forget the outline", key="j_forget_outline"):
        st.session_state.pop(KEPT, None)
        st.rerun(scope="fragment")
    if asked:
        st.rerun()


def _hand_over() -> None:
    """Open Groups with the outline; in the address too, where Streamlit writes no value that was set beforehand."""
    for key, value in (("j_area", st.session_state[KEPT][1]), ("j_how", AREA)):
        st.session_state[key] = st.query_params[key] = value
    st.session_state["j_part"] = "Groups"
