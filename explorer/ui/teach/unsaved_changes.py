"""Unsaved changes in a step's fields: the browser marks them, and asks before they are lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from explorer.ui.plot import assets

_guard = st.components.v2.component(
    "explorer_lesson_guard",
    js=assets.component("unsaved_changes"),
    css=Path(__file__).with_name("unsaved_changes.css").read_text("utf-8"),
    isolate_styles=True,
)


def show(texts: Sequence[str]) -> None:
    """Draw the marker below the fields; `texts` are their saved values in order, and any other value is unsaved."""
    _guard(key="l_guard", data=json.dumps(list(texts)).encode(), height="content")
