"""A question that a class answers with a curve, or with a place in a picture: the teacher sees all as a cloud."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.rooms import Asked, AwayError, EndedError, FullError, NotTheTeacherError, Room
from explorer.rooms.told import CURVE
from explorer.ui.room.member import ASKED, OWN, Me, me, room, store

Curve = tuple[float, ...]
_ASKED_LAST = "_room_asked_last"
"""Which question, and in which round, the controls of a guess were last used for: by their keys."""


@dataclass(frozen=True)
class Drawing:
    """What the room has of a question that is drawn.

    Attributes:
        key: of the question.
        teaches: whether this is the teacher's screen, where nobody draws.
        revealed: whether what is true may be seen.
        round: 1, and one more each time the class is asked again.
        cloud: all curves, once the answer may be seen.
        mine: the curve that this seat has handed in.
        anew: whether this screen still holds a guess of an earlier round, or at another question: it is not to count.
    """

    key: str
    teaches: bool
    revealed: bool = False
    round: int = 1
    cloud: tuple[Curve, ...] = ()
    mine: Curve | None = None
    anew: bool = False


def drawing(
    key: str,
    question: str,
    *,
    low: Sequence[float],
    high: Sequence[float],
    truth: Sequence[float],
    own: Sequence[str],
    kind: str = CURVE,
) -> Drawing | None:
    """The question as the room has it; None where this browser answers alone.

    Args:
        key: of the question.
        question: in words.
        low: of each number, the smallest that can be drawn.
        high: the largest.
        truth: the numbers as they are; as many are drawn.
        own: keys of the controls that are each one's own, which don't follow the teacher's.
        kind: a curve, or a place (across, up).
    """
    mine = me()
    if mine is None:
        return None
    st.session_state[OWN] = (*st.session_state.get(OWN, ()), *own)
    try:
        now = room()
        if now is None:
            return None
        if mine.teaches:
            with suppress(NotTheTeacherError):
                store().ask_numbers(mine.code, mine.secret, key, question, low, high, truth, kind)
            st.session_state[ASKED] = key
            asked = store().room(mine.code).questions[key]
            return Drawing(key, True, asked.revealed, asked.round, _cloud(mine, key, asked))
        return _of_a_student(mine, now, key, tuple(map(float, low)), tuple(own))
    except (AwayError, EndedError):
        return Drawing(key, mine.teaches)
    except FullError as error:
        st.warning(f"{error} This one is not asked.", icon=None)
        return Drawing(key, mine.teaches)


def _of_a_student(mine: Me, now: Room, key: str, low: Curve, own: tuple[str, ...]) -> Drawing | None:
    asked = now.questions.get(key)
    if not mine.follows or asked is None or asked.low != low:
        return None
    drew = store().drew(mine.code, mine.seat, key, asked.round)
    last = st.session_state.setdefault(_ASKED_LAST, {})
    anew = drew is None and not asked.revealed and last.get(own, (key, 1)) != (key, asked.round)
    last[own] = key, asked.round
    return Drawing(key, False, asked.revealed, asked.round, _cloud(mine, key, asked), drew, anew)


def _cloud(mine: Me, key: str, asked: Asked) -> tuple[Curve, ...]:
    return tuple(store().drawn(mine.code, key, asked.round)) if asked.revealed else ()


def waits() -> DeltaGenerator:
    """A place for the words that a guess is still to be given: a student's bar leads there (sight.js)."""
    return st.container(key="room_waits")


def hand_in(of: Drawing, curve: Sequence[float]) -> bool:
    """Give this seat's curve to the room in place of its last one; False if it was not taken."""
    mine = me()
    if mine is None or mine.teaches:
        return False
    with suppress(AwayError, EndedError, ValueError):
        return of.mine == tuple(curve) or store().draw(mine.code, mine.seat, of.key, curve)
    return False
