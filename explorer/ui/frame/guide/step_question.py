"""The question of a step: asked, answered, and known again when one comes back to it.

A link of the path opens a session of its own, which knows nothing of the one before. What was answered and done is kept
by the browser alone (guide.js), which says so when the step is drawn.
"""

from __future__ import annotations

import streamlit as st

from explorer.content.guide import Place, Question
from explorer.ui import room
from explorer.ui.frame import glossary_markup
from explorer.ui.frame.verdict import judge

NAV = "guide_nav"
"""Key of the path's line, which speaks for the browser."""
_RECALLED = "_guide_recalled"
_HERE, _BEFORE = "here", "before"


def answered(at: Place) -> bool:
    """Whether the step's answer is known here, so that nothing has to be covered."""
    return bool(st.session_state.get(f"_guide_right_{at}"))


def did(at: Place) -> bool:
    """Whether the step's task was done."""
    return bool(st.session_state.get(f"_guide_done_{at}"))


def did_here(at: Place) -> bool:
    """Whether it was done on this very screen, so that there is something to say about what was seen."""
    return st.session_state.get(f"_guide_done_{at}") == _HERE


def note_did(at: Place, how: str = _HERE) -> None:
    """The step's task is done, and stays so."""
    st.session_state[f"_guide_done_{at}"] = how


def recall(at: Place, question: Question) -> None:
    """Take over what the browser has kept of the step."""
    kept = str(st.session_state[NAV].get("kept") or "").split()
    if "did" in kept:
        note_did(at, _BEFORE)
    if "answered" in kept:
        _note(at)
        st.session_state[_radio(at)] = question.answer()
        st.session_state[_RECALLED] = True


def recalled_now() -> bool:
    """Once, whether it was in this run that the browser said so: the page still covers what the answer uncovers."""
    return bool(st.session_state.pop(_RECALLED, False))


def ask(at: Place, question: Question) -> bool:
    """The question: a wrong first answer gets the hint, a second one the answer; both end in the explanation.

    In a room the whole class answers, and the teacher reveals. Returns whether this browser answers alone.
    """
    key = _radio(at)
    why = glossary_markup.plain(question.why())
    together = room.together(key, glossary_markup.plain(question.text), question.options, question.answer, lambda: why)
    if together is not None:
        _note(at, together[1])
        return False
    glossary_markup.write(f"**Question.** {question.text}")
    chosen = st.radio(
        glossary_markup.plain(question.text), question.options, index=None, key=key, label_visibility="collapsed"
    )
    if chosen is None:
        return True
    right = question.answer()
    if chosen == right and f"_{key}_tries" not in st.session_state and answered(at):
        st.success(f"Answered already: “{right}”. {why}")
    elif judge(key, chosen, right, why, glossary_markup.plain(question.hint))[1]:
        _note(at)
    return True


def _radio(at: Place) -> str:
    return f"guide_answer_{at}".replace(".", "_")


def _note(at: Place, known: bool = True) -> None:
    st.session_state[f"_guide_right_{at}"] = known
