"""Alignment of two tables of the same words: before and after the turn, and how far they agree."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice, upload
from explorer.views import projection as views
from explorer.views.projection._two_tables import WORDS, comparable
from explorer.views.projection.table_pair import load_pair
from explorer.views.projection.table_source import Source

PART = ui.Part(
    "Two tables",
    why="Two tables of the same words look nothing alike, since each has its own axes: turn one onto the other.",
    look="After the turn, do circle and diamond lie on one side, and whose line stays long?",
)

KEY = "j_two"
SHIPPED = ("GloVe", "MiniLM", "Whisper")


def show() -> None:
    """Draw the same words in two tables before and after the turn, and their agreement."""
    with ui.controls(KEY, above=True):
        line = ui.row()
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        other = _other(where, line)
        if other is None:
            return
    with ui.more_controls(KEY, "The words that are drawn"):
        words = ui.text_inputs.text_area("Words to draw", WORDS, key="j_twice", most=1500, height=80)
    meant, pair = table_choice.page_similarity(where), load_pair(where, other)
    # A spinner starts a thread, which costs more than it helps if the result is cached.
    waits = st.session_state.get("_j_turned") != (pair.key, meant)
    try:
        with st.spinner("Turning one table onto the other …") if waits else nullcontext():
            both = comparable(pair, meant)
    except ValueError as problem:
        few, _, why = str(problem).partition("\n")
        st.warning(few)
        st.text(why)
        return
    st.session_state["_j_turned"] = pair.key, meant
    if both.words[:2] == ("row 0", "row 1"):
        st.text("Row 0 of the one table is compared with row 0 of the other.")
    for box, after in zip(ui.beside(2), (False, True), strict=True):
        with box:
            ui.show(
                f"{KEY}_{'after' if after else 'before'}",
                views.two_tables(table=where, other=other, words=words, after=after),
            )
    settings: dict[str, Any] = {**table_choice.settings(where), "other": other, **nearness.settings()}
    view = views.agreement(**settings)
    ui.show(KEY, view)
    ui.formulas(KEY, view.formulas)


def _other(where: Source, line: DeltaGenerator) -> str | Source | None:
    """Draw the choice of the second table; None if there is none yet."""
    shipped = [name for name in SHIPPED if name != where.table.name]
    others = [*shipped, upload.SECOND.name]
    if st.session_state.get("j_other", others[0]) not in others:
        st.session_state["j_other"] = others[0]
    name = str(line.selectbox("Turned onto", others, key="j_other", bind="query-params"))
    return name if name != upload.SECOND.name else upload.choose(upload.SECOND)
