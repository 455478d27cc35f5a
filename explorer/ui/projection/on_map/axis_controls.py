"""Which components a picture of a table shows: the same controls on the map and in groups, so both mean one plane."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.views.projection.table_source import Source

NAMES = ("across", "up", "deep")
FIRST = 0, 1
"""Components that are shown across and up where nobody asks for others."""
BEGINS = {f"j_c{at + 1}": component + 1 for at, component in enumerate(FIRST)}
"""What their two controls begin with."""
DEEP = {"j_c3": 3}
"""What the control of the third begins with, on a picture that has one."""


def ask(where: Source, many: int, container: DeltaGenerator) -> tuple[int, ...]:
    """Two or three number fields in a container; returns the components, counted from 0, that the table has."""
    most = min(where.table.vectors.shape)
    asked = [
        ui.number(
            f"Component {name}", 1, 500, at + 1, key=f"j_c{at + 1}", called=f"component {name}", container=container
        )
        for at, name in enumerate(NAMES[:many])
    ]
    if max(asked) > most:
        st.warning(f"This table has {most} components; {max(asked)} is not one of them, so number {most} is drawn.")
    return tuple(min(number, most) - 1 for number in asked)
