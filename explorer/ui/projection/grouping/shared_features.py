"""Shared features of a group of rows, below its picture."""

import streamlit as st

from explorer import ui
from explorer.ui.projection.word_lists import beside
from explorer.views import View


def theme(key: str, view: View) -> None:
    """Draw the sentences on some rows and what is frequent among them; `key` is the prefix of the part's keys."""
    st.header("What do these share?", anchor=False)
    ui.show(f"{key}_shared", view)
    if view.table:
        beside(view.table)
    ui.formulas(key, view.formulas)
