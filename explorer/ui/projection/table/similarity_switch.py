"""Similarity switch: the measure that "near" means on this page, and its wording.

`explorer.vectors.similarity_measures` decides from it; parts whose published definition demands one measure say so
(`explain_cosine`).
"""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.frame.ask import begins, value_in
from explorer.ui.frame.glossary_markup import link_terms
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import Near
from explorer.views.projection import neighbour_lists
from explorer.views.projection import similarity_settings as views
from explorer.views.projection.similarity_settings import (
    AS_STORED,
    BY,
    COMPARE,
    NEAR,
    SHORT,
    VALUES,
    by,
    read,
)

__all__ = [
    "SHORT",
    "VALUES",
    "by",
    "explain_cosine",
    "selected_similarity",
    "read",
    "settings",
    "switch",
    "table",
]
BEGINS = begins(neighbour_lists, "near", "compare")


def switch() -> str:
    """Draw the page's switch in a popover; returns its setting in words, shown beside it."""
    popover = ui.lazy_expander(st.popover, "Near means", "j_near_open", BEGINS)
    if popover is not None:
        with popover:
            _controls()
    # Not on the button: Streamlit closes a popover whose label changes.
    return "" if not ui.draws("j_near") else f"{BY[settings()['near']]}, in {table()}"


def _controls() -> None:
    ui.ask(neighbour_lists, "near", "compare", at=st.container())
    ui.write(
        "This one switch decides on the whole page what counts as near: in lists, rings and shares. Centring by itself "
        "changes no straight line, since the mean row drops out of every difference; with Unit length or with removed "
        "directions it does."
    )


def selected_similarity(switched: Preprocessing) -> Near:
    """The switch's setting; `switched` is the recipe of the map's own switches."""
    return views.read_similarity(**settings(), switched=switched)


def settings() -> dict[str, Any]:
    """The switch's setting, as the settings of a view."""
    return {"near": value_in(NEAR, st.session_state, st.query_params), "compare": table()}


def table() -> str:
    """Wording for the numbers that are compared."""
    return str(value_in(COMPARE, st.session_state, st.query_params))


def explain_cosine(why: str) -> None:
    """Write that a part uses the cosine of the rows as stored, regardless of the switch, and why."""
    sentence = f"Near means [[cosine]] here, in {AS_STORED}, whatever is chosen elsewhere on this page: {why}."
    st.caption(link_terms(sentence), unsafe_allow_html=True)
