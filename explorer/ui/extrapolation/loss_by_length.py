"""Mean loss against window length, as in figure 1 of the ALiBi paper, with published perplexities below it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.training.findings.shipped_model_losses import LENGTHS
from explorer.training.published_perplexities import ALIBI, YARN, YARN_CARD
from explorer.ui.extrapolation import encoding_controls
from explorer.views import extrapolation as views
from explorer.views.extrapolation._loss_by_length import hidden_sentence
from explorer.views.extrapolation._loss_curves import lines_of
from explorer.views.extrapolation._published_perplexities import sliding_sentence


def show(encodings: Sequence[str], controls: DeltaGenerator) -> None:
    """Draw the mean losses of the shipped models, then published perplexities with their sources."""
    asked = controls.selectbox(
        "Length of the window", LENGTHS, len(LENGTHS) - 1, key="x_window", bind="query-params", width=200
    )
    view = views.loss_by_length(encodings=tuple(encodings), window=asked)
    ui.show("x_length", view, moves=ui.Moves("window", LENGTHS, "x_window", "Window"))
    st.markdown(f"{encoding_controls.extension_notes(encodings)}\n\n{hidden_sentence(lines_of(encodings))}")
    ui.formulas("x_length", view.formulas)
    st.header("Published, not measured here", anchor=False)
    ui.write(
        "Other models, other text, tokens instead of characters: compare the shapes, not the numbers. "
        "[[Perplexity]] is e to the power of the loss: the number of tokens that a model hesitates between."
    )
    ui.show("x_alibi", views.published_perplexities(paper="ALiBi"))
    st.markdown(f"Source: [{ALIBI.source}]({ALIBI.url}); 3,072 is from table 5. {sliding_sentence()}")
    ui.show("x_published", views.published_perplexities(paper="YaRN"))
    st.markdown(f"Sources: [{YARN.source}]({YARN.url}); [the model's card]({YARN_CARD}).")
