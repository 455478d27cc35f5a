"""Text fields for a visitor's own words, bound to the URL unless the switch below the text keeps them out."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from explorer.ui.frame import shared_inputs, text_limit, url_params

SAID = (
    "What you type here is in the address of this page. To keep it out, open Home or Tokens and switch on "
    f"“{shared_inputs.OPT_OUT_LABEL}” (on Tokens under “More”). Presenter mode hides that switch."
)
_KEYS = "_typed_keys"
KEPT = f"What you type here is with this open tab alone: “{shared_inputs.OPT_OUT_LABEL}” is on."
LONG = "This text is too long for a link, so it is with this open tab alone."


def private_keys() -> frozenset[str]:
    """Keys of the text fields that this session has drawn: their content is never sent to a room."""
    found: frozenset[str] = st.session_state.get(_KEYS, frozenset())
    return found


def field(
    draw: Callable[..., str], label: str, start: str, *, key: str, most: int, at: Any, help: str | None, **more: Any
) -> str:
    """A text field that `draw` draws, bound to the URL unless the visitor keeps the text out of it.

    `most`: maximum length in characters. A longer text gets a message in `at`; `more` goes to `draw`.
    """
    st.session_state[_KEYS] = private_keys() | {key}
    before = f"{help}\n\n" if help else ""
    more |= text_limit.limit_kwargs(key, most, more.get("on_change"))
    if url_params.asks_empty(key):
        st.session_state.setdefault(key, "")
    long = len(str(st.session_state.get(key, start))) > shared_inputs.URL_LIMIT
    if shared_inputs.is_private(key, start, too_long=long):
        value = draw(label, key=key, help=before + (LONG if long else KEPT), persist_state="session", **more)
    else:
        value = draw(label, start, key=key, help=before + SAID, bind="query-params", **more)
    return text_limit.truncate(str(value), key, most, at)
