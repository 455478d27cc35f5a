"""Length limit of text fields: longer text is truncated, and the page says so beside the field.

With Streamlit's `max_chars` the browser silently ignores a longer text that is pasted, and truncates one from a link.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

BROWSER_LIMIT = 30_500
"""What typed_text.js lets through of a longer text, so that its message is not too large for the server."""


def limit_kwargs(key: str, most: int, then: Callable[[], None] | None = None) -> dict[str, Any]:
    """Arguments for a text field that keep at most `most` characters of what the browser sends, and `then` do more."""
    return {"on_change": _cut, "args": (key, most, then)}


def truncate(value: str, key: str, most: int, container: DeltaGenerator | None = None) -> str:
    """Truncate a field's value, with a message in `container`, the field's own."""
    came, gone = len(value), ""
    if came == most and (whole := st.session_state.get(_name(key))):  # unless session state has been replaced since
        came, gone = int(whole), "; the rest is gone from the field"
    if came > most:
        got = f"{came:,} or more" if came >= BROWSER_LIMIT else f"{came:,}"
        (container or st).warning(
            f"Expected at most {most:,} characters, got {got}. The first {most:,} are read{gone}. Use a shorter text."
        )
    return value[:most]


def _name(key: str) -> str:
    return f"_{key}_came"


def _cut(key: str, most: int, then: Callable[[], None] | None) -> None:
    state = st.session_state
    came = len(state[key] or "")
    state[_name(key)] = came if came > most else 0
    if came > most:
        state[key] = state[key][:most]
    if then:
        then()
