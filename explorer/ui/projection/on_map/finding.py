"""Words that were typed, dots that were clicked, and the part of the map that was zoomed to."""

from __future__ import annotations

import math
import re
from typing import Any

import streamlit as st

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.ui.projection.anew import draw_anew
from explorer.wording import listed

MOST_FOUND = 30
Window = tuple[float, float, float, float]


def find(table: WordTable, asked: str) -> list[int]:
    """Rows of the words between commas, at most 30; says which are missing."""
    found: list[int] = []
    for word in words_of(table, asked)[:MOST_FOUND]:
        row = table.find(word)
        if row is None:
            st.warning("A word is not in this table.")
            st.text(missing(table, word))
        elif row not in found:
            found.append(row)
    return found


def words_of(table: WordTable, asked: str) -> list[str]:
    """The words between commas; what is one word of the table as it stands, or stands in quotes, is not taken apart.

    >>> import numpy as np
    >>> table = WordTable("mine", ("ok, so", "so", 'say "a", b'), np.eye(3))
    >>> words_of(table, "so, ok"), words_of(table, "ok, so"), words_of(table, 'so, "ok, so", “say "a", b”')
    (['so', 'ok'], ['ok, so'], ['so', 'ok, so', 'say "a", b'])
    """
    found, rest = [], asked.strip()
    if table.find(rest) is not None:
        return [rest]
    while rest:
        word, _, after = rest.partition(",")
        if table.find(word) is None and (quoted := _in_quotes(table, rest)):
            word, after = quoted
        if word.strip():
            found.append(word.strip())
        rest = after.strip()
    return found


def _in_quotes(table: WordTable, text: str) -> tuple[str, str] | None:
    """What stands in quotes at the beginning of a text, and what comes after the comma behind them."""
    end = {'"': '"', "“": "”", "„": "“"}.get(text[0])
    ends = [] if end is None else [at.start() for at in re.finditer(rf"{end}\s*(?:,|$)", text) if at.start()]
    if not ends:
        return None
    # A word may hold quotes and commas itself.
    last = next((at for at in ends if table.find(text[1:at]) is not None), ends[0])
    return text[1:last], text[last + 1 :].strip().removeprefix(",")


def missing(table: WordTable, word: str) -> str:
    """What to do about a word that is not in the table, as plain text."""
    shown = word if len(word) <= 60 else word[:59] + "…"
    several = word.split()
    if len(several) > 1 and all(table.find(part) is not None for part in several):
        return f"“{shown}” is not one row of this table. For several words put commas between: {', '.join(several)}"
    similar = table.closest_spelling(word)
    return f"“{shown}” is missing. " + (f"Rows that begin like it: {listed(similar)}." if similar else "Try another.")


def row_of(event: Any, rows: int) -> int | None:
    """The row of a clicked dot or mark; None for anything that is not a row of this table."""
    value = event.customdata if event.customdata is not None else event.index
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return int(value) if 0 <= value < rows else None


def window_of(view: Any) -> Window | None:
    """The part that was zoomed to, (x0, y0, x1, y1); None for anything else."""
    try:
        (x0, x1), (y0, y1) = view["x"], view["y"]
        sides = tuple(float(side) for side in (x0, y0, x1, y1))
    except (TypeError, ValueError, KeyError, OverflowError):
        return None
    inside = all(map(math.isfinite, sides)) and sides[0] < sides[2] and sides[1] < sides[3]
    return (sides[0], sides[1], sides[2], sides[3]) if inside else None


def follow(event: ui.Event, table: WordTable, place: Any, window: Window | None) -> None:
    """Examine a clicked word; write labels anew for the part that was zoomed to."""
    seen = window_of(event.view) if event.view is not None else None
    if seen is not None and seen != window and st.session_state.get("j_window_seen") != seen:
        st.session_state["j_window_seen"] = seen
        st.session_state["j_window"] = (place, seen)
        draw_anew()
    if event.view is None and window is not None:
        # A double click showed everything again.
        st.session_state.pop("j_window", None)
        st.session_state.pop("j_window_seen", None)
        draw_anew()
    if event.click is not None and (row := row_of(event.click, len(table.words))) is not None:
        st.session_state["j_clicked"] = table.words[row]
        draw_anew()
