"""Quantized copies of the table: bytes, largest error, neighbours kept."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection._quantized_copies import RANGES, STORED, measured, question_copy
from explorer.wording import number, share

PART = ui.Part(
    "Smaller copies",
    why="A [[table]] can be stored with fewer bits per number to save memory: do words keep their neighbours?",
    look="One picture is the bytes, the other the share of each word's nearest words that stay its nearest.",
)

KEY = "j_copies"
GUESSES = tuple(RANGES)
FEW = 20
"""Number of rows up to which ten neighbours are at least half of all others, too many for a guess."""


def _answer(kept: float) -> str:
    near = round(10 * kept)
    return GUESSES[0] if near >= 9 else GUESSES[1] if near >= 7 else GUESSES[2] if near >= 4 else GUESSES[3]


def show() -> None:
    """Draw bytes, largest error and neighbours kept for copies in fewer and fewer bits."""
    with ui.controls(KEY):
        where = table_choice.choose(st.container())
    if where is None or table_choice.too_large(where, "Judging smaller copies"):
        return
    try:
        with st.spinner("Making the copies …"):
            found = {copy.kind: copy for copy in measured(where)}
    except ValueError as problem:
        st.warning("No smaller copy can be made of this table.")
        st.text(str(problem))
        return
    about, guess, answered = question_copy(where), "", True
    if len(where.table.words) > FEW:
        bits = "half a byte" if about.kind == "INT4" else "one byte"
        revealed = ui.predict(
            "j_small",
            f"An {about.kind} copy has {bits} for each number instead of four. Of a word's {about.k} nearest, how many "
            "stay among them, on average, rounded?",
            GUESSES,
            answer=_answer(about.kept),
            hint=f"its largest error is {number(about.largest_error)}; the copies with more bits keep "
            f"{share(found['FP16'].kept, digits=3)} (FP16).",
            because=f"{share(about.kept, digits=3)} of them stay.",
        )
        guess, answered = (revealed.first or "") if revealed else "", bool(revealed)
    view = views.copies(table=where, answered=answered, guess=guess)
    ui.show(KEY, view)
    nearness.explain_cosine(
        "so that the shares in brackets can be compared with the Memory page's",
        "the table as it is and, in brackets, centred",
    )
    ui.formulas(KEY, view.formulas)
    if where.table.name in STORED:
        st.markdown(STORED[where.table.name][1])
