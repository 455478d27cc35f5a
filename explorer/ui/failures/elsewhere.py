"""Which library says a word in which case."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.failures import overview
from explorer.failures.cases import CASES
from explorer.failures.elsewhere import JAX, LIBRARIES, RECORDED
from explorer.figures.failures import pictures
from explorer.scripts import failures as scripts
from explorer.ui.failures.shared import when
from explorer.ui.frame import style
from explorer.wording import count, listed

PART = ui.Part(
    "Who says a word?",
    why="The same mistake stops one program and passes through another, so moving code from one library to the next "
    "can turn an error into wrong numbers.",
    look="Each row is a mistake, each column a library. Compare two fields in one row: sometimes only one of them "
    "gives a message.",
    no_formula="The part shows what libraries did; none of it is worked out.",
)
FIRST = "Index out of range"
WORDS = ("stops", "wrong", "right")


def show() -> None:
    """The grid, with JAX's column covered until the guess."""
    found = overview.verdicts()
    guess = ui.predict(
        "f_guess_jax",
        f"Id 50,001 in a table of 50,000 rows: NumPy, this core and PyTorch stop. What does {JAX} do?",
        overview.VERDICTS,
        answer=found[FIRST][JAX],
        because="Indexing in JAX, W[ids], takes the last row for an id that is too large. Its documentation says so, "
        "and why: an error is hard to raise from code that runs on an accelerator.",
        hint="JAX compiles its programs for many cores at once. Can one of them stop all others to complain?",
    )
    libraries = [name for name in LIBRARIES if guess or name != JAX]
    kinds = [
        [overview.VERDICTS.index(row[name]) if name in libraries else -1 for name in LIBRARIES]
        for row in found.values()
    ]
    ui.picture(
        "f_grid",
        pictures.grid(list(found), LIBRARIES, kinds, WORDS, wide=style.presenting()),
        summary=summary(found, libraries),
        table=(lambda: _table(found)) if guess else None,
        script=scripts.overview if guess else None,
    )
    st.caption(when(FIRST))


def summary(found: dict[str, dict[str, str]], libraries: list[str]) -> str:
    """How often each library stops, goes on wrongly, and goes on rightly."""
    said = []
    for library, counted in overview.counts(found).items():
        if library in libraries:
            each = [f"{number} × {word}" for word, number in zip(WORDS, counted.values(), strict=True)]
            said.append(f"{library}: {listed(each)}")
    return f"Of {count(len(CASES), 'mistake')}, {'; '.join(said)}."


def _table(found: dict[str, dict[str, str]]) -> ui.Table:
    columns: dict[str, list[str]] = {"mistake": list(found)}
    for library in LIBRARIES:
        columns[library] = [row[library] for row in found.values()]
        if library in RECORDED:
            columns[f"{library}, its words"] = [overview.found(name, library)[1] for name in found]
    return ui.Table(columns, "failures")
