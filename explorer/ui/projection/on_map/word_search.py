"""Word search on the map: typed words, clicked dots, and the zoomed window."""

import math
from typing import Any

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.data.word_table import WordTable
from explorer.excerpt import first_of, ranges
from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.views.projection.word_lookup import missing, twice, words_of

MOST_FOUND = 30
Window = tuple[float, float, float, float]


def find(table: WordTable, typed: str) -> list[int]:
    """Rows of the words between commas, at most 30; with a message on missing ones, and on those without accents."""
    found: list[int] = []
    words = first_of("word", words_of(table, typed), MOST_FOUND)
    for word in words.values:
        row = table.find_plain(word)
        if row is not None and table.find(word) is None:
            st.text(f"“{word}” is not in this table. Without its accents it is: “{table.words[row]}” is shown.")
        if row is None:
            st.warning(escape_markdown(missing(table, word)))
        elif row not in found:
            found.append(row)
    if note := twice(table, found):
        st.text(note)
    if note := ranges("Looked for", words):
        st.text(note)
    return found


def row_of(event: Any, rows: int) -> int | None:
    """The row of a clicked dot or mark; None for anything that is not a row of this table."""
    value = event.customdata if event.customdata is not None else event.index
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return int(value) if 0 <= value < rows else None


def window_of(view: Any) -> Window | None:
    """Zoomed window (x0, y0, x1, y1); None for anything else."""
    try:
        (x0, x1), (y0, y1) = view["x"], view["y"]
        sides = tuple(float(side) for side in (x0, y0, x1, y1))
    except (TypeError, ValueError, KeyError, OverflowError):
        return None
    inside = all(map(math.isfinite, sides)) and sides[0] < sides[2] and sides[1] < sides[3]
    return (sides[0], sides[1], sides[2], sides[3]) if inside else None


def follow(event: ui.Event, table: WordTable, map_key: Any, window: Window | None) -> None:
    """Select a clicked word; redraw the labels for a zoomed window."""
    seen = window_of(event.view) if event.view is not None else None
    if seen is not None and seen != window and st.session_state.get("j_window_seen") != seen:
        st.session_state["j_window_seen"] = seen
        st.session_state["j_window"] = (map_key, seen)
        rerun_part()
    if event.view is None and window is not None:
        # A double click resets the zoom.
        st.session_state.pop("j_window", None)
        st.session_state.pop("j_window_seen", None)
        rerun_part()
    if event.click is not None and (row := row_of(event.click, len(table.words))) is not None:
        st.session_state["j_clicked"] = table.name_of(row)
        rerun_part()
