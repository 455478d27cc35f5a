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

EVERY = 1.0
"""Polling interval in seconds of the teacher's screen."""


FIRST, AGAIN = "Guess first.", "Talk to your neighbour, then guess again."
"""The first words of a question, in its first round and later."""


@dataclass(frozen=True)
class ClassQuestion:
    """State of a question in the room.

    Attributes:
        key: of the question.
        me: the teacher's identity in the room.
        question: the question.
        answers: of all seats, once they may be seen here.
        earlier: the answers of each round before, which have been seen.
        again: sentence on who answered again after the talk.
    """

    key: str
    me: Teacher
    question: RoomQuestion
    answers: tuple[Answer, ...] = ()
    earlier: tuple[tuple[Answer, ...], ...] = ()
    again: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether the class may see the answers of this round."""
        return self.question.shown or self.question.revealed

    @property
    def points(self) -> tuple[tuple[float, ...], ...]:
        """The numeric answers."""
        return tuple(answer for answer in self.answers if isinstance(answer, tuple))


def load_question(key: str, mine: Teacher, question: RoomQuestion) -> ClassQuestion:
    """Load a question with the answers that the teacher's screen may show.

    Raises:
        UnavailableError: the room can't be reached.
    """
    rounds = [tuple(store().counted_answers(mine.code, key, at).values()) for at in range(1, question.round + 1)]
    last = rounds.pop() if question.shown or question.revealed else ()
    again = class_answers.again_text(store().seats_by_round(mine.code, key, question.round))
    return ClassQuestion(key, mine, question, last, tuple(rounds[: question.round - 1]), again)


def together(question: Question) -> bool | None:
    """Ask the class a question with choices; returns whether the answer is revealed, None outside a room.

    It is not asked where the teacher asks their own, whose reveal unmasks what this one masks, and while a lesson
    step's question waits until the teacher asks it. While the room can't be reached, the answer stays masked.
    """
    mine, key = current(), question.key
    if mine is None:
        return None
    with tolerant():
        now = store().room(mine.code)
        if st.session_state.get(WRITTEN):
            return now.own in now.questions and now.questions[now.own].revealed
        if hold_back(now, question):
            return False
        try:
            store().ask(mine.code, mine.secret, {key: question})
        except FullError as error:
            st.warning(f"{error} This one is not asked.", icon=None)
            return False
        note_step(key)
        st.session_state[ASKED] = key
        in_class = load_question(key, mine, store().room(mine.code).questions[key])
        explain(in_class, question.reason)
        with st.container(border=True, key=f"{key}_box"):
            if in_class.question.revealed:
                st.markdown(f"**The class has guessed.** {question.prompt}")
                draw_answers(in_class)
                say_answer(question, None, judged=False)
            else:
                with st.container(key="room_asked"):
                    st.markdown(f"**{FIRST if in_class.question.round == 1 else AGAIN}** {question.prompt}")
                so_far(in_class)
        return in_class.question.revealed
    return False


def so_far(class_question: ClassQuestion) -> None:
    """Draw the choices, or the kind of answer, with the answers once the teacher shows them."""
    question = class_question.question
    if question.shown or question.choices:
        draw_answers(class_question, covered=True)
    else:
        st.markdown(kind_of_answer(question))


def draw_answers(class_question: ClassQuestion, covered: bool = False) -> None:
    """Draw the answers; words again every second, since the teacher may let more of them through at any time."""
    if class_question.question.form != WORDS or not class_question.is_seen:
        st.html(answers_html(class_question, covered))
        return

    def draw() -> None:
        with tolerant():
            now = load_question(class_question.key, class_question.me, class_question.question)
            st.html(answers_html(now, covered))

    st.fragment(draw, run_every=EVERY)()


def kind_of_answer(question: Question) -> str:
    """What is asked for, where there are no choices."""
    if question.form == NUMBER:
        return f"Answer with a number {between(question)}."
    return {WORDS: "Answer in a few words.", POINT: "Answer with a point in the picture."}.get(question.form, "")


def explain(class_question: ClassQuestion, why: str) -> None:
    """Send the explanation to the students' screens once the answer is revealed."""
    if class_question.question.revealed and class_question.question.why != why:
        with tolerant(), suppress(ValueError):  # an explanation that is too long stays on the teacher's screen
            store().explain(class_question.me.code, class_question.me.secret, class_question.key, why)


def answers_html(class_question: ClassQuestion, covered: bool = False) -> str:
    """HTML of the class's answers of the last two rounds; marks the right ones, unless `covered`."""
    rounds = [*class_question.earlier, class_question.answers][-2:] if class_question.is_seen else []
    again = class_question.again if rounds else ""
    return class_answers.html(class_question.question, *rounds, covered=covered, again=again)


def presses(question: Question) -> dict[str, str]:
    """Names of the buttons of a question, on the stage and on the teacher's other devices."""
    judged, revealed = question.is_judged, getattr(question, "revealed", False)
    end = "Reveal the answer" if judged else "End the question"
    return {
        "guesses": "Show the guesses" if judged else "Show the answers",
        "reveal": "End the writing" if question.mapped else end,
        "again": "Go on writing"
        if question.mapped
        else "Ask again"
        if revealed or getattr(question, "round", 1) > 1
        else "Talk, ask again",
    }


def between(question: Question, axis: int = 0) -> str:
    """The range of a reply's number in words.

    >>> between(Question(low=(0,), high=(60_000,)))
    'from 0 to 60,000'
    """
    return f"from {question.number(question.low[axis], 6)} to {question.number(question.high[axis], 6)}"
