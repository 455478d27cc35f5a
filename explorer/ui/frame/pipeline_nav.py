"""Pipeline at the head of every page, from text to prediction, with this page's stations marked."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Literal, get_args

import streamlit as st

from explorer.content.guided_path import address
from explorer.content.pages import info

Station = Literal["text", "token ids", "rows", "+ positions", "vectors", "prediction"]
STATIONS: tuple[Station, ...] = get_args(Station)

OF_PAGE: Mapping[str, tuple[Station, ...]] = {
    "tokens": ("text", "token ids", "rows", "+ positions", "vectors"),
    "positions": ("+ positions",),
    "projection": ("rows",),
    "extrapolation": ("+ positions", "prediction"),
    "memory": ("rows",),
    "gradients": ("rows",),
}
"""Page → its stations; a page without any is about all of them, and has no line.

A part about other stations names them in its view.
"""
"""Home draws the whole chain itself, so its navigation shows only on steps of the path that leave the chain out."""


LEADS: tuple[tuple[str, str], ...] = (
    ("tokens", "Tokens"),
    ("tokens", "Merges"),
    ("tokens", "Rows"),
    ("positions", "Clocks"),
    ("tokens", "Pipeline"),
    ("home", ""),
)
"""Station → the page and part that it links to."""


def show(page: str, own: tuple[Station, ...] = ()) -> None:
    """Draw the chain; `own` replaces the page's stations."""
    if here := own or OF_PAGE.get(page, ()):
        st.html(as_html(here))


@lru_cache(maxsize=64)
def as_html(here: tuple[Station, ...]) -> str:
    """HTML list of the stations; those of `here` are filled, bold, and marked as current for screen readers.

    They are links to the part that explains them; pipeline_nav.js adds the visitor's text when one is pressed.
    """
    items = []
    for number, name in enumerate(STATIONS):
        mine = name in here
        words = f"<b>{escape(name)}</b><i>, on this page</i>" if mine else f"<span>{escape(name)}</span>"
        link = f'<a href="{escape(_address(number))}" target="_self">{words}</a>'
        items.append(f'<div role="listitem" class="{"here" if mine else "else"}">{link}</div>')
    return (
        f'<div role="list" class="explorer-rail" aria-label="The chain from text to prediction">{"".join(items)}</div>'
    )


def _address(station: int) -> str:
    page, part = LEADS[station]
    return address(page, {f"{info(page).prefix}_part": part} if part else {})
