"""The teacher's own question for a step of a lesson: the room collects its answers as it does a picture's."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.own_question import OwnQuestion
from explorer.rooms import FullError, RoomQuestion
from explorer.rooms.question_schema import NUMBER, SEVERAL, WORDS, choice, few_words, numbers
from explorer.ui.room import vote_chart
from explorer.ui.room.class_question import ClassQuestion, answers_html, between, bounds, choices, explain, form, known
from explorer.ui.room.membership import WAITING, current, hold_back, note_step, store, tolerant
from explorer.wording import number

_COVER = """<style>:is(.st-key-part_screen, .explorer-chart) {visibility: hidden;}
.st-key-part_screen .st-key-room_written {visibility: visible;}</style>"""
"""CSS that hides the picture and its sentence, which gives the answer away too."""
LATER = "_room_ask_later"
"""Whether the question of this page waits until the class has been taken here."""


def ask(question: OwnQuestion | None, page: str) -> None:
    """On the teacher's screen: put the question to the room; None: there is none now.

    Not before the room is on this page: on the one that is about to be left a student would begin to type.
    """
    mine = current()
    if mine is None or not mine.teaches:
        return
    with tolerant():
        now = store().room(mine.code)
        try:
            schema = _schema(question) if question is not None else {}
            if question is None or hold_back(now, question.key, schema):
                if now.own:
                    store().clear_own(mine.code, mine.secret)
                return
            if now.page != page:
                st.session_state[LATER] = True
                return
            store().ask(mine.code, mine.secret, {question.key: schema}, own=True)
        except (FullError, ValueError) as error:  # more than a room holds
            st.warning(f"{str(error).rstrip('.')}. Your question is not asked.", icon=None)
            return
        note_step(question.key)


def show(question: OwnQuestion) -> None:
    """Draw the question on the presenting screen, with its choices and, in a room, its answers."""
    mine = current()
    if question.key in st.session_state.get(WAITING, {}):
        if question.covered:
            st.html(_COVER)
            st.container(key="room_written").markdown("The picture comes with the answer.")
        return
    with st.container(border=True, key="room_written"):
        asked = None
        with tolerant():
            if mine is not None and mine.teaches:
                asked = store().room(mine.code).questions.get(question.key)
        if _covered(question, asked):
            st.html(_COVER)
        with st.container(key=None if asked is not None and asked.revealed else "room_asked"):
            st.markdown(f"**{escape_markdown(question.text)}**")
        if asked is not None and mine is not None:
            with tolerant():
                of = known(question.key, mine, asked)
                explain(of, question.why)
                _show(of, question.why)
        elif question.number is not None:
            st.markdown(f"A number {between(*question.number[:2])}.")
        elif question.kind == WORDS:
            st.markdown("A few words.")
        else:
            st.html(vote_chart.choices(question.answers))


_ASKS = {SEVERAL: "Your answers: one or more", WORDS: "Your answer, in a few words"}


def _schema(of: OwnQuestion) -> dict[str, Any]:
    return _answered_by(of) | ({"covered": True} if of.covered else {})


def _answered_by(of: OwnQuestion) -> dict[str, Any]:
    if of.kind == WORDS:
        return few_words(of.text)
    if of.number is None:
        return choice(of.text, of.answers, of.right, of.kind == SEVERAL)
    low, high, right = of.number
    return numbers(of.text, (low,), (high,), (right,), NUMBER, of.within)


def answer() -> None:
    """Draw the teacher's current question on a student's screen; after the reveal, the class's answers."""
    mine = current()
    if mine is None or mine.teaches or not mine.follows:
        return
    with tolerant():
        now = store().room(mine.code)
        asked = now.questions.get(now.own)
        if asked is None:
            return
        of = known(now.own, mine, asked)
        if asked.covered and not asked.revealed:
            st.html(_COVER)
        with st.container(border=True, key="room_written"):
            st.markdown(f"**{escape_markdown(asked.words)}**")
            _show(of, asked.why)


def _covered(question: OwnQuestion, asked: RoomQuestion | None) -> bool:
    """Whether the picture is hidden: until Reveal, or where nobody reveals, until it is asked for."""
    if not question.covered:
        return False
    if asked is not None:
        return not asked.revealed
    return not st.toggle("Show the picture", key=f"_{question.key}_shown")


def _show(of: ClassQuestion, why: str) -> None:
    """Draw what is below the question's text."""
    assert of.asked is not None
    options = [escape_markdown(each) for each in of.asked.choices]
    if of.revealed:
        _show_answer(of)
        if why:
            st.markdown(escape_markdown(why))
    elif not of.teaches:
        form(
            of, f"Your number, {bounds(of.asked)}" if of.asked.low else _ASKS.get(of.asked.kind, "Your answer"), options
        )
    elif of.asked.kind == WORDS and not of.answers:
        st.markdown("A few words.")
    elif not of.asked.low:
        choices(of)
    elif of.answers:
        st.html(answers_html(of))
    else:
        st.markdown(f"A number {bounds(of.asked)}.")


def _show_answer(of: ClassQuestion) -> None:
    """What the class said, and which answer is right."""
    assert of.asked is not None
    words = "**The class has guessed.**"
    if of.asked.kind == WORDS:
        st.markdown("**The class has answered.**")
    elif of.asked.low:
        st.markdown(f"{words} The right answer is **{number(of.asked.truth[0], 6)}**.")
        if isinstance(of.mine, tuple):
            st.markdown(f"Your number: **{number(of.mine[0], 6)}**.")
    else:
        st.markdown(words + ("" if of.asked.rights else " No answer is marked as the right one."))
    st.html(answers_html(of))
