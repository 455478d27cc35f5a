"""The line of a lesson on any page: `lesson=3` in the address says at which step one is.

What the lesson is, the browser that presents it keeps (store.js). Its notes are never sent to a page that a
student sees: no link of ours holds them. To a room goes the step's question with its answers, if the picture itself
doesn't ask it.
"""

from __future__ import annotations

import json
from pathlib import Path

import streamlit as st

from explorer.content.as_typed import as_typed
from explorer.content.lesson.bounds import MOST_STEPS, LessonError
from explorer.content.lesson.question import OwnQuestion, read
from explorer.ui.frame import style
from explorer.ui.plot import assets
from explorer.ui.room import membership, teacher_question

PARAMETER = "lesson"
_QUESTION = "_lesson_question"
"""Where this step's question is kept, once the browser has told it."""
_HERE = Path(__file__).parent
CSS = (_HERE / "lesson.css").read_text(encoding="utf-8")
_line = st.components.v2.component(
    "explorer_lesson",
    js=assets.component("lesson"),
    css=CSS,
    isolate_styles=True,
)
_STYLE = """
.st-key-lesson_strip {background: var(--explorer-quiet); border-left: 4px solid var(--explorer-mark);
  padding: .3rem .9rem; border-radius: .3rem;}
@media print {.st-key-lesson_strip {display: none;}}
"""
_LARGE = """
.st-key-present, [class*=_part_row] {display: none !important;}
h1 {position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden;}
"""
"""On the projector a lesson has the line of steps instead of the page's own heading, switch and tabs."""


def step() -> int | None:
    """The step that the address names; None off a lesson.

    A number beyond any lesson is 0: the line then says that this browser presents no such step.
    """
    text = st.query_params.get(PARAMETER)
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_STEPS else 0


def strip(page: str) -> None:
    """The line itself, where a lesson is being presented; in a room, the teacher's own question with it."""
    at = step()
    if at is None:
        teacher_question.ask(None, page)
        teacher_question.answer()
        return
    st.html(f"<style>{_STYLE}{_LARGE if style.presenting() else ''}</style>")
    with st.container(key="lesson_strip"):
        known = st.session_state.get(_QUESTION, {})
        data = {"at": at, "room": membership.teaches(), "sent": known.get("at") == at}
        _line(key="lesson_nav", data=json.dumps(data).encode(), height="content", on_question_change=_hear)
        if known.get("at") == at:
            if known["wrong"]:
                st.warning(as_typed(known["wrong"]), icon=None)
            teacher_question.ask(known["question"], page)


def _hear() -> None:
    """The browser that presents tells this step's question; it is read as anybody's message is."""
    at = step()
    question: OwnQuestion | None = None
    wrong = ""
    try:
        question = read(st.session_state["lesson_nav"].get("question"))
    except LessonError as error:
        wrong = str(error)
    st.session_state[_QUESTION] = {"at": at, "question": question, "wrong": wrong}
