"""Similarity switch: the measure that "near" means on this page, and its wording.

`explorer.vectors.similarity_measures` decides from it; parts whose published definition demands one measure say so
(`explain_cosine`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.frame.glossary_markup import link_terms
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import COSINE, MEASURES, Near
from explorer.views.projection import similarity_settings as views
from explorer.views.projection.similarity_settings import (
    AS_STORED,
    BY,
    SHORT,
    TABLES,
    VALUES,
    between,
    by,
    read,
)

__all__ = [
    "SHORT",
    "VALUES",
    "between",
    "by",
    "explain_cosine",
    "selected_similarity",
    "read",
    "settings",
    "switch",
    "table",
]
MEASURE, WHICH = "j_near", "j_compare"


def _now(key: str, options: Sequence[str]) -> str:
    """Value that a control has or will have: in the first run it is only in the URL."""
    value = st.session_state.get(key) or st.query_params.get(key, "")
    return str(value) if value in options else options[0]


def switch() -> str:
    """Draw the page's switch in a popover; returns its setting in words, shown beside it."""
    popover = ui.lazy_expander(st.popover, "Near means", "j_near_open", {MEASURE: COSINE, WHICH: AS_STORED})
    if popover is not None:
        with popover:
            _controls()
    # Not on the button: Streamlit closes a popover whose label changes.
    return "" if ui.guide.is_hidden("j_near_open") else f"{BY[_now(MEASURE, MEASURES)]}, in {table()}"


def _controls() -> None:
    st.segmented_control(
        "Two words are near by",
        MEASURES,
        default=COSINE,
        required=True,
        key=MEASURE,
        bind="query-params",
        help="Cosine compares directions. The straight line (Euclid) is the distance between the rows. The dot "
        "product is the cosine times both lengths, so long rows are near to many.",
    )
    st.segmented_control(
        "in all numbers of",
        TABLES,
        default=AS_STORED,
        required=True,
        key=WHICH,
        bind="query-params",
        help="Centred: the mean row is subtracted from every row. The switches are those under More on the map: "
        "Centre, Unit length and Remove top directions.",
    )
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
    return {"near": _now(MEASURE, MEASURES), "compare": table()}


def table() -> str:
    """Wording for the numbers that are compared."""
    return _now(WHICH, TABLES)


def explain_cosine(why: str) -> None:
    """Write that a part uses the cosine of the rows as stored, regardless of the switch, and why."""
    told = f"Near means [[cosine]] here, in {AS_STORED}, whatever is chosen elsewhere on this page: {why}."
    st.caption(link_terms(told), unsafe_allow_html=True)
