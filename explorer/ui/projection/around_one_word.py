"""Neighbourhood of one word, on the whole table's components and on its own: a view of the Map."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.ui.projection.on_map import word_search
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection.table_source import Source

KEY = "j_alone"


def show(where: Source, line: DeltaGenerator, typed: str, first: str) -> None:
    """Draw a word's neighbourhood on the whole map and projected alone, and what each picture keeps of it."""
    table = where.table
    settings = ui.ask(views.around_one_word, "around", at=line, given={"table": where})
    found = word_search.find(table, typed)
    word = table.name_of(found[0]) if found else first
    if not found:
        st.text(f"Until you write another, {word} is shown.")
    settings |= table_choice.settings(where) | nearness.settings() | {"word": word}
    try:
        both = [views.around_one_word(**settings, alone=alone) for alone in (True, False)]
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    for view, name in zip(both, ("after", "before"), strict=True):
        ui.show(f"{KEY}_{name}", view)
    ui.formulas(KEY, both[0].formulas)
