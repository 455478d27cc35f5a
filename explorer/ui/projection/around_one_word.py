"""Neighbourhood of one word, on the whole table's components and on its own."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.data.word_table import WordTable
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection._around_one_word import FIVE, MOST
from explorer.views.projection.word_lookup import missing, twice, words_of

PART = ui.Part(
    "Around one word",
    why="A map of a whole table serves all of its words at once, so take one word and those around it alone, and let "
    "these few choose their own directions ([[principal component|principal components]]).",
    look="Which words lie on top of each other in the whole map, and come apart when they are [[projected]] alone?",
)

KEY = "j_alone"


def _row(table: WordTable, asked: str, first: str) -> int:
    """The row of the first word that was typed; of another one typed or of the table's `first`, with a note, else."""
    words = words_of(table, asked) or [""]
    rows = [row for word in words if (row := table.find(word)) is not None]
    if (row := table.find(words[0])) is None:
        st.warning("The word is not in this table.")
        row = rows[0] if rows else table.find(first) or 0
        told = missing(table, words[0]) if words[0] else "Nothing is typed."
        st.text(f"{told} Until you write another, {table.words[row]} is shown.")
    elif told := twice(table, [row]):
        st.text(told)
    return row


def show() -> None:
    """Draw a word's neighbourhood on the whole map and projected alone, and what each picture keeps of it."""
    with ui.controls(KEY, above=ui.style.is_embedded()):
        line = ui.row()
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        table = where.table
        first = "king" if table.find("king") is not None else table.words[0]
        asked = ui.text_inputs.text_input(
            "The word (of several, the first)", first, key="j_find", most=400, container=line
        )
        most = min(MOST, len(table.words) - 1)
        if most < FIVE:
            st.warning(f"This table has {len(table.words)} rows: too few for a neighbourhood.")
            return
        around = line.slider("Words around it", FIVE, most, min(50, most), FIVE, key="j_around", bind="query-params")
    word = table.name_of(_row(table, asked, first))
    settings = {**table_choice.settings(where), **nearness.settings(), "word": word, "around": around}
    try:
        both = [views.around_one_word(**settings, alone=alone) for alone in (False, True)]
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    for box, view, name in zip(ui.beside(2), both, ("before", "after"), strict=True):
        with box:
            ui.show(f"{KEY}_{name}", view)
    ui.formulas(KEY, both[1].formulas)
