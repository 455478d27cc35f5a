"""The lesson line on any page, while a teacher presents a lesson; URL parameter `lesson=3` is the current step.

The presenting browser keeps the lesson itself (lesson_in_browser_storage.js). Its notes are never sent to a page that
a student sees, and no link holds them. A room gets the step's question, if the picture itself doesn't ask it, and what
its wrong answers tell, for the report after class.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.field_validation import MOST_STEPS, LessonError
from explorer.content.lesson.parse_teacher_question import Note, read
from explorer.questions import Question
from explorer.ui.frame import style
from explorer.ui.plot import assets
from explorer.ui.room import membership, teacher_question

PARAMETER = membership.LESSON
_QUESTION = "_lesson_question"
"""Session key of this step's question, as reported by the browser."""
_HERE = Path(__file__).parent
CSS = (_HERE / "lesson_navigation_bar.css").read_text(encoding="utf-8")
_line = st.components.v2.component(
    "explorer_lesson",
    js=assets.component("lesson_navigation_bar"),
    css=CSS,
    isolate_styles=True,
)
_STYLE = """
.st-key-lesson_strip {background: var(--explorer-quiet); border-left: 4px solid var(--explorer-mark);
  padding: .3rem .9rem; border-radius: .3rem;}
@media print {.st-key-lesson_strip {display: none;}}
"""
_LARGE = """
body {
  [class*=_part_row] {display: none !important;}
  .st-key-lesson_strip {padding: 0 .6rem; flex-wrap: nowrap; gap: .8rem;}
  &:has(.st-key-part_screen) .st-key-lesson_strip {margin-bottom: -.35rem;}
  .st-key-lesson_strip > * {min-width: 0;}
  .st-key-lesson_strip .st-key-presenter_line * {white-space: nowrap !important;}
  .st-key-stage_menu button {min-height: 0; padding: .1rem .5rem;}
  .st-key-part_screen {gap: .2rem;}
  .st-key-part_screen:has(.explorer-chart) {height: calc(100vh - 3.3rem - var(--explorer-foot, 0rem));}
  .st-key-part_screen .explorer-chart {min-height: 50vh !important;}
  :is(.st-key-part_screen, .st-key-room_written) .room-bars .said {display: none;}
  .st-key-part_screen [class*=_box]:has(.room-bars) > :first-child p > strong:first-child {display: none;}
  :is(.st-key-part_screen [class*=_box], .st-key-room_written) {padding: .2rem .8rem; gap: .2rem; line-height: 1.25;
    [role=alert], [role=status] {padding: .1rem .6rem;}
    p {line-height: 1.25;}
  }
  .st-key-part_screen [class*=_said] * {line-height: 1.25;}
  .st-key-room_bar {padding: .2rem 1.2rem; --explorer-next: .05rem .7rem;}
  .st-key-room_bar button {min-height: 0; padding: .05rem .7rem;}
  &:not(:has(.st-key-part_screen .explorer-chart)) .st-key-t_chips {--explorer-chips: 1.7; min-height: 52vh;}
  .st-key-h_next {--explorer-bars: 45vh;}
  :is(h1, .st-key-text label) {position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden;}
}
"""
"""On the projector a lesson has the line of steps instead of the page's own heading, switch and tabs; question and
picture fill the rest, and at least half of the screen is the picture's. Nested in `body`, so that it overrides the
general rules of presenter mode."""
_ROOM = ":root {--explorer-foot: 2.9rem;}"
"""The room's bar, of one line."""


def step() -> int | None:
    """The lesson step in the URL; None outside a lesson.

    A number beyond any lesson becomes 0, for which the line says that this browser presents no such step.
    """
    text = st.query_params.get(PARAMETER)
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_STEPS else 0


def on_stage() -> bool:
    """Whether a lesson is being presented in large type; its line then replaces the page's header."""
    return step() is not None and style.presenting() and not style.is_embedded()


def strip(parts: bool, head: Callable[[], object]) -> None:
    """Draw the lesson's line while one is presented; in a room, also ask the teacher's own question.

    Args:
        parts: whether it has parts, which show the question themselves (`show_question`).
        head: draws the rest of the line in presenter mode.
    """
    at = step()
    st.session_state[membership.WRITTEN] = None
    if at is None:
        st.session_state.pop(membership.STEP, None)
        teacher_question.ask(None)
        return
    large, tall = on_stage(), on_stage() and membership.current() is not None
    st.html(f"<style>{_STYLE}{_LARGE if large else ''}{_ROOM if tall else ''}</style>")
    known = st.session_state.get(_QUESTION, {})
    told = known.get("at") == at
    tells = membership.current() is not None or on_stage()
    question = st.session_state[membership.WRITTEN] = known["question"] if told and tells else None
    with st.container(key="lesson_strip", horizontal=on_stage(), vertical_alignment="center"):
        data = {
            "at": at,
            "room": tells,
            "sent": told,
            "shown": question is not None,
            "bar": membership.current() is not None,
            "present": style.presenting(),
        }
        _line(key="lesson_nav", data=json.dumps(data).encode(), height="content", on_question_change=_hear)
        if on_stage():
            head()
    if told and known["wrong"]:
        st.warning(escape_markdown(known["wrong"]), icon=None)
    if told:
        teacher_question.ask(question)
        if not parts:
            show_question()


def asks_itself() -> bool:
    """Whether this screen shows a question of the teacher's own."""
    return st.session_state.get(membership.WRITTEN) is not None


def show_question() -> bool:
    """Show the teacher's own question instead of the part's; returns whether its picture replaces the part, too."""
    question = st.session_state.get(membership.WRITTEN)
    return question is not None and teacher_question.show(question)


def _hear() -> None:
    """Receive this step's question from the presenting browser, validated like any client's message."""
    at = step()
    question: Question | None = None
    wrong, note = "", Note()
    told = st.session_state["lesson_nav"].get("question")
    try:
        question, note = read(told)
    except LessonError as error:
        wrong = str(error)
    st.session_state[membership.STEP] = note
    st.session_state[_QUESTION] = {"at": at, "question": question, "wrong": wrong}
