"""The teacher's own question for a lesson step; the room collects its answers like those of the app's questions."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.field_validation import MAP
from explorer.content.lesson.parse_teacher_question import OwnQuestion
from explorer.figures.figure_spec import Spec
from explorer.figures.point_guess import Marks, traces
from explorer.rooms import FullError, RoomQuestion
from explorer.rooms.question_schema import (
    NUMBER,
    POINT,
    SEVERAL,
    WORDS,
    choice_question,
    numeric_question,
    text_question,
)
from explorer.rooms.room_state import parse_question
from explorer.ui.frame import part_containers
from explorer.ui.plot.chart import Figure
from explorer.ui.room import class_map, vote_chart
from explorer.ui.room.class_question import (
    ClassQuestion,
    answers_html,
    explain,
    kind_of_answer,
    load_question,
    so_far,
)
from explorer.ui.room.membership import (
    REVEALED,
    WAITING,
    WRITTEN,
    Teacher,
    current,
    hold_back,
    note_step,
    store,
    tolerant,
)
from explorer.ui.room.student_screen_picture import axis_ranges, sketch, why_not
from explorer.wording import number, unbroken

_SEEN = ":is(.st-key-lesson_strip, .st-key-stage_heading, .st-key-room_written, .st-key-room_bar, .st-key-room_join)"
_COVER = (
    f"<style>[data-testid=stMain] :not({_SEEN}, {_SEEN} *, :has({_SEEN})) {{visibility: hidden !important;}}</style>"
)
"""CSS that hides all of the screen but the question, whatever draws the picture and what is said of it."""
SKETCH = "sketch"
"""URL parameter by which Teach asks a screen for the sketch of its picture."""


def ask(question: OwnQuestion | None) -> None:
    """On the teacher's screen: ask the room the question; None if there is none now."""
    mine = current()
    if mine is None:
        return
    with tolerant():
        now = store().room(mine.code)
        try:
            schema = _schema(question) if question is not None else {}
            if question is None or hold_back(now, question.key, schema):
                if now.own:
                    store().clear_own(mine.code, mine.secret)
                return
            store().ask(mine.code, mine.secret, {question.key: schema}, own=True)
        except (FullError, ValueError) as error:  # too large for a room
            st.warning(f"{str(error).rstrip('.')}. Your question is not asked.", icon=None)
            return
        note_step(question.key)


def is_revealed(key: str) -> bool:
    """Whether the answer to a question may be seen, in the room or where there is none."""
    mine = current()
    if mine is None:
        return bool(st.session_state.get(REVEALED) == key)
    with tolerant():
        asked = store().room(mine.code).questions.get(key)
        return asked is not None and asked.revealed
    return False


def show(question: OwnQuestion) -> bool:
    """Draw the question on the presenting screen, with its choices and, in a room, its answers.

    On the stage its text is the heading, and the rest stands beside the picture. Returns whether it has drawn a
    picture, which is then the screen's: the map of the class's sentences.
    """
    mine, stage = current(), part_containers.free("heading")
    if question.key in st.session_state.get(WAITING, {}):
        if question.covered:
            st.html(_COVER)
            with part_containers.take("question"):
                st.container(key="room_written").markdown("The picture comes with the answer.")
        return False
    asked = None
    with tolerant():
        if mine is not None:
            asked = store().room(mine.code).questions.get(question.key)
    if stage:
        with part_containers.take("heading"):
            st.title(escape_markdown(question.text), anchor=False)
    with part_containers.take("question"), st.container(border=not stage, key="room_written"):
        if not stage:
            st.markdown(f"**{escape_markdown(question.text)}**")
        with part_containers.take("sentence"):
            _draw_result(question, mine, asked)
    if asked is None or mine is None or not asked.mapped:
        return False
    class_map.show(question.key, mine, asked)
    return True


def _draw_result(question: OwnQuestion, mine: Teacher | None, asked: RoomQuestion | None) -> None:
    """Draw the choices or the class's answers, and once it is revealed the reason."""
    done = is_revealed(question.key) if asked is None else asked.revealed
    if question.covered and not done:
        st.html(_COVER)
    if asked is None or mine is None:
        alone = replace(parse_question(_schema(question)), revealed=done)
        if alone.choices:
            st.html(vote_chart.html(alone.choices, right=alone.rights if done else ()))
        elif done and question.number is not None:
            st.markdown(f"The right answer is **{number(alone.truth[0], 6)}**.")
        else:
            st.markdown(kind_of_answer(alone))
    else:
        with tolerant():
            of = load_question(question.key, mine, asked)
            explain(of, question.why)
            if asked.mapped:
                pass  # its picture says all
            elif not done:
                if asked.round > 1:
                    st.markdown(f"**{of.opening_words}**")
                so_far(of)
            else:
                _show_answer(of)
    if done and question.why:
        st.markdown(escape_markdown(unbroken(question.why)))


def _schema(of: OwnQuestion) -> dict[str, Any]:
    return _answered_by(of) | ({"covered": True} if of.covered else {})


def _answered_by(of: OwnQuestion) -> dict[str, Any]:
    if of.kind in (WORDS, MAP):
        return text_question(of.text, of.kind == MAP, of.answers)
    if of.point is not None:
        low, high, right = zip(*of.point, strict=True)
        return numeric_question(of.text, low, high, right, POINT, of.within)
    if of.number is None:
        return choice_question(of.text, of.answers, of.right, of.kind == SEVERAL)
    least, most, true = of.number
    return numeric_question(of.text, (least,), (most,), (true,), NUMBER, of.within)


def _show_answer(of: ClassQuestion) -> None:
    """Draw the class's answers, and the right one."""
    assert of.asked is not None
    if of.asked.kind == POINT:
        across, up = (number(each, 4) for each in of.asked.truth)
        st.markdown(f"The right point is **{across}** across, **{up}** up.")
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
        if asked is None or asked.kind != POINT or st.session_state.setdefault(f"_{now.own}_in", key) != key:
            return figure
        question = st.session_state.get(WRITTEN)
        if question is not None and question.key == now.own:
            covered = asked.covered and not asked.revealed
            drawn = sketch(spec, asked.low, asked.high, covered=covered)
            store().ask(mine.code, mine.secret, {now.own: _schema(question)}, own=True, pictures={now.own: drawn})
        of = load_question(now.own, mine, asked)
        cloud = tuple((one[0], one[1]) for one in of.curves)
        truth = (asked.truth[0], asked.truth[1]) if asked.revealed else None
        return Spec([*spec.data, *traces(Marks(None, None, cloud, truth))], spec.layout)
    return figure
