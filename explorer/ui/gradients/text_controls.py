"""The visitor's text as a batch, tokenized once for all parts of the page."""

import streamlit as st

from explorer import ui
from explorer.gradients.text_batch import REPEATS, Batch, read


def ask_text() -> Batch | None:
    """Draw the text and tokenizer controls and return the batch; None, with a message, for a text without tokens."""
    with ui.row("bottom"):
        text = ui.shared_inputs.text_box()
        encoding = ui.shared_inputs.encoding_box()
        st.button("Repeats", key="g_example", on_click=_use_example, help="A text in which words come again")
    batch = read(text, encoding)
    if not len(batch.ids):
        st.warning("There is no token in the text, so no row learns. Type a word.")
        return None
    return batch


def _use_example() -> None:
    st.session_state["text"] = REPEATS
