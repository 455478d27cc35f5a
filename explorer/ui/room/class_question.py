"""Class question: the teacher's screen asks it, students answer on `/join`, the teacher reveals the answer to all.

One form for all kinds (a choice, a number, a point in a picture), for the app's questions and the teacher's own. Points
are drawn in the picture itself.
"""

from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from explorer.questions import NUMBER, POINT, WORDS, Question
from explorer.rooms import Answer, FullError, RoomQuestion
from explorer.ui.frame.answer_feedback import say_answer
from explorer.ui.room import class_answers
from explorer.ui.room.membership import (
    ASKED,
    WRITTEN,
    Teacher,
    current,
    hold_back,
    note_step,
    store,
    tolerant,
)
from explorer.wording import number

EVERY = 1.0
"""Polling interval in seconds of the teacher's screen."""


@dataclass(frozen=True)
class ClassQuestion:
    """State of a question in the room.

    Attributes:
        key: of the question.
        me: the teacher's identity in the room.
        question: the question; None while the room can't be reached, when the answer stays masked.
        answers: of all seats, once they may be seen here.
        earlier: the answers of each round before, which have been seen.
        held_back: whether this question is not asked: because the teacher asks their own, whose reveal unmasks what
            this one masks, or because a lesson step's question waits until the teacher asks it.
    """

    key: str
    me: Teacher
    question: RoomQuestion | None = None
    answers: tuple[Answer, ...] = ()
    earlier: tuple[tuple[Answer, ...], ...] = ()
    held_back: bool = False

    @property
    def revealed(self) -> bool:
        """Whether the answer may be seen."""
        return self.question is not None and self.question.revealed

    @property
    def opening_words(self) -> str:
        """The first words of the question."""
        return opening_words(self.question.round if self.question is not None else 1)

    @property
    def points(self) -> tuple[tuple[float, ...], ...]:
        """The numeric answers; while the class talks, those before the talk."""
        talks = self.earlier and self.question is not None and not (self.question.shown or self.revealed)
        return tuple(answer for answer in (self.earlier[-1] if talks else self.answers) if isinstance(answer, tuple))


def ask(question: Question) -> ClassQuestion | None:
    """Ask the class, from the teacher's screen; returns the question's state, or None outside a room."""
    mine, key = current(), question.key
    if mine is None:
        return None
    with tolerant():
        now = store().room(mine.code)
        if st.session_state.get(WRITTEN):
            revealed = now.own in now.questions and now.questions[now.own].revealed
            return ClassQuestion(key, mine, RoomQuestion(revealed=revealed), held_back=True)
        if hold_back(now, question):
            return ClassQuestion(key, mine, RoomQuestion(), held_back=True)
        try:
            store().ask(mine.code, mine.secret, {key: question})
        except FullError as error:
            st.warning(f"{error} This one is not asked.", icon=None)
            return ClassQuestion(key, mine)
        note_step(key)
        st.session_state[ASKED] = key
        return load_question(key, mine, store().room(mine.code).questions[key])
    return ClassQuestion(key, mine)


def load_question(key: str, mine: Teacher, question: RoomQuestion) -> ClassQuestion:
    """Load a question with the answers that the teacher's screen may show.

    Raises:
        UnavailableError: the room can't be reached.
    """
    seen = question.revealed or question.shown
    last = question.round if seen else question.round - 1
    rounds = [tuple(store().visible_answers(mine.code, key, at).values()) for at in range(1, last + 1)]
    return ClassQuestion(key, mine, question, rounds.pop() if seen else (), tuple(rounds))


def together(question: Question) -> bool | None:
    """Ask the class a question with choices; returns whether the answer is revealed, None outside a room."""
    in_class = ask(question)
    if in_class is None or in_class.question is None:
        return None if in_class is None else False
    if in_class.held_back:
        return in_class.revealed
    if in_class.revealed:
        explain(in_class, question.reason)
    with st.container(border=True, key=f"{in_class.key}_box"):
        if in_class.revealed:
            st.markdown(f"**The class has guessed.** {question.prompt}")
            draw_answers(in_class)
            say_answer(question, None, judged=False)
        else:
            with st.container(key="room_asked"):
                st.markdown(f"**{in_class.opening_words}** {question.prompt}")
            so_far(in_class)
    return in_class.revealed


def so_far(class_question: ClassQuestion) -> None:
    """Draw the choices, or the kind of answer, with the answers once the teacher shows them."""
    question = class_question.question
    assert question is not None
    if question.shown or question.choices or class_question.earlier:
        draw_answers(class_question, covered=True)
    else:
        st.markdown(kind_of_answer(question))


def draw_answers(class_question: ClassQuestion, covered: bool = False) -> None:
    """Draw the answers; words again every second, since the teacher may let more of them through at any time."""
    question = class_question.question
    assert question is not None
    if question.form != WORDS or not (question.shown or question.revealed):
        st.html(answers_html(class_question, covered))
        return

    def draw() -> None:
        with tolerant():
            st.html(answers_html(load_question(class_question.key, class_question.me, question), covered))

    st.fragment(draw, run_every=EVERY)()


def kind_of_answer(question: Question) -> str:
    """What is asked for, where there are no choices."""
    if question.form == NUMBER:
        return f"Answer with a number {between(question.low[0], question.high[0])}."
    return {WORDS: "Answer in a few words.", POINT: "Answer with a point in the picture."}.get(question.form, "")


def explain(class_question: ClassQuestion, why: str) -> None:
    """Send the explanation to the students' screens once the answer is revealed."""
    if class_question.revealed and class_question.question is not None and class_question.question.why != why:
        with tolerant(), suppress(ValueError):  # an explanation that is too long stays on the teacher's screen
            store().explain(class_question.me.code, class_question.me.secret, class_question.key, why)


def answers_html(class_question: ClassQuestion, covered: bool = False) -> str:
    """HTML of the class's answers of the last two rounds; marks the right ones, unless `covered`."""
    question = class_question.question
    assert question is not None
    shown = class_question.answers or question.revealed or question.shown
    rounds = [*class_question.earlier, *([class_question.answers] if shown else [])][-2:]
    return class_answers.html(question, *rounds, covered=covered, before=bool(rounds) and not shown)


def opening_words(round_: int) -> str:
    """The first words of a question.

    >>> opening_words(1), opening_words(2)
    ('Guess first.', 'Talk to your neighbour, then guess again.')
    """
    return "Guess first." if round_ == 1 else "Talk to your neighbour, then guess again."


def between(low: float, high: float) -> str:
    """The range between two bounds in words.

    >>> between(0, 60_000)
    'from 0 to 60,000'
    """
    return f"from {number(low, 6)} to {number(high, 6)}"
