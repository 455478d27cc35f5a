"""Controls of the interventions on the way to the prediction, one at a time."""

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
    if step_size.step() is not None:  # a step of the path pulls the positions off, and puts them on again
        pulled = st.pills(
            "Positions",
            CHANGE.options[1:2],
            format_func=lambda _: "Pull off the positions",
            key=CHANGE.key,
            bind="query-params",
            label_visibility="collapsed",
        )
        return Settings(text, change=pulled or CHANGE.default, **settings)
    change = control(CHANGE, st.container(border=True), {})
    if change in OF_CHANGE:
        settings |= ui.ask(views.next_token, *OF_CHANGE[change])
    return Settings(text, change=change, **settings)
