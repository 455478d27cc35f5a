"""Controls of the interventions on the way to the prediction, one at a time."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from explorer.lm.shipped_model import load_lm
from explorer.ui.frame import guide, text_inputs
from explorer.views.home.change_model_input import CHANGES, PAST, Settings

BEGINS = {"h_hide": False, "h_try": "As it is"}


def settings(text: str) -> Settings:
    """Draw the choice of an intervention, and its settings."""
    hide_last = st.toggle("Hide the last token, let the model guess it", key="h_hide", bind="query-params")
    with st.container(border=True):  # else on a phone, below the text, it looks like more text
        change = st.radio(
            "Change one thing on the way, and see what moves",
            list(CHANGES)[: 2 if guide.is_hidden("h_hide") else None],  # a step of the path compares these two
            key="h_try",
            bind="query-params",
            horizontal=True,
        )
    chosen = Settings(text, hide_last, str(change))
    trained = load_lm().config.train_len
    if change == "Too long":
        past = st.selectbox(f"Past {trained} tokens", list(PAST), key="h_past", bind="query-params")
        return replace(chosen, past=past)
    if change not in ("Swap two tokens", "Another row"):
        return chosen
    left, right = st.columns(2)

    def position(name: str, key: str, start: int) -> int:
        return int(st.number_input(name, 0, trained - 1, start, 1, key=key, bind="query-params"))

    if change == "Swap two tokens":
        with left:
            first = position("Position", "h_a", 1)
        with right:
            return replace(chosen, first=first, second=position("changes with position", "h_b", 2))
    with left:
        replaced = position("The row at position", "h_row", 1)
    with right:
        return replace(
            chosen, position=replaced, word=text_inputs.text_input("becomes the row of", "dog", key="h_word", most=40)
        )
