"""Mean loss against window length, as in figure 1 of the ALiBi paper, with published perplexities below it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.training.published_perplexities import ALIBI, YARN, YARN_CARD
from explorer.views import extrapolation as views
from explorer.views.extrapolation.loss_sentences import extension_notes, hidden_sentence, sliding_sentence
from explorer.views.extrapolation.settings import lines_of


def show(encodings: tuple[str, ...], controls: DeltaGenerator) -> None:
    """Draw the mean losses of the shipped models, then published perplexities with their sources."""
    view = views.loss_by_length(**ui.ask(views.loss_by_length, at=controls, given={"encodings": encodings}))
    ui.show("x_length", view, moves=ui.moves(views.loss_by_length, "window"))
    st.markdown(f"{extension_notes(encodings)}\n\n{hidden_sentence(lines_of(encodings))}")
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
