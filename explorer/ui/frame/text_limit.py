"""How much a field for words takes: what is longer is cut, and said beside the field.

Streamlit's own `max_chars` makes the browser pass over a longer text that is pasted, without a word, and cuts the one
that a link brings.
"""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def limit_kwargs(key: str, most: int) -> dict[str, Any]:
    """What a field gets so that no more than `most` characters are kept of what the browser sends."""
    return {"on_change": _cut, "args": (key, most)}


def truncate(value: str, key: str, most: int, container: DeltaGenerator | None = None) -> str:
    """What of a field's value is read; where that is not all, it is said in `container`, where the field is."""
    came, gone = len(value), ""
    if came == most and (whole := st.session_state.get(_name(key))):  # else it has been replaced since, by a program
        came, gone = int(whole), "; the rest is gone from the field"
    if came > most:
        (container or st).warning(
            f"Expected at most {most:,} characters, got {came:,}. The first {most:,} are read{gone}. Use a shorter "
            "text."
        )
    return value[:most]


def _name(key: str) -> str:
    return f"_{key}_came"


def _cut(key: str, most: int) -> None:
    state = st.session_state
    came = len(state[key] or "")
    state[_name(key)] = came if came > most else 0
    if came > most:
        state[key] = state[key][:most]
