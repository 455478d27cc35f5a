"""Colour controls of the map: a search field that highlights values, kinds as buttons, values as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.ui.frame import shared_inputs
from explorer.ui.frame.ask import control
from explorer.ui.projection.on_map import legend as clickable
from explorer.views.projection.colouring import CategoryColumn, exactly
from explorer.views.setting import Text
from explorer.wording import share
from explorer.words.text_search import LONGEST

LISTED = 30
"""Number of values in the list below the map."""
VALUE = Text(
    "Highlight what contains",
    "",
    LONGEST,
    key="j_kind",
    placeholder="any part of a value",
    help="Every value that contains these characters is drawn large, and all others are pale. In “ ” it is that one "
    "value, as a click in the list below the picture writes it.",
)
BEGINS = {VALUE.key: ""}


def ask(colour: str) -> str:
    """Draw the field that searches the values of a column."""
    return str(control(replace(VALUE, label=escape_markdown(f"Highlight what contains (in “{colour}”)"[:80]))))


def beside(key: str, found: CategoryColumn, marked: Sequence[int], wanted: str) -> None:
    """Draw the kinds of words as a row of buttons above the map (sign and name); a press shows one alone."""
    if len(found.values) > 1:
        _show(key, {"kind": found.values[1:]}, range(1, len(found.values)), found, _alone(found, marked, wanted), True)


def _alone(found: CategoryColumn, marked: Sequence[int], wanted: str) -> int:
    return marked[0] if len(marked) == 1 and wanted.strip() == exactly(found.values[marked[0]]) else 0


def _show(
    key: str,
    columns: Mapping[str, Sequence[str]],
    numbers: Sequence[int],
    found: CategoryColumn,
    pressed: int,
    row: bool = False,
) -> None:
    def take(number: int) -> None:
        value = found.values[number] if number else ""
        exact = exactly(value) if len(value) <= LONGEST - 2 else value[:LONGEST]
        if value and "j_kind" not in st.session_state and not st.session_state.get(shared_inputs.OPT_OUT_KEY):
            # Streamlit doesn't write a value to the URL that was set before the field is first drawn.
            st.query_params["j_kind"] = exact
        st.session_state["j_kind"] = exact if value else ""

    label = "Kinds of words and their colours and shapes" if row else "Values and their colours and shapes"
    clickable.show(key, columns, numbers, pressed=pressed, label=label, take=take, row=row)


def legend(key: str, found: CategoryColumn, marked: Sequence[int], wanted: str) -> None:
    """Draw the list of values, found or most frequent, with sign and number of rows; a click shows one alone."""
    alone = _alone(found, marked, wanted)
    shown = list(marked) if wanted.strip() and not alone else list(range(1, len(found.values)))
    if not shown:
        st.text("No value contains these characters." if wanted.strip() else "No row has a value in this column.")
        return
    first = shown[:LISTED]
    if alone and alone not in first:
        first = [alone, *first[:-1]]
    numbers = [int(found.counts[at]) for at in first]
    columns = {
        "value": [found.values[at] for at in first],
        "rows": [f"{here:,}" for here in numbers],
        "of all": [share(here, len(found.codes)) for here in numbers],
    }

    _show(key, columns, first, found, alone)
    if len(shown) > LISTED:
        st.caption(f"The {LISTED} most frequent of {len(shown):,} are listed. Search above to see others.")
