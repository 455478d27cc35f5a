"""Short tables of words side by side, as plain HTML: a data frame would take several times the rest of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

STYLE = "border-collapse:collapse;width:100%;font-size:inherit"
CELL = (
    "padding:.15rem .6rem .15rem 0;border-bottom:1px solid rgba(128,128,128,.35);text-align:left;overflow-wrap:anywhere"
)

WORDS = ";overflow-wrap:break-word"
"""A column is at least as wide as its longest word or number, so that none is broken."""


def _whole(cell: str) -> bool:
    """Whether a cell has no long word; a long one may be broken, and must be on a narrow screen.

    >>> _whole("0.690"), _whole("countries (kind of word)"), _whole("a" * 40)
    (True, True, False)
    """
    return len(cell) <= 12 or all(len(word) <= 12 for word in cell.split())


def listing(columns: Mapping[str, Sequence[str]]) -> str:
    """The table's HTML; words are escaped, whatever they hold.

    >>> listing({"word": ["<b>"]}).count("&lt;b&gt;")
    1
    """
    names = (escape(name).replace("/", "/<wbr>") for name in columns)  # a list of words may wrap at each slash
    head = "".join(f'<th scope="col" style="{CELL}{WORDS}">{name}</th>' for name in names)
    rows = zip(*columns.values(), strict=True)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}{WORDS * _whole(c)}">{escape(c)}</td>' for c in row) + "</tr>"
        for row in rows
    )
    return f'<table style="{STYLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


APART = "display:flex;flex-wrap:wrap;gap:1rem"
EACH = "flex:1 1 min(100%,10rem);max-width:100%"
"""CSS: tables side by side, stacked if one would get less than 160 pixels or than its longest words need."""


def side_by_side(*tables: Mapping[str, Sequence[str]]) -> str:
    """HTML of tables side by side."""
    if len(tables) == 1:
        return listing(tables[0])
    return f'<div style="{APART}">' + "".join(f'<div style="{EACH}">{listing(t)}</div>' for t in tables) + "</div>"


def beside(*tables: Mapping[str, Sequence[str]]) -> None:
    """Draw tables side by side as one element; columns would be three to five, each adding to every rerun's time."""
    st.html(side_by_side(*tables))
