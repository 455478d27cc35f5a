"""Controls of the interventions on the way to the prediction, one at a time."""

from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.ui.frame import step_size
from explorer.ui.frame.ask import control
from explorer.views import home as views
from explorer.views.home.change_model_input import Settings
from explorer.views.home.settings import CHANGE, HIDE

BEGINS = {HIDE.key: HIDE.default, CHANGE.key: CHANGE.default}
OF_CHANGE = {"Swap two tokens": ("first", "second"), "Another row": ("position", "word"), "Too long": ("past",)}
"""Settings that an intervention has."""


def settings(text: str) -> Settings:
    """Draw the choice of an intervention, and its settings."""
    settings = ui.ask(views.next_token, "hide_last", at=st.container())
    two = replace(CHANGE, label="What the model gets", options=CHANGE.options[:2])  # a step of the path compares these
    box = st.container(border=True)  # else on a phone, below the text, it looks like more text
    change = control(two if step_size.step() is not None else CHANGE, box)
    if change in OF_CHANGE:
        settings |= ui.ask(views.next_token, *OF_CHANGE[change])
    return Settings(text, change=change, **settings)
