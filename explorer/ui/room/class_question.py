"""Class question: the teacher's screen asks it, each student answers, the teacher reveals the answer to all.

One form for all kinds (a choice, a number, a point in a picture, a curve), for the app's questions and the teacher's
own. Points and curves are drawn in the picture itself, which shows all answers after the reveal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.quiz.judge_answer import TwoReadingsError, read
from explorer.rooms import Answer, EndedError, FullError, RoomQuestion, UnavailableError
from explorer.rooms.question_schema import LONGEST_WORDS, POINT, SEVERAL, WORDS, choice_question
from explorer.ui.frame.answer_feedback import choose_reading, say_answer
from explorer.ui.room import answer_plots, vote_chart
from explorer.ui.room.membership import (
    ASKED,
    OWN,
    WRITTEN,
    Participant,
    current,
    hold_back,
    note_step,
    peeks,
    store,
    tolerant,
)
from explorer.wording import count, number

GUESS_IN = "Your guess is in. You may change it until the teacher shows the answer to all."
AFTER_A_LOOK = "The class sees it only after the teacher has read it."
EVERY = 1.0
"""Polling interval in seconds of the teacher's screen, the only one that polls for answers."""
_ASKED_LAST = "_room_asked_last"
"""Question and round for which the controls of a guess were last used, by their keys."""


@dataclass(frozen=True)
class ClassQuestion:
    """State of a question in the room.

    Attributes:
        key: of the question.
        me: this browser's identity in the room.
        asked: the question; None while the room can't be reached, when the answer stays masked.
        mine: this seat's answer.
        answers: of all seats, after the reveal.
        stale: whether this screen still holds a guess of an earlier round or of another question, which doesn't count.
        instead: whether this question is not asked: because the teacher asks their own, whose reveal unmasks what this
            one masks, or because a lesson step's question waits until the teacher asks it.
    """

    key: str
    me: Participant
    asked: RoomQuestion | None = None
    mine: Answer | None = None
    answers: tuple[Answer, ...] = ()
    stale: bool = False
    instead: bool = False

    @property
    def is_teacher(self) -> bool:
        """Whether this is the teacher's screen, where nobody guesses."""
        return self.me.is_teacher

    @property
    def revealed(self) -> bool:
        """Whether the answer may be seen."""
        return self.asked is not None and self.asked.revealed

    @property
    def opening_words(self) -> str:
        """The first words of the question."""
        return opening_words(self.asked.round if self.asked is not None else 1)

    @property
    def curves(self) -> tuple[tuple[float, ...], ...]:
        """The numeric answers."""
        return tuple(answer for answer in self.answers if isinstance(answer, tuple))


def ask(
    key: str,
    schema: Callable[[], dict[str, Any]],
    expected: Sequence[Any],
    own: Sequence[str] = (),
    picture: Callable[[], str] | None = None,
) -> ClassQuestion | None:
    """Ask the class, from the teacher's screen; returns the question's state, or None if this browser answers alone.

    Args:
        key: of the question.
        schema: from `question_schema`; made on the teacher's screen only.
        expected: its choices, or its lower bounds; if the room's question has others, it belongs to another screen.
        own: keys of controls that each browser sets for itself and that don't follow the teacher's.
        picture: from `sketch`, if it is answered in its picture; made on the teacher's screen only.
    """
    mine = current()
    if mine is None:
        return None
    st.session_state[OWN] = (*st.session_state.get(OWN, ()), *own)
    with tolerant():
        now = store().room(mine.code)
        others = now.own in now.questions or now.waiting is not None
        if st.session_state.get(WRITTEN) if mine.is_teacher else mine.follows and others:
            revealed = now.own in now.questions and now.questions[now.own].revealed
            return ClassQuestion(key, mine, RoomQuestion(revealed=revealed), instead=True)
        if mine.is_teacher:
            asks = schema()
            if hold_back(now, key, asks):
                return ClassQuestion(key, mine, RoomQuestion(), instead=True)
            try:
                drawn = {key: picture()} if picture is not None else None
                store().ask(mine.code, mine.secret, {key: asks}, pictures=drawn)
            except FullError as error:
                st.warning(f"{error} This one is not asked.", icon=None)
                return ClassQuestion(key, mine)
            note_step(key)
            st.session_state[ASKED] = key
        asked = store().room(mine.code).questions.get(key)
        if not mine.is_teacher and (
            not mine.follows or asked is None or (asked.choices or asked.low) != tuple(expected)
        ):
            return None
        if asked is not None:
            return load_question(key, mine, asked, tuple(own))
    return ClassQuestion(key, mine)


def load_question(key: str, mine: Participant, asked: RoomQuestion, own: tuple[str, ...] = ()) -> ClassQuestion:
    """Load a question with this seat's answer, and with everybody's after the reveal.

    Raises:
        UnavailableError: the room can't be reached.
    """
    answer = None if mine.is_teacher else store().answer_of(mine.code, mine.seat, key, asked.round)
    seen = asked.revealed or peeks(key, asked.round)
    every = tuple(store().visible_answers(mine.code, key, asked.round).values()) if seen else ()
    last = st.session_state.setdefault(_ASKED_LAST, {}) if own and not mine.is_teacher else {}
    stale = answer is None and not asked.revealed and last.get(own, (key, 1)) != (key, asked.round)
    last[own] = key, asked.round
    return ClassQuestion(key, mine, asked, answer, every, stale)


def together(
    key: str, question: str, options: Sequence[str], answer: Callable[[], str], because: Callable[[], str]
) -> tuple[tuple[str, ...], bool] | None:
    """Ask the class a choice question; returns this browser's guess, and whether the answer is revealed.

    None if this browser answers alone.
    """
    of = ask(key, lambda: choice_question(question, options, (list(options).index(answer()),)), options)
    if of is None or of.asked is None:
        return None if of is None else ((), False)
    if of.instead:
        return (), of.revealed
    mine = options[of.mine] if isinstance(of.mine, int) else None
    if of.revealed:
        explain(of, because())
    with st.container(border=True, key=f"{key}_box"):
        if of.revealed:
            st.markdown(f"**The class has guessed.** {question}")
            st.html(answers_html(of))
            say_answer(options[of.asked.right], because(), mine, judged=not of.is_teacher)
        elif of.is_teacher:
            with st.container(key="room_asked"):
                st.markdown(f"**{of.opening_words}** {question}")
            choices(of)
        else:
            form(of, f"**{of.opening_words}** {question}", options, horizontal=True)
    return () if mine is None else (mine,), of.revealed


def choices(of: ClassQuestion) -> None:
    """Choices on the teacher's screen, with their counts once the teacher shows them."""
    assert of.asked is not None
    if peeks(of.key, of.asked.round):
        st.fragment(_guesses, run_every=EVERY)(of)
    else:
        st.html(vote_chart.choices_html(of.asked.choices))


def _guesses(of: ClassQuestion) -> None:
    """Fragment with the guesses so far, polled while they come in."""
    assert of.asked is not None
    with tolerant():
        every = tuple(store().visible_answers(of.me.code, of.key, of.asked.round).values())
        st.html(answers_html(replace(of, answers=every), covered=True))


@st.fragment
def form(of: ClassQuestion, label: str, options: Sequence[str] = (), horizontal: bool = False) -> None:
    """Fragment with the choices or a field: a class answers within seconds, and nothing else has to rerun."""
    assert of.asked is not None
    name = f"_room_{of.key}_{of.asked.round}"
    try:
        mine = store().answer_of(of.me.code, of.me.seat, of.key, of.asked.round)
    except UnavailableError as error:
        st.warning(str(error), icon=None)
        return
    given: Answer | None
    if of.asked.kind == POINT:
        st.markdown(f"**{label}**")
        given = point_fields(
            name, tuple(zip(of.asked.low, of.asked.high, strict=True)), mine if isinstance(mine, tuple) else None
        )
    elif of.asked.low:
        low, high = of.asked.low[0], of.asked.high[0]
        typed = f"{mine[0]:g}" if isinstance(mine, tuple) else ""
        said = number_field(label, name, typed, low, high)
        given = None if said is None else (said,)
    elif of.asked.kind == WORDS:
        begin_words = mine if isinstance(mine, str) else ""
        given = " ".join(st.text_input(label, begin_words, key=name, help=AFTER_A_LOOK).split()) or None
        if given is not None and len(given) > LONGEST_WORDS:
            st.warning(f"At most {LONGEST_WORDS} characters are expected, got {len(given):,}. Shorten it.", icon=None)
            given = None
    elif of.asked.kind == SEVERAL:
        chosen = [int(at) for at in mine] if isinstance(mine, tuple) else []
        ticked = st.pills(
            label,
            range(len(options)),
            default=chosen,
            selection_mode="multi",
            format_func=lambda at: options[at],
            key=name,
        )
        given = tuple(sorted(ticked)) or None
    else:
        begin = mine if isinstance(mine, int) else None
        given = st.radio(
            label, range(len(options)), index=begin, format_func=lambda at: options[at], key=name, horizontal=horizontal
        )
    if given is not None and hand_in(replace(of, mine=mine), given):
        st.caption(GUESS_IN)


def number_field(label: str, key: str, begin: str, low: float, high: float) -> float | None:
    """A field for a typed number from `low` to `high`, with a message or a choice of two readings; None without one."""
    typed = st.text_input(label, begin, key=key)
    if not typed.strip():
        return None
    try:
        value = read(typed).value
    except TwoReadingsError as problem:
        st.text(str(problem))
        choose_reading(key, problem.texts, lambda text: st.session_state.update({key: text}))
        return None
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        st.text(f"Expected a number {between(low, high)}, got “{typed.strip()}”.")
        return None
    return value


def point_fields(
    key: str, sides: Sequence[tuple[float, float]], begin: Sequence[float] | None, **how: Any
) -> tuple[float, ...] | None:
    """Two number fields for a point, the keyboard's alternative to a tap; None as long as one is empty.

    Args:
        key: of the fields.
        sides: lowest and highest number of both axes.
        begin: the point so far.
        how: further arguments of `st.number_input`.
    """
    found = []
    for at, (column, name, (low, high)) in enumerate(zip(st.columns(2), ("Across", "Up"), sides, strict=True)):
        label = f"{name}, {between(low, high)}"
        value = None if begin is None else begin[at]
        found.append(column.number_input(label, low, high, value, (high - low) / 100, "%g", f"{key}_{at}", **how))
    given = tuple(float(each) for each in found if each is not None)
    return given if len(given) == len(found) else None


def explain(of: ClassQuestion, why: str) -> None:
    """Send the explanation to the students' screens, from the teacher's, once the answer is revealed."""
    if of.is_teacher and of.revealed and of.asked is not None and of.asked.why != why:
        with tolerant(), suppress(ValueError):  # an explanation that is too long stays on the teacher's screen
            store().explain(of.me.code, of.me.secret, of.key, why)


def hand_in(of: ClassQuestion, answer: Answer) -> bool:
    """Submit this seat's answer, replacing its last one; False, with a message, if the room refused it."""
    if of.is_teacher:
        return False
    try:
        return of.mine == answer or store().submit_answer(of.me.code, of.me.seat, of.key, answer)
    except UnavailableError as error:
        st.warning(str(error), icon=None)
    except (EndedError, ValueError):
        pass
    return False


def collect(of: ClassQuestion, numbers: tuple[float, ...] | None, missing: str) -> tuple[float, ...] | None:
    """Submit a guess made in a picture (None: no guess) and confirm it; returns this seat's valid answer.

    `missing` is the message while there is no guess.
    """
    mine = of.mine if isinstance(of.mine, tuple) else None
    if of.instead:
        return None
    if of.is_teacher or of.revealed or numbers is None:
        if mine is None and not of.is_teacher and not of.revealed:
            with reminder_container():
                st.caption(missing)
        return mine
    if hand_in(of, numbers):
        st.caption(GUESS_IN)
    return numbers


def reminder_container() -> DeltaGenerator:
    """Container for the reminder that a guess is missing; a student's bar scrolls to it (scroll_to_answer.js)."""
    return st.container(key="room_waits")


def answers_html(of: ClassQuestion, covered: bool = False) -> str:
    """HTML of the class's answers, bars or a small plot; marks one's own and, unless `covered`, the right ones."""
    assert of.asked is not None
    if of.asked.kind == POINT:  # the points are drawn in the picture
        said = answer_plots.near(of.asked, of.curves) if of.revealed else count(len(of.curves), "point")
        return f'<div class="room-said"><p>{said}</p></div>'
    if of.asked.low:
        return answer_plots.guesses_plot(of.asked, of.curves)
    if of.asked.kind == WORDS:
        return vote_chart.words([each for each in of.answers if isinstance(each, str)])
    mine = (of.mine,) if isinstance(of.mine, int) else of.mine if isinstance(of.mine, tuple) else ()
    return vote_chart.html(
        of.asked.choices,
        vote_chart.tally(of.answers),
        right=() if covered else of.asked.rights,
        own=tuple(map(int, mine)),
        guesses=len(of.answers),
    )


def opening_words(round_: int) -> str:
    """The first words of a question.

    >>> opening_words(1), opening_words(2)
    ('Guess first.', 'Guess again, after you have talked about it.')
    """
    return "Guess first." if round_ == 1 else "Guess again, after you have talked about it."


def bounds(asked: RoomQuestion) -> str:
    """Range of allowed numbers in words."""
    return between(asked.low[0], asked.high[0])


def between(low: float, high: float) -> str:
    """The range between two bounds in words.

    >>> between(0, 60_000)
    'from 0 to 60,000'
    """
    return f"from {number(low, 6)} to {number(high, 6)}"
