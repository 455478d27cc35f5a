"""The controls that choose a group of rows: a pattern in any column, a list of words, or an outline on the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer.data.wordtable import WordTable
from explorer.ui.frame import cut, layout, typed
from explorer.ui.projection.table import source
from explorer.vectors.view import Recipe
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import listed
from explorer.words.areas import Corner, OutlineError, read_outline, within, written
from explorer.words.search import LONGEST, PatternError, Texts, matching

PATTERN, LIST, AREA = "a pattern", "a list", "an outline"
WORD = "word"
LONGEST_OUTLINE = 1000
PATTERN_HELP = (
    "As a regular expression, ^ is the beginning, $ the end, . any character, [ab] either a or b, + one or more. Upper "
    "and lower case are the same."
)


@dataclass(frozen=True)
class GroupRequest:
    """How a group is chosen (what doesn't belong to `how` is empty), and the components that the picture shows."""

    how: str
    column: str = WORD
    pattern: str = ""
    expression: bool = False
    words: tuple[str, ...] = ()
    corners: tuple[Corner, ...] = ()
    components: tuple[int, int] = (0, 1)


def texts_of(table: WordTable, column: str) -> list[str]:
    """A column as texts: the words, or one of metadata."""
    if column == WORD:
        return list(table.words)
    values = table.metadata[column]
    return [f"{value:g}" for value in values] if values.dtype.kind in "iuf" else values.tolist()


@remembered
def _searched(where: Source, column: str) -> Texts:
    return Texts(texts_of(where.table, column))


@remembered_briefly
def rows_of(where: Source, recipe: Recipe, request: GroupRequest) -> NDArray[np.int64]:
    """The rows of the group, in the table's order.

    Raises:
        PatternError: a pattern that can't be used.
    """
    if request.how == PATTERN:
        return matching(_searched(where, request.column), request.pattern, expression=request.expression)
    if request.how == LIST:
        return np.array(
            sorted({row for word in request.words if (row := where.table.find(word)) is not None}), np.int64
        )
    return within(source.points(where, recipe, request.components), request.corners)


def rows_or_message(where: Source, recipe: Recipe, request: GroupRequest) -> NDArray[np.int64] | None:
    """The rows of the group; None, and what is wrong, where the pattern can't be used."""
    try:
        return rows_of(where, recipe, request)
    except PatternError as problem:
        st.warning("This pattern can't be searched for.")
        st.text(str(problem))
        return None


def drawn(corners: list[list[str]], how: str) -> None:
    """Take an outline that was just drawn on the picture, where `how` is chosen: it is the group in the next run."""
    outline = written(corners)
    if how == AREA:
        st.session_state["j_drawn"] = outline
    else:
        # Streamlit writes no link for a control that is drawn for the first time with a value set before.
        st.session_state["j_area"] = st.query_params["j_area"] = outline
    st.session_state["j_outlined"] = True


def take_drawn() -> None:
    """Before the controls: what was drawn since the last run stands in them, and so in the link."""
    if st.session_state.pop("j_outlined", False):
        st.session_state["j_how"] = AREA
    if (outline := st.session_state.pop("j_drawn", None)) is not None:
        st.session_state["j_area"] = outline


def ask(where: Source, how: str) -> GroupRequest:
    """The controls that belong to one way of choosing."""
    if how == LIST:
        return _list(where)
    return _outline() if how == AREA else pattern(where, "j_column", "j_pattern", "j_regex", "land$")


def pattern(where: Source, column_key: str, pattern_key: str, expression_key: str, first: str) -> GroupRequest:
    """A column, what its texts contain, and whether that is a regular expression."""
    line = layout.line("bottom")
    choices = [WORD, *where.table.metadata]
    if st.session_state.get(column_key, WORD) not in choices:
        st.session_state[column_key] = WORD
    column = line.selectbox("Look in", choices, key=column_key, bind="query-params")
    wanted = typed.line("What it contains", first, key=pattern_key, most=LONGEST, help=PATTERN_HELP, place=line)
    expression = line.toggle("Regular expression", True, key=expression_key, bind="query-params")
    return GroupRequest(PATTERN, column, wanted, expression)


def _list(where: Source) -> GroupRequest:
    members = typed.lines(
        "Words of the group, with commas between",
        "paris, london, berlin, rome, madrid, vienna, moscow, tokyo",
        key="j_members",
        most=2000,
        height=80,
    )
    words = tuple(dict.fromkeys(word.strip() for word in members.split(",") if word.strip()))
    missing = [word[:40] for word in words if where.table.find(word) is None]
    if missing:
        st.text(f"Not in this table: {listed(missing[:12])}" + (" …" if len(missing) > 12 else ""))
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
        **cut.at_most("j_area", LONGEST_OUTLINE),
    )
    corners = cut.within(corners, "j_area", LONGEST_OUTLINE)
    try:
        return GroupRequest(AREA, corners=read_outline(corners))
    except OutlineError as problem:
        st.warning("This outline can't be read.")
        st.text(str(problem))
        return GroupRequest(AREA)
