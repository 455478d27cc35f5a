"""A question that a whole class answers: the teacher's screen asks it, each student guesses, the teacher reveals."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import streamlit as st

from explorer.rooms import Asked, AwayError, EndedError, FullError, NotTheTeacherError
from explorer.ui.room import bars
from explorer.ui.room.member import ASKED, Me, me, room, store
from explorer.wording import right_guess

Answered = tuple[tuple[str, ...], bool]
"""What this browser guessed, and whether the answer may be seen."""


def together(
    key: str, question: str, options: Sequence[str], answer: Callable[[], str], because: Callable[[], str]
) -> Answered | None:
    """The question as the room has it; None where this browser answers alone.

    While the room can't be reached, nothing is asked, and the answer stays covered: the bar says why.
    """
    mine = me()
    if mine is None:
        return None
    try:
        return _in_room(mine, key, question, options, answer, because)
    except AwayError:
        return (), False


def _in_room(
    mine: Me, key: str, question: str, options: Sequence[str], answer: Callable[[], str], because: Callable[[], str]
) -> Answered | None:
    now = room()
    if now is None:
        return None
    if mine.teaches:
        return (), _asks(mine, key, question, options, answer(), because)
    asked = now.questions.get(key)
    if not mine.follows or asked is None or asked.choices != tuple(options):
        return None
    return _answers(mine, key, question, asked, because)


def _asks(mine: Me, key: str, question: str, options: Sequence[str], right: str, because: Callable[[], str]) -> bool:
    try:
        store().ask(mine.code, mine.secret, key, question, tuple(options), list(options).index(right))
        asked = store().room(mine.code).questions[key]
    except (EndedError, NotTheTeacherError):
        return False
    except FullError as error:
        st.warning(f"{error} This one is not asked.", icon=None)
        return False
    st.session_state[ASKED] = key
    with st.container(border=True, key=f"{key}_box"):
        if not asked.revealed:
            st.markdown(f"**{begins(asked.round)}** {question}")
            st.markdown("\n".join(f"- {option}" for option in options))
            return False
        _class_guessed(mine, key, question, asked)
        st.success(f"{right}. {because()}", icon=None)
    return True


def _answers(mine: Me, key: str, question: str, asked: Asked, because: Callable[[], str]) -> Answered:
    own = store().guessed(mine.code, mine.seat, key, asked.round)
    with st.container(border=True, key=f"{key}_box"):
        if asked.revealed:
            _class_guessed(mine, key, question, asked, own)
            right = asked.choices[asked.right]
            if own == asked.right:
                st.success(right_guess(right, because()), icon=None)
            elif own is None:
                st.info(f"The answer: **{right}**. {because()}", icon=None)
            else:
                st.info(f"Your guess: “{asked.choices[own]}”. The answer: **{right}**. {because()}", icon=None)
        else:
            _choose(mine, key, question, asked)
    return () if own is None else (asked.choices[own],), asked.revealed


@st.fragment
def _choose(mine: Me, key: str, question: str, asked: Asked) -> None:
    """The choices. A fragment, for a class guesses in a few seconds, and nothing else on the page changes by it."""
    try:
        own = store().guessed(mine.code, mine.seat, key, asked.round)
        guess = st.radio(
            f"**{begins(asked.round)}** {question}",
            asked.choices,
            index=own,
            key=f"_room_{key}_{asked.round}",
            horizontal=True,
        )
        if guess is None:
            return
        with contextlib.suppress(EndedError, ValueError):
            if store().guess(mine.code, mine.seat, key, asked.choices.index(guess)):
                st.caption("Your guess is in. You may change it until the teacher shows the answer to all.")
    except AwayError as error:
        st.warning(str(error), icon=None)


def begins(round_: int) -> str:
    """The first words of a question.

    >>> begins(1), begins(2)
    ('Guess first.', 'Guess again, after you have talked about it.')
    """
    return "Guess first." if round_ == 1 else "Guess again, after you have talked about it."


def _class_guessed(mine: Me, key: str, question: str, asked: Asked, own: int | None = None) -> None:
    st.markdown(f"**The class has guessed.** {question}")
    st.html(bars.html(asked.choices, store().tally(mine.code, key, asked.round), right=asked.rights, own=own))
