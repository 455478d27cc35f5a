"""Controls for the colours of the points on which maps are compared."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.views.projection.colouring import KINDS, of_points, to_begin_with
from explorer.views.projection.table_source import Source


def ask(box: DeltaGenerator, where: Source, key: str) -> str:
    """Draw the choice of colours, if the table has a column that groups its rows; returns what is chosen."""
    choices, first = of_points({"table": where}), to_begin_with(where)
    if len(choices) == 1:
        return KINDS
    if (of_map := st.session_state.get("_j_map_colour")) is not None and of_map[0] == where.key:
        first = of_map[1] if of_map[1] in choices else first
    if st.session_state.get(key, first) not in choices:
        st.session_state[key] = first
    return str(box.selectbox("Colour by", choices, choices.index(first), key=key, bind="query-params"))
