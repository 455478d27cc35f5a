"""Which models the curves of this page come from: in one line above all parts, more when it is opened."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.training.findings.model_facts import models_sentence, models_short


def show() -> None:
    """The text, the model, its training."""
    with st.expander(f"What was trained, unless a part says otherwise: {models_short()}", key="x_models"):
        ui.write(models_sentence())
