"""What colours the points that maps are compared on, which of a table's rows they are, and how a page says so."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explorer.figures.projection.looks import LOOKS
from explorer.ui.projection.comparing.sample import Sample
from explorer.views.projection import colouring
from explorer.views.projection.colouring import KINDS
from explorer.views.projection.source import Source, remembered
from explorer.wording import count, verb


@remembered
def _choices(where: Source) -> tuple[list[str], str]:
    """Kinds of words and the columns that sort the rows, and which of these colours the Map to begin with."""
    return [KINDS, *colouring.sorting(where.table)], colouring.to_begin_with(where)


def ask(box: DeltaGenerator, where: Source, key: str) -> str:
    """What colours the points: where the table has a column that sorts its rows, a control asks."""
    choices, first = _choices(where)
    if len(choices) == 1:
        return KINDS
    if (of_map := st.session_state.get("_j_map_colour")) is not None and of_map[0] == where.key:
        first = of_map[1] if of_map[1] in choices else first
    if st.session_state.get(key, first) not in choices:
        st.session_state[key] = first
    return str(box.selectbox("Colour by", choices, choices.index(first), key=key, bind="query-params"))


def groups(where: Source, found: Sample, colour: str) -> dict[str, NDArray[np.int64]]:
    """Kind of words, or value of a column in the Map's order → numbers among the points.

    Values that no point has are there too, so that each has the look that it has on the Map.
    """
    column = colouring.column(where, colour)
    if column is None:
        return found.groups
    codes = column.codes[list(found.rows)]
    return {column.values[at]: np.flatnonzero(codes == at) for at in range(1, min(LOOKS + 1, len(column.values)))}


def drawn(where: Source, found: Sample) -> str:
    """How many points there are, which rows of the table these are, and how many are left out, as a sentence."""
    table, of_kind = where.table, found.of_kind
    every, here = len(table.words), len(found.rows)
    said = f"{count(here, 'point')} of {table.name}"
    if every == here:
        return f"{said}, all its rows."
    kind = f"the {count(of_kind, 'row')} whose {verb(of_kind, 'word is', 'words are')} of a kind" if of_kind else ""
    letters = not table.whole.all() and table.whole.sum() >= 20  # as in `sample.rows_of`
    what = "words of letters alone" if letters else "rows"
    more = f"{here - of_kind:,} more of its first {found.first:,} {what}" if of_kind else f"its first {here:,} {what}"
    which = kind if here == of_kind else f"{kind}, and {more}" if kind else more
    return f"{said}: {which}. The other {every - here:,} of its {every:,} rows are left out."


def coloured(where: Source, colour: str) -> str:
    """What the colours and shapes of the points mean, as a sentence; "" for kinds of words."""
    column = colouring.column(where, colour)
    if column is None:
        return ""
    values = len(column.values) - 1
    if values > LOOKS:
        return f" Of the {values:,} values of “{colour}” the {LOOKS} with most rows have a colour and a shape each."
    return f" Each of the {count(values, 'value')} of “{colour}” has a colour and a shape."
