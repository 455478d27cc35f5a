"""Which libraries report which mistakes."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.failures import library_verdicts
from explorer.failures.mistakes_in_libraries import JAX
from explorer.ui.failures.failure_case import when
from explorer.ui.frame import style
from explorer.views import failures as views

PART = ui.Part(
    "Who says a word?",
    why="The same mistake stops one program and passes through another, so moving code from one library to the next "
    "can turn an error into wrong numbers.",
    look="Each row is a mistake, each column a library. Compare two fields in one row: sometimes only one of them "
    "gives a message.",
    no_formula="The part shows what libraries did; none of it is worked out.",
)
FIRST = "Index out of range"


def show() -> None:
    """Draw the grid of mistakes and libraries, with JAX's column masked until the guess."""
    guess = ui.predict(
        "f_guess_jax",
        f"Id 50,001 in a table of 50,000 rows: NumPy, this core and PyTorch stop. What does {JAX} do?",
        library_verdicts.VERDICTS,
        answer=library_verdicts.library_result(FIRST, JAX)[0],
        because="Indexing in JAX, W[ids], takes the last row for an id that is too large. Its documentation says so, "
        "and why: an error is hard to raise from code that runs on an accelerator.",
        hint="JAX compiles its programs for many cores at once. Can one of them stop all others to complain?",
    )
    ui.show("f_grid", views.mistakes_in_libraries(answered=bool(guess), wide=style.presenting()))
    st.caption(when(FIRST))
