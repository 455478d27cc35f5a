"""Summary of the models behind this page's curves: one line above all parts, with details in an expander."""

import streamlit as st

from explorer import ui
from explorer.training.findings.trained_model_summary import models_sentence, models_short


def show() -> None:
    """Draw the summary: training text, model and training settings."""
    with st.expander(f"What was trained, unless a part says otherwise: {models_short()}", key="x_models"):
        ui.write(models_sentence())
