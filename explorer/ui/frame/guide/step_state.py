"""The question of a step: asked, answered, and restored when the visitor comes back.

A link of the path opens a new session without the previous one's state. Answers and finished tasks are kept in
the browser only (guide.js), which sends them when the step is drawn.
"""

from dataclasses import replace
from typing import Any

import streamlit as st

from explorer.content.guided_path import StepId
from explorer.questions import Question
from explorer.ui import room
from explorer.ui.frame import answer_input, glossary_markup
from explorer.ui.frame.answer_feedback import respond
from explorer.ui.frame.step_size import is_answered
from explorer.wording import ended, quoted

NAV = "guide_nav"
"""Widget key of the path's progress line, the component through which the browser reports."""
IN_A_LINE = 30
"""Letters of all answers that a phone shows side by side: below each other they would not be in sight."""
_HERE, _BEFORE = "here", "before"


def task_done(at: StepId) -> bool:
    """Whether the step's task was done."""
    return bool(st.session_state.get(f"_guide_done_{at}"))


def task_done_here(at: StepId) -> bool:
    """Whether the task was done in this session, so that feedback on what was seen makes sense."""
    return st.session_state.get(f"_guide_done_{at}") == _HERE


def note_task_done(at: StepId, how: str = _HERE) -> None:
    """Mark the step's task as done for good."""
    st.session_state[f"_guide_done_{at}"] = how


def recall(at: StepId, question: Question | None) -> None:
    """Restore the step's state from the browser."""
    kept = str(st.session_state[NAV].get("kept") or "").split()
    if "did" in kept:
        note_task_done(at, _BEFORE)
    if "answered" in kept and question is not None:
        _note(at)
        st.session_state[_radio(at)] = question.right


def ask(at: StepId, question: Question) -> bool:
    """Ask the question: a first wrong answer gets the hint, a second one the answer; both end with the explanation.

    In a room the whole class answers, and the teacher reveals. Returns whether this browser answers alone.
    """
    marked = glossary_markup.plain
    plain = replace(
        question,
        prompt=marked(question.prompt),
        hint=marked(question.hint),
        why=lambda: marked(question.reason),
        key=_radio(at),
    )
    together = room.together(plain)
    if together is not None:
        _note(at, together)
        return False
    glossary_markup.write(f"**Question.** {question.prompt}")
    how: dict[str, Any] = {"label_visibility": "collapsed", "width": "stretch"}
    in_a_line = sum(map(len, plain.choices)) < IN_A_LINE
    chosen = answer_input.draw(plain, plain.key, plain.prompt, horizontal=in_a_line, **how)
    if chosen is None:
        return True
    if f"_{plain.key}_tries" not in st.session_state and is_answered(at) and plain.judge(chosen).right:
        st.success(f"Answered already: {ended(quoted(chosen))} {plain.reason}")
    elif respond(plain, chosen)[1]:
        _note(at)
    return True


def first_guess(at: StepId, question: Question) -> str:
    """Whether the first guess of this session was "right" or "wrong"; "" without one."""
    tries: tuple[str, ...] = st.session_state.get(f"_{_radio(at)}_tries", ())
    return "" if not tries else "right" if question.judge(tries[0]).right else "wrong"


def _radio(at: StepId) -> str:
    return f"guide_answer_{at}".replace(".", "_")


def _note(at: StepId, known: bool = True) -> None:
    st.session_state[f"_guide_right_{at}"] = known
