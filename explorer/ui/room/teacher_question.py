"""The teacher's own question for a step of a lesson: the room collects its answers as it does a picture's."""

from __future__ import annotations

import streamlit as st

from explorer.content.as_typed import as_typed
from explorer.content.lesson.question import OwnQuestion
from explorer.rooms import FullError
from explorer.rooms.question_schema import NUMBER, choice, numbers
from explorer.ui.room.membership import current, store, tolerant
from explorer.ui.room.questions import ClassQuestion, answers_html, bounds, form, known
from explorer.wording import number

LATER = "_room_ask_later"
"""Whether the question of this page waits until the class has been taken here."""


def ask(question: OwnQuestion | None, page: str) -> None:
    """On the teacher's screen: put the question to the room, and show its choices; None: there is none now.

    Not before the room is on this page: on the one that is about to be left a student would begin to type.
    """
    mine = current()
    if mine is None or not mine.teaches:
        return
    with tolerant():
        now = store().room(mine.code)
        if question is None:
            if now.own:
                store().clear_own(mine.code, mine.secret)
            return
        if now.page != page:
            st.session_state[LATER] = True
            return
        try:
            store().ask(mine.code, mine.secret, {question.key: _schema(question)}, own=True)
        except (FullError, ValueError) as error:  # more than a room holds
            st.warning(f"{str(error).rstrip('.')}. Your question is not asked.", icon=None)
            return
        of = known(question.key, mine, store().room(mine.code).questions[question.key])
        with st.container(key="room_written"):
            _show(of)


def _schema(of: OwnQuestion) -> dict[str, object]:
    if of.number is None:
        return choice(of.text, of.answers, of.right)
    low, high, right = of.number
    return numbers(of.text, (low,), (high,), (right,), NUMBER)


def answer() -> None:
    """On a student's screen: the question that the teacher shows now, until it is revealed; then what all said."""
    mine = current()
    if mine is None or mine.teaches or not mine.follows:
        return
    with tolerant():
        now = store().room(mine.code)
        asked = now.questions.get(now.own)
        if asked is None:
            return
        of = known(now.own, mine, asked)
        with st.container(border=True, key="room_written"):
            st.markdown(f"**{as_typed(asked.words)}**")
            _show(of)


def _show(of: ClassQuestion) -> None:
    """Below the question's words, which on the projector the lesson's line shows."""
    assert of.asked is not None
    options = [as_typed(each) for each in of.asked.choices]
    if of.revealed:
        _show_answer(of)
    elif not of.teaches:
        form(of, f"Your number, {bounds(of.asked)}" if of.asked.low else "Your answer", options)
    elif of.asked.low:
        st.markdown(f"A number {bounds(of.asked)}.")
    else:
        st.markdown("\n".join(f"- {option}" for option in options))


def _show_answer(of: ClassQuestion) -> None:
    """What the class said, and which answer is right."""
    assert of.asked is not None
    words = "**The class has guessed.**"
    if of.asked.low:
        st.markdown(f"{words} The right answer is **{number(of.asked.truth[0], 6)}**.")
        if isinstance(of.mine, tuple):
            st.markdown(f"Your number: **{number(of.mine[0], 6)}**.")
    else:
        st.markdown(words + ("" if of.asked.rights else " No answer is marked as the right one."))
    st.html(answers_html(of))
