"""The visitor's text as a batch, read once for all parts of the page."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.gradients.batch import REPEATS, Batch, read


def ask_text() -> Batch | None:
    """Text and tokenizer; None, with a message, where the text holds no token."""
    left, right = st.columns([3, 1])
    with left:
        text = ui.user_text.text_box()
    with right:
        encoding = ui.user_text.encoding_box()
        st.button("Try a text with repeats", key="g_example", on_click=_use_example, width="stretch")
    batch = read(text, encoding)
    if not len(batch.ids):
        st.warning("There is no token in the text, so no row learns. Type a word.")
        return None
    return batch


def _use_example() -> None:
    st.session_state["text"] = REPEATS
