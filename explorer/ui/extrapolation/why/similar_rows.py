"""Similarity of neighbouring rows in a learned position table."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.training.findings.row_similarity import neighbours_verdict
from explorer.views import extrapolation as views


def show_rows() -> None:
    """Draw the similarity of neighbouring learned rows, for several spreads of their initial values."""
    ui.write(
        "Nobody tells a learned table that position 7 lies beside position 8. Do neighbouring rows become alike all "
        "the same? That is what stretching a table relies on."
    )
    ui.show("x_rows", views.learned_rows())
    st.markdown(neighbours_verdict())
