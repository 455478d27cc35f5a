"""Settings of a quiz: set, seed, number of questions and topics, shared by all parts and the URL."""

import secrets
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.quiz import LARGEST_SET, QuizRequest
from explorer.quiz.quiz_sets import common
from explorer.views import check as views
from explorer.views.check.settings import AGAIN
from explorer.views.setting import settings_of

_NOW = "_k_request"
_QUESTIONS = 120
"""Questions that are tried for new numbers: twelve quizzes of the default size."""


def ask() -> QuizRequest:
    """Draw the controls in a folded container and return the quiz that they describe."""
    with st.expander("Other questions: level, how many, topics", key="k_which"):
        settings = ui.ask(views.quiz, "level", at=st.container())
        settings |= ui.ask(views.quiz, "set_number", "seed", "size", width=250)  # of the longest label
        with st.container(horizontal=True):
            st.button("New numbers", key="k_new", on_click=new_seed, icon=":material/casino:")
            st.button("Other questions", key="k_other", on_click=new_set, icon=":material/shuffle:")
        settings = ui.ask(views.quiz, "topics", at=st.container(), given=settings)
        if st.session_state.get(AGAIN.key) or AGAIN.key in st.query_params:
            settings = ui.ask(views.quiz, "again", at=st.container(), given=settings)
    request = QuizRequest(**settings)
    st.session_state[_NOW] = request
    return request


def new_seed() -> None:
    """New numbers for the same kinds."""
    _draw_seed(st.session_state[_NOW].set_number)


def new_set(again: Collection[str] = ()) -> None:
    """The next set, which chooses the kinds of question anew, with new numbers; the kinds `again` come first."""
    labels = AGAIN.labels({})
    st.session_state[AGAIN.key] = [label for kind, label in labels.items() if kind in again]
    _draw_seed(st.session_state[_NOW].set_number % LARGEST_SET + 1)


def _draw_seed(set_number: int) -> None:
    """Of a few seeds take one that repeats the fewest questions; it has four digits, to be read out in class."""
    now: QuizRequest = st.session_state[_NOW]
    repeats: dict[int, int] = {}
    while len(repeats) < max(1, _QUESTIONS // now.size) and 0 not in repeats.values():
        seed = secrets.randbelow(9000) + 1000
        repeats[seed] = common(now, replace(now, seed=seed, set_number=set_number, again=()))
    st.session_state["k_seed"] = min(repeats, key=lambda seed: repeats[seed])
    st.session_state["k_set"] = set_number
    st.session_state["k_at"] = "1"


def state_of(request: QuizRequest, at: int | None = None) -> dict[str, Any]:
    """URL parameters that restore a quiz at one of its questions."""
    state: dict[str, Any] = {}
    for name, setting in settings_of(views.quiz).items():
        value = getattr(request, name, setting.default)
        if setting.key == AGAIN.key:
            value = tuple(map(AGAIN.labels({}).__getitem__, value))
        if value != setting.default:
            state[setting.key] = list(value) if isinstance(value, tuple) else str(value)
    return state if at is None else state | {"k_at": str(at)}
