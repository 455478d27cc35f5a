"""Short tables of words side by side, as plain HTML: a data frame would take several times the rest of the page."""

from collections.abc import Mapping, Sequence
from html import escape
from numbers import Integral, Real
from typing import Any

import streamlit as st

from explorer.wording import decimal_places, fixed, tiny

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


def texts(name: str, column: Sequence[Any]) -> list[str]:
    """A column as texts: fractions with three digits after the point, percentages with one.

    >>> texts("cosine", [0.69, -0.5]), texts("chance", [0.2, 1e-7]), texts("kept, %", [16.12]), texts("rows", [5000])
    (['0.690', '−0.500'], ['0.200', '1 × 10⁻⁷'], ['16.1'], ['5,000'])
    """
    if not all(isinstance(value, Real) for value in column):
        return [str(value) for value in column]
    if all(isinstance(value, Integral) for value in column):
        return [f"{value:,}" for value in column]
    digits = decimal_places(float(max(map(abs, column))), 1 if name.endswith("%") else 3)
    return [tiny(value) if 0 < abs(value) < 0.1**digits else fixed(value, digits) for value in column]


def listing(columns: Mapping[str, Sequence[Any]]) -> str:
    """The table's HTML; words are escaped, whatever they hold.

    >>> listing({"word": ["<b>"]}).count("&lt;b&gt;")
    1
    """
    names = (escape(name).replace("/", "/<wbr>") for name in columns)  # a list of words may wrap at each slash
    head = "".join(f'<th scope="col" style="{CELL}{WORDS}">{name}</th>' for name in names)
    rows = zip(*map(texts, columns, columns.values()), strict=True)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}{WORDS * _whole(c)}">{escape(c)}</td>' for c in row) + "</tr>"
        for row in rows
    )
    return f'<table style="{STYLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


APART = "display:flex;flex-wrap:wrap;gap:1rem"
EACH = "flex:1 1 min(100%,10rem);max-width:100%"
"""CSS: tables side by side, stacked if one would get less than 160 pixels or than its longest words need."""


def beside(*tables: Mapping[str, Sequence[Any]]) -> None:
    """Draw tables side by side as one element; columns would be three to five, each adding to every rerun's time."""
    each = [listing(table) for table in tables]
    columns = "".join(f'<div style="{EACH}">{table}</div>' for table in each)
    st.html(f'<div style="{APART}">{columns}</div>' if len(each) > 1 else each[0])
