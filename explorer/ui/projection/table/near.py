"""What "near" means on this page: one switch beside the choice of the table, and its words in sentences.

`explorer.vectors.nearness` decides from it; parts whose published definition demands one measure say so (`fixed`).
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explorer import ui
from explorer.ui.frame.say import marked
from explorer.vectors.nearness import COSINE, DOT, EUCLID, MEASURES, Near
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.view import AS_IT_IS, Recipe
from explorer.wording import fixed as rounded

AS_STORED, CENTRED, AS_SWITCHED = "the table as it is", "the table centred", "the table after the switches"
TABLES = (AS_STORED, CENTRED, AS_SWITCHED)
SHORT = {AS_STORED: "as it is", CENTRED: "centred", AS_SWITCHED: "after the switches"}
BY = {COSINE: "cosine", EUCLID: "straight line (Euclid)", DOT: "dot product"}
VALUES = {COSINE: "cosine", EUCLID: "distance", DOT: "dot product"}
"""What a column of values is called."""
MEASURE, WHICH = "j_near", "j_compare"


def _now(key: str, options: Sequence[str]) -> str:
    """What a control holds or will hold: on the first run only the address knows."""
    value = st.session_state.get(key) or st.query_params.get(key, "")
    return str(value) if value in options else options[0]


def switch() -> str:
    """The page's switch, folded behind a button; what it is set to in words, which stand beside it."""
    place = ui.folded(st.popover, "Near means", "j_near_open", {MEASURE: COSINE, WHICH: AS_STORED})
    if place is not None:
        with place:
            _controls()
    # Not on the button: Streamlit closes a folded place whose label changes.
    return "" if ui.guide.hides("j_near_open") else f"{BY[_now(MEASURE, MEASURES)]}, in {table()}"


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
    ui.say(
        "This one switch decides on the whole page what counts as near: in lists, rings and shares. Centring by "
        "itself changes no straight line, since the mean row drops out of every difference; before Unit length it does."
    )


def meant(switched: Recipe) -> Near:
    """What the switch says; `switched` is the recipe of the map's own switches."""
    which = _now(WHICH, TABLES)
    recipe = {AS_STORED: AS_IT_IS, CENTRED: Recipe(center=True), AS_SWITCHED: switched}[which]
    return Near(_now(MEASURE, MEASURES), recipe)


def table() -> str:
    """Which numbers are compared, in words."""
    return _now(WHICH, TABLES)


def by(near: Near) -> str:
    """The measure in a sentence, after "by".

    >>> by(Near())
    'cosine'
    """
    return BY[near.measure]


def values(found: Neighbours, near: Near, digits: int = 3) -> dict[str, list[str]]:
    """The column of values of some neighbours, with its name.

    >>> import numpy as np
    >>> values(Neighbours(np.array([3]), np.array([0.5], np.float32)), Near())
    {'cosine': ['0.500']}
    """
    return {VALUES[near.measure]: [rounded(value, digits) for value in found.values]}


def between(value: float, near: Near) -> str:
    """How close two rows of a group are, as part of a sentence.

    >>> between(0.25, Near())
    'have a cosine of 0.250 on average'
    """
    if near.measure == EUCLID:
        return f"lie {rounded(value, 3)} apart (the root of the mean squared straight line)"
    return f"have a {BY[near.measure]} of {rounded(value, 3)} on average"


def read(near: Near) -> str:
    """What a method that moves dots reads of each row: it needs distances, which a cosine and a dot product are not.

    >>> read(Near())
    'rows of unit length'
    >>> read(Near(EUCLID))
    'rows as long as they are'
    >>> read(Near(DOT)).endswith("since the method needs distances and a dot product isn't one")
    True
    """
    if near.measure == COSINE:
        return "rows of unit length"
    if near.measure == EUCLID:
        return "rows as long as they are"
    return "rows as long as they are, since the method needs distances and a dot product isn't one"


def fixed(why: str, which: str = AS_STORED) -> None:
    """Say that a part means the cosine, whatever the switch says, in which table, and why."""
    told = f"Near means [[cosine]] here, in {which}, whatever is chosen elsewhere on this page: {why}."
    st.caption(marked(told), unsafe_allow_html=True)
