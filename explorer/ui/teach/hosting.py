"""Hosting for a lesson, for teachers, with a checklist for the last ten minutes before class."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.content.en.hosting_notes import BEFORE, LEAVES, MANY, WAYS

PART = ui.Part(
    "Hosting",
    why="A class needs one copy of this app that all can reach: on your laptop, on a machine of the school, or in a "
    "cloud.",
    look="Choose the way that needs least from others. Then try it once with a phone, in the room where you teach.",
    no_formula="The part shows ways to host the app.",
)


def show() -> None:
    """Draw the three ways to host, their capacity, the data that leaves the machine, and the checklist."""
    for name, text in WAYS.items():
        st.header(name, anchor=False)
        st.markdown(text)
    st.header("For how many students?", anchor=False)
    st.markdown(MANY)
    st.header("What leaves the machine?", anchor=False)
    st.markdown(LEAVES)
    st.header("Ten minutes before class", anchor=False)
    st.markdown("\n".join(f"{number}. {text}" for number, text in enumerate(BEFORE, start=1)))
