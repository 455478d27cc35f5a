"""A question that the teacher wrote for this step of a lesson: the room collects its answers as it does a picture's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import streamlit as st

from explorer.content.as_typed import as_typed
from explorer.content.lesson.question import OwnQuestion
from explorer.rooms import Asked, AwayError, EndedError, FullError, NotTheTeacherError
from explorer.rooms.told import NUMBER
from explorer.ui.room import bars, clouds
from explorer.ui.room.member import Me, me, room, store
from explorer.wording import number


def teaches() -> bool:
    """Whether this is the teacher's screen of a room."""
    mine = me()
    return mine is not None and mine.teaches


LATER = "_room_ask_later"
"""Whether the question of this page waits until the class has been taken here."""


def ask(question: OwnQuestion | None, page: str) -> None:
    """On the teacher's screen: put the question to the room, and show its choices; None: there is none now.

    Not before the room is on this page: on the one that is about to be left a student would begin to type.
    """
    mine = me()
    if mine is None or not mine.teaches:
        return
    try:
        now = room()
        if now is None:
            return
        if question is None:
            if now.own:
                store().no_own(mine.code, mine.secret)
            return
        if now.page != page:
            st.session_state[LATER] = True
            return
        _put(mine, question)
        _shown(mine, question, store().room(mine.code).questions[question.key])
    except (EndedError, NotTheTeacherError, AwayError):
        return  # the bar says why
    except FullError as error:
        st.warning(f"{error} Your question is not asked.", icon=None)
    except ValueError as error:  # more than a room holds
        st.warning(f"{error}. Your question is not asked.", icon=None)


def _put(mine: Me, of: OwnQuestion) -> None:
    if of.number is None:
        store().ask(mine.code, mine.secret, of.key, of.text, of.answers, *of.right, own=True)
        return
    low, high, right = of.number
    store().ask_numbers(mine.code, mine.secret, of.key, of.text, (low,), (high,), (right,), NUMBER, own=True)


def _shown(mine: Me, of: OwnQuestion, asked: Asked) -> None:
    """What the class sees of it on the projector, below the question that the lesson's line shows."""
    with st.container(key="room_written"):
        if asked.revealed:
            _answer(mine, asked)
        elif asked.low:
            st.markdown(f"A number from {number(asked.low[0], 6)} to {number(asked.high[0], 6)}.")
        else:
            st.markdown("\n".join(f"- {as_typed(answer)}" for answer in of.answers))


def answer() -> None:
    """On a student's screen: the question that the teacher shows now, until it is revealed; then what all said."""
    mine = me()
    if mine is None or mine.teaches or not mine.follows:
        return
    with suppress(AwayError, EndedError):
        now = room()
        asked = now.questions.get(now.own) if now is not None else None
        if now is None or asked is None:
            return
        with st.container(border=True, key="room_written"):
            st.markdown(f"**{as_typed(asked.words)}**")
            if asked.revealed:
                _answer(mine, asked, now.own)
            else:
                _guess(mine, now.own, asked)


@st.fragment
def _guess(mine: Me, key: str, asked: Asked) -> None:
    """The choices, or a field for a number. A fragment: nothing else on the page changes by a guess."""
    name = f"_room_{key}_{asked.round}"
    try:
        if asked.low:
            drew = store().drew(mine.code, mine.seat, key, asked.round)
            said = st.number_input(
                f"Your number, from {number(asked.low[0], 6)} to {number(asked.high[0], 6)}",
                asked.low[0],
                asked.high[0],
                value=drew[0] if drew else None,
                key=name,
                format="%g",
            )
            taken = said is not None and _taken(lambda: store().draw(mine.code, mine.seat, key, (float(said),)))
        else:
            chosen = st.radio(
                "Your answer",
                range(len(asked.choices)),
                index=store().guessed(mine.code, mine.seat, key, asked.round),
                format_func=lambda at: as_typed(asked.choices[at]),
                key=name,
            )
            taken = chosen is not None and _taken(lambda: store().guess(mine.code, mine.seat, key, chosen))
    except AwayError as error:
        st.warning(str(error), icon=None)
        return
    if taken:
        st.caption("Your guess is in. You may change it until the teacher shows the answer to all.")


def _taken(give: Callable[[], bool]) -> bool:
    with suppress(EndedError, ValueError):
        return give()
    return False


def _answer(mine: Me, asked: Asked, key: str = "") -> None:
    """What the class said, and which answer is right; `key`: of a student's question, to name their own guess."""
    at = key or store().room(mine.code).own
    if asked.low:
        st.markdown(f"**The class has guessed.** The right answer is **{number(asked.truth[0], 6)}**.")
        if key and (drew := store().drew(mine.code, mine.seat, key, asked.round)):
            st.markdown(f"Your number: **{number(drew[0], 6)}**.")
        st.html(clouds.shown(asked, store().drawn(mine.code, at, asked.round)))
        return
    own = store().guessed(mine.code, mine.seat, key, asked.round) if key else None
    st.markdown("**The class has guessed.**" + ("" if asked.rights else " No answer is marked as the right one."))
    st.html(bars.html(asked.choices, store().tally(mine.code, at, asked.round), right=asked.rights, own=own))
