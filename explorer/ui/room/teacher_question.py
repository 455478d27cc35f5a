"""The teacher's own question for a lesson step; the room collects its answers like those of the app's questions."""

from __future__ import annotations

import json
from html import escape

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.figures.figure_spec import Spec
from explorer.figures.point_guess import Marks, traces
from explorer.questions import NUMBER, POINT, WORDS, Question
from explorer.rooms import FullError, RoomQuestion
from explorer.ui.plot.chart import Figure
from explorer.ui.room import class_map, vote_chart
from explorer.ui.room.class_question import (
    ClassQuestion,
    answers_html,
    between,
    choices,
    explain,
    load_question,
)
from explorer.ui.room.membership import WAITING, WRITTEN, current, hold_back, note_step, store, tolerant
from explorer.ui.room.student_screen_picture import axis_ranges, sketch, why_not
from explorer.wording import number

_SEEN = ":is(.st-key-lesson_strip, .st-key-room_written, .st-key-room_bar, .st-key-room_join)"
_COVER = (
    f"<style>[data-testid=stMain] :not({_SEEN}, {_SEEN} *, :has({_SEEN})) {{visibility: hidden !important;}}</style>"
)
"""CSS that hides all of the screen but the question, whatever draws the picture and what is said of it."""
SKETCH = "sketch"
"""URL parameter by which Teach asks a screen for the sketch of its picture."""


def ask(question: Question | None) -> None:
    """On the teacher's screen: ask the room the question; None if there is none now."""
    mine = current()
    if mine is None:
        return
    with tolerant():
        now = store().room(mine.code)
        try:
            if question is None or hold_back(now, question):
                if now.own:
                    store().clear_own(mine.code, mine.secret)
                return
            store().ask(mine.code, mine.secret, {question.key: question}, own=True)
        except (FullError, ValueError) as error:  # too large for a room
            st.warning(f"{str(error).rstrip('.')}. Your question is not asked.", icon=None)
            return
        note_step(question.key)


def show(question: Question) -> bool:
    """Draw the question on the presenting screen, with its choices and, in a room, its answers.

    Returns whether it has drawn a picture, which is then the screen's: the map of the class's sentences.
    """
    mine = current()
    if question.key in st.session_state.get(WAITING, {}):
        if question.covered:
            st.html(_COVER)
            st.container(key="room_written").markdown("The picture comes with the answer.")
        return False
    with st.container(border=True, key="room_written"):
        asked = None
        with tolerant():
            if mine is not None:
                asked = store().room(mine.code).questions.get(question.key)
        if _is_covered(question, asked):
            st.html(_COVER)
        with st.container(key=None if asked is not None and asked.revealed else "room_asked"):
            st.markdown(f"**{escape_markdown(question.prompt)}**")
        if asked is not None and mine is not None:
            with tolerant():
                of = load_question(question.key, mine, asked)
                explain(of, question.reason)
                if not asked.mapped:
                    _show_open_question(of, question.reason)
                elif asked.revealed and question.reason:
                    st.markdown(escape_markdown(question.reason))
        else:
            _show_replies(question)
    if asked is None or mine is None or not asked.mapped:
        return False
    class_map.show(question.key, mine, asked)
    return True


_NO_CHOICE = {WORDS: "A few words.", POINT: "A point in the picture."}


def _show_replies(question: Question) -> None:
    """Say what is replied, without any answer."""
    if question.form == NUMBER:
        st.markdown(f"A number {between(question.low[0], question.high[0])}.")
    elif question.form in _NO_CHOICE:
        st.markdown(_NO_CHOICE[question.form])
    else:
        st.html(vote_chart.choices_html(question.choices))


def _is_covered(question: Question, asked: RoomQuestion | None) -> bool:
    """Whether the picture is hidden: until the reveal, or outside a room until it is requested."""
    if not question.covered:
        return False
    if asked is not None:
        return not asked.revealed
    return not st.toggle("Show the picture", key=f"_{question.key}_shown")


def _show_open_question(of: ClassQuestion, why: str) -> None:
    """Draw the answers and controls below the question's text."""
    assert of.asked is not None
    if of.revealed:
        _show_answer(of)
        if why:
            st.markdown(escape_markdown(why))
    elif of.asked.choices:
        choices(of)
    elif of.answers:
        st.html(answers_html(of))
    else:
        _show_replies(of.asked)


def _show_answer(of: ClassQuestion) -> None:
    """Draw the class's answers, and the right one."""
    assert of.asked is not None
    words = "**The class has guessed.**"
    if of.asked.form == WORDS:
        st.markdown("**The class has answered.**")
    elif of.asked.form == POINT:
        across, up = (number(each, 4) for each in of.asked.truth)
        st.markdown(f"{words} The right point is **{across}** across, **{up}** up.")
    elif of.asked.form == NUMBER:
        st.markdown(f"{words} The right answer is **{number(of.asked.value, 6)}**.")
    else:
        st.markdown(words + ("" if of.asked.rights else " No answer is marked as the right one."))
    st.html(answers_html(of))


def draw_in(key: str, figure: Figure) -> Figure:
    """Draw the picture `key`, with the class's points if the teacher's own question asks for points.

    Of several pictures it is the first that has a sketch, which goes to the phones and to Teach, which loads the screen
    in the background to mark the right point.
    """
    mine, wanted = current(), SKETCH in st.query_params
    if mine is None and not wanted:
        return figure
    made = figure.to_dict()
    spec = Spec(made["data"], made["layout"])
    why = why_not(spec)
    if wanted:
        told = json.dumps({"why": why}) if why else sketch(spec, *axis_ranges(spec))
        st.html(f'<div data-sketch="{escape(told)}"></div>')
    if mine is None or why:
        return figure
    with tolerant():
        now = store().room(mine.code)
        asked = now.questions.get(now.own)
        if asked is None or asked.form != POINT or st.session_state.setdefault(f"_{now.own}_in", key) != key:
            return figure
        question = st.session_state.get(WRITTEN)
        if question is not None and question.key == now.own:
            covered = asked.covered and not asked.revealed
            drawn = sketch(spec, asked.low, asked.high, covered=covered)
            store().ask(mine.code, mine.secret, {now.own: question}, own=True, pictures={now.own: drawn})
        of = load_question(now.own, mine, asked)
        cloud = tuple((one[0], one[1]) for one in of.curves)
        truth = (asked.truth[0], asked.truth[1]) if asked.revealed else None
        return Spec([*spec.data, *traces(Marks(None, None, cloud, truth))], spec.layout)
    return figure
