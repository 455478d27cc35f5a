"""Text fields for a visitor's own words, bound to the URL unless the switch below the text keeps them out."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import shared_inputs, step_size, text_limit, url_params

SAID = (
    "What you type here is in the address of this page. To keep it out, open Home or Tokens and switch on "
    f"“{shared_inputs.OPT_OUT_LABEL}” (on Tokens under “More”). Presenter mode hides that switch."
)
_KEYS = "_typed_keys"
KEPT = f"What you type here is with this open tab alone: “{shared_inputs.OPT_OUT_LABEL}” is on."
LONG = "This text is too long for a link, so it is with this open tab alone."


def text_input(
    label: str, start: str, *, key: str, most: int, container: DeltaGenerator | None = None, help: str = "", **more: Any
) -> str:
    """A one-line text field, bound to the URL parameter `key` unless the visitor keeps the text out of the URL.

    `most`: maximum length in characters. It is drawn into `container`; `more` goes to
    `st.text_input`.
    """
    return _field("text_input", label, start, key, most, container, help, **more)


def text_area(
    label: str, start: str, *, key: str, most: int, container: DeltaGenerator | None = None, help: str = "", **more: Any
) -> str:
    """A text field of several lines, otherwise as `text_input`; `more` goes to `st.text_area`."""
    return _field("text_area", label, start, key, most, container, help, **more)


def private_keys() -> frozenset[str]:
    """Keys of the text fields that this session has drawn: their content is never sent to a room."""
    found: frozenset[str] = st.session_state.get(_KEYS, frozenset())
    return found


def _field(
    kind: str, label: str, start: str, key: str, most: int, container: DeltaGenerator | None, help: str, **more: Any
) -> str:
    if not step_size.draws(key):
        return str(st.session_state.get(key, start))
    st.session_state[_KEYS] = private_keys() | {key}
    draw, before = getattr(container or st, kind), f"{help}\n\n" if help else ""
    more |= text_limit.limit_kwargs(key, most, more.get("on_change"))
    if url_params.asks_empty(key):
        st.session_state.setdefault(key, "")
    long = len(str(st.session_state.get(key, start))) > shared_inputs.URL_LIMIT
    if shared_inputs.is_private(key, start, too_long=long):
        value = draw(label, key=key, help=before + (LONG if long else KEPT), persist_state="session", **more)
    else:
        value = draw(label, start, key=key, help=before + SAID, bind="query-params", **more)
    return text_limit.truncate(str(value), key, most, container)
