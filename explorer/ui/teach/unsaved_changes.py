"""What was typed into the fields of a step and is not kept yet: the browser says so, and asks before it is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from explorer.ui.plot import assets

_guard = st.components.v2.component(
    "explorer_lesson_guard",
    js=assets.component("lesson-guard"),
    css=Path(__file__).with_name("unsaved_changes.css").read_text("utf-8"),
    isolate_styles=True,
)


def show(texts: Sequence[str]) -> None:
    """Below the fields, with what the lesson has in them, in their order: anything else there is not kept yet."""
    _guard(key="l_guard", data=json.dumps(list(texts)).encode(), height="content")
