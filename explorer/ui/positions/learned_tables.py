"""Learned position tables of two published models beside the sinusoidal one, in the same pictures."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.table_statistics import TableFacts
from explorer.questions import Question
from explorer.ui.frame.ask import value_in
from explorer.views import positions as views
from explorer.views.positions.learned_tables import TABLE, Name, facts
from explorer.wording import fixed

WHAT = {
    "Whisper decoder (learned)": "Whisper tiny.en writes down speech; these are its text positions",
    "MiniLM (learned)": "all-MiniLM-L6-v2 compares sentences; these are its positions",
    "Whisper encoder (fixed)": "Whisper tiny.en listens; these number its slices of sound and were never trained",
}
SECOND = 260
"""Pixels of the curve beside the square."""
SAME_SIZE = "Sinusoidal, same size"
NEARLY = 0.1
BESIDE = "smaller", "about the same (within 10 %)", "larger"


def badge(state: Mapping[str, Any]) -> str:
    """Presenter line of a learned table."""
    return f"{value_in(TABLE, state)} · D = 384"


def show(name: Name) -> None:
    """Draw a learned table and, over the distance, the sinusoidal one of the same size."""
    mine, waves = facts(name)
    guess = _ask_beside_waves(name, mine, waves)
    title = "" if guess else f"**{SAME_SIZE}:** the learned table after your guess"
    square = views.table_similarity(table=name, sinusoidal=not guess)
    ui.show("p_tab0", square, title=title)
    with ui.margin():
        if guess:
            ui.show("p_tab1", views.table_over_distance(table=name), height=SECOND)
        ui.badge("minilm" if name.startswith("MiniLM") else "whisper")
        st.text(f"{WHAT[name]}. {len(mine.norms)} positions × 384 dimensions.")
    ui.formulas("p_learned", square.formulas)


def _ask_beside_waves(name: Name, mine: TableFacts, waves: TableFacts) -> ui.Guess:
    here, there = float(mine.curve[1]), float(waves.curve[1])
    near = abs(here - there) <= NEARLY * there
    return ui.predict(
        Question(
            "In the waves drawn here, of the same size, the mean cosine of two neighbouring rows is "
            f"{fixed(there)}. What is it in {name}?",
            BESIDE,
            key="p_guess_likeness",
        ),
        answer=BESIDE[1 if near else 0 if here < there else 2],
        because=f"**{fixed(here)} in {name}, and {fixed(there)} in the sinusoidal table.**",
        hint="A learned table was not told what a position is; a fixed one was computed.",
    )
