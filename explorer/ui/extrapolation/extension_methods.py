"""Extension methods without further training: for a learned table, for RoPE, and windowed attention for the others."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.training.findings.shipped_model_losses import MODELS
from explorer.ui.extrapolation import encoding_controls
from explorer.views import extrapolation as views
from explorer.views.extrapolation._extension_methods import MEASURES
from explorer.views.extrapolation._loss_sentences import all_ways_sentence, way_sentence

PART = ui.Part(
    "Ways out",
    why="A text is longer than any in training, and there is no time to train again: what can be put where there is "
    "no [[row]], or done to the [[positions]], and at what price?",
    look="Left of the dashed line too. A way that helps further on but raises the [[loss]] there has its price.",
)


def show() -> None:
    """Draw the choice of model and measure, the curves, and which method is best where."""
    first, *_ = MODELS
    with ui.controls("x_ways"):
        model = st.segmented_control(
            "Trained model", list(MODELS), default=first, required=True, key="x_model", bind="query-params"
        )
        measure = st.segmented_control(
            "Loss", MEASURES, default=MEASURES[0], required=True, key="x_measure", bind="query-params"
        )
    model, measure = model or first, measure or MEASURES[0]
    view = views.ways_out(model=model, loss=measure)
    ui.show("x_ways", view)
    encoding, _ = MODELS[model]
    st.markdown(f"{encoding_controls.MEANING[encoding]}\n\n{way_sentence(model)} {all_ways_sentence()}")
    ui.formulas("x_ways", view.formulas)
