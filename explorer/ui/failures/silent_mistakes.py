"""Silent mistakes, which raise no error."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.failures.case_catalogue import SILENT
from explorer.ui.failures.failure_case import find_case, show_case
from explorer.ui.frame import part_containers

PART = ui.Part(
    "Without a message",
    why="The worst mistakes are silent: the program goes on, often with the right shapes, its output is wrong, and "
    "nobody looks for what doesn't complain.",
    look="Read the lines, guess what they print, then see which line does the damage and which check would catch it.",
    no_formula="The part shows what a mistake does unnoticed, and the check that would have noticed it.",
)


def show() -> None:
    """Draw the choice of a case, and the case."""
    names = [case.name for case in SILENT]
    with part_containers.take("choice"):
        name = st.selectbox("Mistake", names, key="f_silent", bind="query-params")
        case = find_case(SILENT, name)
        ui.write(case.story)
    show_case(case)
