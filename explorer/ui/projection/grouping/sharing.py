"""What a group of rows shares, in words and numbers: its list, the words around it, and what is frequent in it."""

from __future__ import annotations

from html import escape

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.ui.projection.lists import listing, side_by_side
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.nearness import Near
from explorer.vectors.neighbours import Neighbours
from explorer.views.projection.naming import columns_of
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import fixed, number, share
from explorer.words.groups import Coded, Shared, alike_at_all, around, coded, shared

TINY = 1e-6
"""The smallest chance that is written out: what is less is “below” it."""
NEAREST = 12
NOTHING = "No kind of word, and no value of another column, is more frequent here than in the whole table."


@remembered
def _columns(where: Source) -> dict[str, Coded]:
    return {name: coded(column) for name, column in columns_of(where.table).items()}


@remembered
def _at_all(where: Source, near: Near) -> float:
    return alike_at_all(source.view(where, near.recipe), near.measure)


@remembered_briefly
def _of_group(where: Source, near: Near, rows: bytes) -> tuple[Neighbours, float, list[Shared]]:
    """What lies around a group, how alike two of its rows are, and what they share; `rows` are the bytes of int64."""
    numbers = np.frombuffer(rows, np.int64)
    found, alike = around(source.view(where, near.recipe), numbers, NEAREST, near.measure)
    return found, alike, shared(_columns(where), numbers)


def theme(key: str, where: Source, rows: NDArray[np.int64]) -> None:
    """The list of some rows, what they share, and the words around them; `key` of the picture's part."""
    words = where.table.words
    meant = source.meant(where)
    near, alike, found = _of_group(where, meant, rows.astype(np.int64).tobytes())
    st.header("What do these share?", anchor=False)
    said = (
        f"Two rows of the group {nearness.between(alike, meant)} ({nearness.table()}); of two rows of the whole "
        f"table the same is {fixed(_at_all(where, meant), 3)}."
    )
    many = f"{NEAREST} of {len(rows):,}; all are in the CSV under “Data”" if len(rows) > NEAREST else f"{len(rows):,}"
    outside = {"nearest to their mean, outside": [words[row] for row in near.ids], **nearness.values(near, meant)}
    lists = [{f"in the group ({many})": [words[row] for row in rows[:NEAREST]]}]
    # One element for all of it: each costs every change its share.
    st.html(
        (_paragraph(said) if len(rows) > 1 else "")
        + side_by_side(*lists, *([outside] if len(near.ids) else []))  # a group of all rows has nothing outside
        + (f"<br>{_listing(found)}" if found else _paragraph(NOTHING))
    )
    if found:
        _formula(key, found[0])


def _paragraph(text: str) -> str:
    return f'<p style="margin:.6rem 0">{escape(text)}</p>'


def _listing(found: list[Shared]) -> str:
    return listing(
        {
            "value": [f"{item.value} ({item.column})" for item in found],
            "in the group": [f"{item.here:,} of {item.group:,}, {share(item.here, item.group)}" for item in found],
            "in the table": [
                f"{item.everywhere:,} of {item.rows:,}, {share(item.everywhere, item.rows)}" for item in found
            ],
            "times as frequent": [number(item.times) for item in found],
            "chance if drawn blindly": [
                f"below {number(TINY)}" if item.chance < TINY else number(item.chance) for item in found
            ],
        }
    )


def _formula(key: str, item: Shared) -> None:
    ui.formula(
        key,
        r"\text{times} = \frac{h / g}{t / V}",
        {
            "h": f"rows of the group with the value, {item.here:,}",
            "g": f"rows of the group, {item.group:,}",
            "t": f"rows of the table with the value, {item.everywhere:,}",
            "V": f"rows of the table, {item.rows:,}",
        },
        f"({item.here:,} / {item.group:,}) / ({item.everywhere:,} / {item.rows:,}) = {fixed(item.times, 2)}. A small "
        "chance says that blind drawing would seldom give as many; of many values "
        "that you look at, some are small by luck.",
    )
