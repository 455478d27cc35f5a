"""Presenter notes, for the teacher's own screen: they follow the step in the presenting window."""

from pathlib import Path

import streamlit as st

from explorer import ui
from explorer.ui.frame import lesson as frame
from explorer.ui.plot import assets
from explorer.ui.room import class_answers
from explorer.ui.teach import current_lesson

WINDOW = "l_notes_window"
"""URL parameter of the plan in the window of the notes, which its button opens (open_lesson_buttons.js)."""
_HERE = Path(__file__).parent
_notes = st.components.v2.component(
    "explorer_lesson_notes",
    js=assets.component("presenter_notes"),
    css=class_answers.CSS + frame.CSS + (_HERE / "presenter_notes.css").read_text("utf-8"),
    isolate_styles=True,
)


def show() -> None:
    """Draw the notes. The lesson is in the browser; in a room, the window polls `/join` for the class's answers."""
    if ui.style.is_embedded():
        st.html("<style>.st-key-page_before {display: none;}</style>")
    with current_lesson.teacher_only():
        _notes(key="l_notes", height="content")
