"""The visitor's text as a batch, read once for all parts of the page."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.data.cache import briefly
from explorer.gradients.batch import MOST_TOKENS, REPEATS, Batch, read


@briefly(most=8)
def batch_of(text: str, encoding: str) -> Batch:
    """The text's tokens, cached for everybody."""
    return read(text, encoding)


def ask_text() -> Batch | None:
    """Text and tokenizer; None, with a message, where the text holds no token."""
    left, right = st.columns([3, 1])
    with left:
        text = ui.sentence.text_box()
    with right:
        encoding = ui.sentence.encoding_box()
        st.button("Try a text with repeats", key="g_example", on_click=_use_example, width="stretch")
    batch = batch_of(text, encoding)
    if not len(batch.ids):
        st.warning("There is no token in the text, so no row learns. Type a word.")
        return None
    if batch.left_out:
        st.warning(f"Using the first {MOST_TOKENS:,} of {len(batch.ids) + batch.left_out:,} tokens.")
    return batch


def _use_example() -> None:
    st.session_state["text"] = REPEATS
