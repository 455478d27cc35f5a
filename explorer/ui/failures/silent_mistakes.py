"""Silent mistakes, which raise no error."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.failures.case_catalogue import CASES, SILENT
from explorer.failures.library_verdicts import libraries_by_verdict, stopped
from explorer.ui.failures.failure_case import find_case, show_case
from explorer.ui.frame import part_containers
from explorer.wording import listed

PART = ui.Part(
    "Without a message",
    question="What goes wrong without a word?",
    why="The worst mistakes are silent: the program goes on, often with the right shapes, its output is wrong, and "
    "nobody looks for what doesn't complain. Another library may complain: moving code can turn an error into wrong "
    "numbers.",
    look="Read the lines, guess what they print, then see which line does the damage and which check would catch it.",
    no_formula="The part shows what a mistake does unnoticed, and the check that would have noticed it.",
)


def show() -> None:
    """Draw the choice of a case, and the case."""
    names = [case.name for case in SILENT]
    with part_containers.take("choice"):
        name = st.selectbox("Mistake", names, key="f_silent", bind="query-params")
        case = find_case(SILENT, name)
        said = [f"{judged.capitalize()}: {listed(names)}." for judged, names in libraries_by_verdict(case.name).items()]
        stops = listed(f"{name} {many}" for name, many in stopped().items()).replace(" ", " stops ", 1)
        st.caption(
            f"**Who says a word?** {' '.join(said)} Of the {len(CASES)} mistakes on this page {stops}. "
            "“This core” is the library of this app, `explorer.core`."
        )
        ui.write(case.story)
    show_case(case)
