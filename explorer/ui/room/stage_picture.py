"""The picture of a lesson's step after Reveal: the settings that show the answer, and those before."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

SHOWS = "_stage_shows"
"""Session key of the settings of this step's picture that show the answer, by key; {} where it needs none."""
_BEFORE = "_stage_before"
"""Session key of the settings before; None while the picture is that of the question."""
_NEXT = "_stage_next"
"""Session key of the settings that the next run begins with."""


def shows_answer() -> bool | None:
    """Whether the picture is that of the answer; None where question and answer have the same."""
    return st.session_state.get(_BEFORE) is not None if st.session_state.get(SHOWS) else None


def moved() -> frozenset[str]:
    """Keys of the settings that are not those of the step's link, while the picture shows the answer."""
    return frozenset(st.session_state.get(SHOWS, ()) if shows_answer() else ())


def switch(answer: bool | None = None) -> None:
    """Take the picture to the answer, or back; by default to the other one. To be called before controls are drawn."""
    state = st.session_state
    shows, before = state.get(SHOWS, {}), state.get(_BEFORE)
    if not shows or answer is (before is not None):
        return
    if before is None:
        state[_BEFORE] = {key: state[key] for key in shows if key in state}
        state[_NEXT] = {key: converted(value, state.get(key)) for key, value in shows.items()}
    else:
        state[_NEXT] = before
        state[_BEFORE] = None


def move() -> None:
    """Begin a run with the settings that `switch` has chosen; a control's value can be set only before it is drawn."""
    st.session_state.update(st.session_state.pop(_NEXT, {}))


def begin_step(shows: Mapping[str, str | tuple[str, ...]]) -> None:
    """Begin a step of the lesson, whose picture shows the answer with these settings."""
    st.session_state[SHOWS], st.session_state[_BEFORE] = dict(shows), None


def converted(text: str | tuple[str, ...], now: Any) -> Any:
    """A setting's text, as a link has it, as a value of the kind that its control holds now.

    >>> converted("3", 1), converted("59.5", 0.0), converted("true", False), converted("six", 1), converted("b", "a")
    (3, 59.5, True, 1, 'b')
    """
    if isinstance(text, tuple) or isinstance(now, list | tuple):
        return [text] if isinstance(text, str) else list(text)
    if isinstance(now, bool) or (now is None and text in ("true", "false")):
        return text == "true"
    if isinstance(now, int | float):
        try:
            return type(now)(text)
        except ValueError:
            return now
    return text
