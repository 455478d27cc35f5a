"""The lesson line on any page, while a teacher presents a lesson; URL parameter `lesson=3` is the current step.

The presenting browser keeps the lesson itself (lesson_in_browser_storage.js). Its notes are never sent to a page that
a student sees, and no link holds them. A room gets the step's question, if the picture itself doesn't ask it, and what
its wrong answers tell, for the report after class.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.field_validation import MOST_STEPS, LessonError
from explorer.content.lesson.parse_teacher_question import Note, read
from explorer.questions import Question
from explorer.ui.frame import part_containers, style
from explorer.ui.plot import assets
from explorer.ui.room import membership, stage_picture, teacher_question

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


def step() -> int | None:
    """The lesson step in the URL, the closing task with them; None outside a lesson.

    A number beyond any lesson becomes 0, for which the line says that this browser presents no such step.
    """
    text = st.query_params.get(PARAMETER)
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_STEPS + 1 else 0


def on_stage() -> bool:
    """Whether a lesson is being presented in large type; its line then replaces the page's header."""
    return step() is not None and style.presenting() and not style.is_embedded()


def strip(parts: bool, menu: Callable[[], object]) -> None:
    """Draw the lesson's line while one is presented; in a room, also ask the teacher's own question."""
    at = step()
    stage_picture.move()
    st.session_state[membership.WRITTEN] = None
    if at is None:
        st.session_state.pop(membership.STEP, None)
        teacher_question.ask(None)
        return
    st.html(f"<style>{_STYLE}</style>")
    known = st.session_state.get(_QUESTION, {})
    here = known.get("at") == at
    tells = membership.current() is not None or on_stage()
    question = st.session_state[membership.WRITTEN] = known["question"] if here and tells else None
    with st.container(key="lesson_strip", horizontal=on_stage(), vertical_alignment="center"):
        data = {"at": at, "room": tells, "sent": here, "stage": on_stage()}
        data["open"] = question is not None and not is_revealed()
        _line(key="lesson_nav", data=json.dumps(data).encode(), height="content", on_question_change=_hear)
        if on_stage():
            menu()
    if on_stage() and not here:  # until the browser has told what is asked, which may hide the picture
        st.html(teacher_question.COVER)
    if here and known["wrong"]:
        st.warning(escape_markdown(known["wrong"]), icon=None)
    if here:
        teacher_question.ask(question)
        if not (parts or on_stage()):
            show_question()


def asks_itself() -> bool:
    """Whether this screen shows a question of the teacher's own."""
    return st.session_state.get(membership.WRITTEN) is not None


def is_revealed() -> bool:
    """Whether the answer to the question on this screen may be seen."""
    question = st.session_state.get(membership.WRITTEN)
    return question is not None and teacher_question.is_revealed(question.key)


def show_question() -> bool:
    """Show the teacher's own question instead of the part's; returns whether its picture replaces the part, too.

    On the stage the step's title is the heading until the question is asked; where nothing else is seen, the question.
    """
    question = st.session_state.get(membership.WRITTEN)
    waits = question is None or question.key in st.session_state.get(membership.WAITING, {})
    note = st.session_state.get(membership.STEP)
    if waits and isinstance(note, Note) and part_containers.free("heading"):
        alone = question is not None and (note.bare or question.covered or question.mapped)
        with part_containers.take("heading"):
            title = question.prompt if question is not None and alone else note.step.partition(". ")[2]
            st.title(escape_markdown(title), anchor=False)
    return question is not None and teacher_question.show(question)


def _hear() -> None:
    """Receive this step's question from the presenting browser, validated like any client's message."""
    at = step()
    question: Question | None = None
    shows: Mapping[str, str | tuple[str, ...]] = {}
    wrong, note = "", Note()
    sent = st.session_state["lesson_nav"].get("question")
    try:
        question, note, shows = read(sent)
        if question is not None:  # two steps may ask the same
            question = replace(question, key=f"{question.key}_{at}")
    except LessonError as error:
        wrong = str(error)
    st.session_state[membership.STEP] = note
    st.session_state[_QUESTION] = {"at": at, "question": question, "wrong": wrong}
    stage_picture.begin_step(shows)
    if question is not None and teacher_question.is_revealed(question.key):
        stage_picture.switch(answer=True)
