"""Controls for the colours of the points on which maps are compared."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame.ask import control
from explorer.views.projection.colouring import KINDS, of_points, to_begin_with
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice


def first_choice(where: Source) -> str:
    """The colours of the map, if it was seen, else those that a table begins with."""
    table, colour = st.session_state.get("_j_map_colour") or (None, None)
    return colour if table == where.key and colour in of_points({"table": where}) else to_begin_with(where)


def ask(box: DeltaGenerator, where: Source, key: str) -> str:
    """Draw the choice of colours, if the table has a column that groups its rows; returns what is chosen."""
    choices, first = of_points({"table": where}), first_choice(where)
    if len(choices) == 1:
        return KINDS
    return str(control(Choice("Colour by", first, choices, key=key, listed=True), box))
