"""Controls for the components on a map's axes, shared by the map and the groups, so that both show one plane."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.views.projection.table_source import Source
from explorer.views.setting import Whole

NAMES = ("across", "up", "deep")
FIRST = 0, 1
"""Default components across and up."""
LIGHTS = 1, *range(3, 9)
"""Components across that a step offers."""
BEGINS = {f"j_c{at + 1}": component + 1 for at, component in enumerate(FIRST)}
"""Defaults of their two controls."""
DEEP = {"j_c3": 3}
"""Default of the third component's control, on a 3D picture."""


def light(container: DeltaGenerator) -> int:
    """Draw the slider of a step that turns the light: which component, counted from 0, goes across, and 2 upward."""
    return int(container.select_slider("Light: direction", LIGHTS, key="j_c1", bind="query-params")) - 1


def ask(where: Source, many: int, container: DeltaGenerator) -> tuple[int, ...]:
    """Draw two or three number fields in a container; returns the components, counted from 0, within the table's."""
    most = min(where.table.vectors.shape)
    sentences = [
        ui.control(Whole(f"Component {name}", at + 1, 1, 500, key=f"j_c{at + 1}", typed=True), container)
        for at, name in enumerate(NAMES[:many])
    ]
    if max(sentences) > most:
        st.warning(f"This table has {most} components; {max(sentences)} is not one of them, so number {most} is drawn.")
    return tuple(min(number, most) - 1 for number in sentences)
