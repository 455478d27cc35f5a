"""The chain at the head of every page: from text to prediction, with the stations marked that this page is about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

import streamlit as st

from explorer.content.guide import address
from explorer.ui.frame import guide

STATIONS = ("text", "token ids", "rows", "+ positions", "vectors (B, T, D)", "prediction")
TEXT, IDS, ROWS, POSITIONS, VECTORS, PREDICTION = range(len(STATIONS))
ALL = tuple(range(len(STATIONS)))

OF_PAGE: Mapping[str, tuple[int, ...]] = {
    "tokens": (TEXT, IDS, ROWS, POSITIONS, VECTORS),
    "positions": (POSITIONS,),
    "projection": (ROWS,),
    "extrapolation": (POSITIONS, PREDICTION),
    "memory": (ROWS,),
    "gradients": (ROWS,),
    "failures": ALL,
    "check": ALL,
    "teach": ALL,
    "claims": ALL,
}
"""Page → its stations. Home has none: it is the chain itself."""
OF_PART: Mapping[tuple[str, str], tuple[int, ...]] = {
    ("tokens", "Tokens"): (TEXT, IDS),
    ("tokens", "Merges"): (TEXT, IDS),
    ("tokens", "Encodings"): (TEXT, IDS),
    ("tokens", "Rows"): (IDS, ROWS),
    ("tokens", "Neighbours"): (ROWS,),
    ("tokens", "Dog bites man"): (ROWS, POSITIONS),
    ("tokens", "Order"): (POSITIONS, VECTORS),
    ("tokens", "Pipeline"): (ROWS, POSITIONS, VECTORS),
    ("positions", "Two arrows"): (ROWS, POSITIONS, VECTORS),
    ("positions", "Scale"): (ROWS, POSITIONS, VECTORS),
    ("extrapolation", "Is there a row?"): (POSITIONS,),
    ("gradients", "Tied or untied"): (ROWS, PREDICTION),
}
"""(page, part) → its stations, where a part is about others than its page."""


LEADS: tuple[tuple[str, str], ...] = (
    ("tokens", "Tokens"),
    ("tokens", "Merges"),
    ("tokens", "Rows"),
    ("positions", "Clocks"),
    ("tokens", "Pipeline"),
    ("home", ""),
)
"""Station by station: the page and the part to which it leads."""


def stations(page: str, part: str = "") -> tuple[int, ...]:
    """The stations of a page, or of one of its parts.

    >>> [STATIONS[number] for number in stations("tokens", "Rows")], stations("home")
    (['token ids', 'rows'], ())
    """
    return OF_PART.get((page, part), OF_PAGE.get(page, ()))


def show(page: str, prefix: str) -> None:
    """Draw it; `prefix` begins the key that holds the page's part. On the guided path it has no links."""
    key = f"{prefix}_part"
    here = stations(page, str(st.session_state.get(key) or st.query_params.get(key, "")) or _first(page))
    if here:
        st.html(drawn(here, linked=guide.PARAMETER not in st.query_params))


@lru_cache(maxsize=64)
def drawn(here: tuple[int, ...], *, linked: bool = True) -> str:
    """The stations as a list; those of `here` are filled, bold, and said to be this page's.

    As links they lead to the part that explains them; rail.js adds the visitor's text when one is pressed.
    """
    items = []
    for number, name in enumerate(STATIONS):
        mine = number in here
        words = f"<b>{escape(name)}</b><i>, on this page</i>" if mine else f"<span>{escape(name)}</span>"
        if linked:
            words = f'<a href="{escape(_address(number))}" target="_self">{words}</a>'
        items.append(f'<div role="listitem" class="{"here" if mine else "else"}">{words}</div>')
    return (
        f'<div role="list" class="explorer-rail" aria-label="The chain from text to prediction">{"".join(items)}</div>'
    )


def _address(station: int) -> str:
    from explorer.ui.frame.navigation import info

    page, part = LEADS[station]
    return address(page, {f"{info(page).prefix}_part": part} if part else {})


def _first(page: str) -> str:
    """The part that a page opens with, where a station is told for it."""
    return {"tokens": "Tokens", "extrapolation": "Is there a row?"}.get(page, "")
