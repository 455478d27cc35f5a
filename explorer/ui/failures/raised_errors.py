"""The four mistakes that raise an error."""

import streamlit as st

from explorer import ui
from explorer.failures.case_catalogue import RAISING
from explorer.ui.failures.failure_case import find_case, show_case
from explorer.ui.frame import part_containers

PART = ui.Part(
    "With a message",
    question="Which line will it stop at?",
    why="An error message says what was expected, what came, and where: here are four.",
    look="What do the lines ask for, and what is there?",
)


def show() -> None:
    """Draw the choice of a case, and the case."""
    names = [case.name for case in RAISING]
    with part_containers.take("choice"):
        name = st.selectbox("Mistake", names, key="f_loud", bind="query-params")
        case = find_case(RAISING, name)
        ui.write(case.story)
    show_case(case)
