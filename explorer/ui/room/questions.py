"""Question component of a room: the teacher's screen asks, each student answers, the teacher reveals to all.

One form for all kinds: a choice, a number, a point in a picture, a curve; the app's questions and the teacher's own.
Points and curves are given in the picture itself, which shows all answers once they may be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.rooms import Answer, EndedError, FullError, RoomQuestion, UnavailableError
from explorer.rooms.question_schema import choice
from explorer.ui.frame.verdict import say_answer
from explorer.ui.room import answer_plots, vote_chart
from explorer.ui.room.membership import ASKED, OWN, Participant, current, store, tolerant
from explorer.wording import number

GUESS_IN = "Your guess is in. You may change it until the teacher shows the answer to all."
_ASKED_LAST = "_room_asked_last"
"""Which question, and in which round, the controls of a guess were last used for: by their keys."""


@dataclass(frozen=True)
class ClassQuestion:
    """A question as the room has it.

    Attributes:
        key: of the question.
        me: who this browser is in the room.
        asked: the question; None while the room can't be reached: then the answer stays covered.
        mine: what this seat has answered.
        answers: of all seats, once the answer may be seen.
        stale: whether this screen still holds a guess of an earlier round, or at another question: it is not to count.
    """

    key: str
    me: Participant
    asked: RoomQuestion | None = None
    mine: Answer | None = None
    answers: tuple[Answer, ...] = ()
    stale: bool = False

    @property
    def teaches(self) -> bool:
        """Whether this is the teacher's screen, where nobody guesses."""
        return self.me.teaches

    @property
    def revealed(self) -> bool:
        """Whether the answer may be seen."""
        return self.asked is not None and self.asked.revealed

    @property
    def begins(self) -> str:
        """The first words of the question."""
        return begins(self.asked.round if self.asked is not None else 1)

    @property
    def curves(self) -> tuple[tuple[float, ...], ...]:
        """The answers that are made of numbers."""
        return tuple(answer for answer in self.answers if not isinstance(answer, int))


def ask(
    key: str, schema: Callable[[], dict[str, Any]], expected: Sequence[Any], own: Sequence[str] = ()
) -> ClassQuestion | None:
    """Ask the class on the teacher's screen; the question as the room has it, None where this browser answers alone.

    Args:
        key: of the question.
        schema: from `question_schema`; made on the teacher's screen only.
        expected: its choices, or the lowest numbers: a room that was asked otherwise is about another screen.
        own: keys of the controls that are each one's own, which don't follow the teacher's.
    """
    mine = current()
    if mine is None:
        return None
    st.session_state[OWN] = (*st.session_state.get(OWN, ()), *own)
    with tolerant():
        if mine.teaches:
            try:
                store().ask(mine.code, mine.secret, {key: schema()})
            except FullError as error:
                st.warning(f"{error} This one is not asked.", icon=None)
                return ClassQuestion(key, mine)
            st.session_state[ASKED] = key
        asked = store().room(mine.code).questions.get(key)
        if not mine.teaches and (not mine.follows or asked is None or (asked.choices or asked.low) != tuple(expected)):
            return None
        if asked is not None:
            return known(key, mine, asked, tuple(own))
    return ClassQuestion(key, mine)


def known(key: str, mine: Participant, asked: RoomQuestion, own: tuple[str, ...] = ()) -> ClassQuestion:
    """A question with this seat's answer, and with everybody's once it is revealed.

    Raises:
        UnavailableError: the room can't be reached.
    """
    answer = None if mine.teaches else store().answer_of(mine.code, mine.seat, key, asked.round)
    every = tuple(store().answers(mine.code, key, asked.round).values()) if asked.revealed else ()
    last = st.session_state.setdefault(_ASKED_LAST, {}) if own and not mine.teaches else {}
    stale = answer is None and not asked.revealed and last.get(own, (key, 1)) != (key, asked.round)
    last[own] = key, asked.round
    return ClassQuestion(key, mine, asked, answer, every, stale)


def together(
    key: str, question: str, options: Sequence[str], answer: Callable[[], str], because: Callable[[], str]
) -> tuple[tuple[str, ...], bool] | None:
    """A choice that the whole class makes: this browser's guess, and whether the answer may be seen.

    None where this browser answers alone.
    """
    of = ask(key, lambda: choice(question, options, (list(options).index(answer()),)), options)
    if of is None or of.asked is None:
        return None if of is None else ((), False)
    mine = options[of.mine] if isinstance(of.mine, int) else None
    with st.container(border=True, key=f"{key}_box"):
        if of.revealed:
            st.markdown(f"**The class has guessed.** {question}")
            st.html(answers_html(of))
            say_answer(options[of.asked.right], because(), mine, judged=not of.teaches)
        elif of.teaches:
            st.markdown(f"**{of.begins}** {question}")
            st.markdown("\n".join(f"- {option}" for option in options))
        else:
            form(of, f"**{of.begins}** {question}", options, horizontal=True)
    return () if mine is None else (mine,), of.revealed


@st.fragment
def form(of: ClassQuestion, label: str, options: Sequence[str] = (), horizontal: bool = False) -> None:
    """The choices, or a field for a number. A fragment: a class guesses in a few seconds, and nothing else changes."""
    assert of.asked is not None
    name = f"_room_{of.key}_{of.asked.round}"
    try:
        mine = store().answer_of(of.me.code, of.me.seat, of.key, of.asked.round)
    except UnavailableError as error:
        st.warning(str(error), icon=None)
        return
    given: Answer | None
    if of.asked.low:
        low, high = of.asked.low[0], of.asked.high[0]
        begin = mine[0] if isinstance(mine, tuple) else None
        said = st.number_input(label, low, high, value=begin, key=name, format="%g")
        given = None if said is None else (float(said),)
    else:
        begin = mine if isinstance(mine, int) else None
        given = st.radio(
            label, range(len(options)), index=begin, format_func=lambda at: options[at], key=name, horizontal=horizontal
        )
    if given is not None and hand_in(replace(of, mine=mine), given):
        st.caption(GUESS_IN)


def hand_in(of: ClassQuestion, answer: Answer) -> bool:
    """Give this seat's answer to the room in place of its last one; False, with a word why, if it was not taken."""
    if of.teaches:
        return False
    try:
        return of.mine == answer or store().answer(of.me.code, of.me.seat, of.key, answer)
    except UnavailableError as error:
        st.warning(str(error), icon=None)
    except (EndedError, ValueError):
        pass
    return False


def collect(of: ClassQuestion, numbers: tuple[float, ...] | None, missing: str) -> tuple[float, ...] | None:
    """Hand in what was given in a picture (None: nothing was) and say so; what counts for this seat.

    `missing` is said while nothing was given.
    """
    mine = of.mine if isinstance(of.mine, tuple) else None
    if of.teaches or of.revealed or numbers is None:
        if mine is None and not of.teaches and not of.revealed:
            with waits():
                st.caption(missing)
        return mine
    if hand_in(of, numbers):
        st.caption(GUESS_IN)
    return numbers


def waits() -> DeltaGenerator:
    """A container for the words that a guess is still to be given: a student's bar leads there (sight.js)."""
    return st.container(key="room_waits")


def answers_html(of: ClassQuestion, covered: bool = False) -> str:
    """What the class said, as bars or as a small picture; one's own and, unless `covered`, the right ones are named."""
    assert of.asked is not None
    if of.asked.low:
        return answer_plots.shown(of.asked, of.curves)
    mine = of.mine if isinstance(of.mine, int) else None
    right = () if covered else of.asked.rights
    return vote_chart.html(of.asked.choices, vote_chart.tally(of.answers), right=right, own=mine)


def begins(round_: int) -> str:
    """The first words of a question.

    >>> begins(1), begins(2)
    ('Guess first.', 'Guess again, after you have talked about it.')
    """
    return "Guess first." if round_ == 1 else "Guess again, after you have talked about it."


def bounds(asked: RoomQuestion) -> str:
    """From where to where a number may lie."""
    return f"from {number(asked.low[0], 6)} to {number(asked.high[0], 6)}"
