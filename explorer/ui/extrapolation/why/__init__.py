"""Why models get worse past their trained length: experiments, then the rows of a learned table."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.extrapolation.why import ablation_experiments, complete_waves, similar_rows
from explorer.ui.frame import layout

PART = ui.Part(
    "Why",
    why="Past its trained length a model meets several new things at once, so experiments that change one at a time "
    "find out which of them does the harm.",
    look="From left to right: one new thing at a time, what training must have seen, and which waves of a new "
    "[[row]] do the harm.",
)

VIEWS = {
    "One new thing at a time": ablation_experiments.show_one,
    "Seen in training": ablation_experiments.show_seen,
    "Waves seen": complete_waves.show_waves,
}
DEEPER = {
    "Learned rows": similar_rows.show_rows,
}


def show() -> None:
    """Draw the choice of an explanation, and its experiment."""
    chosen = layout.choose("x_why", list(VIEWS), list(DEEPER), label="Reason")
    with st.container(key="part_view"):
        (VIEWS | DEEPER)[chosen]()
