"""Settings of a quiz: set, seed, number of questions and topics, shared by all parts and the URL."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.quiz import LARGEST_SET, Request, quiz
from explorer.quiz.printable_quiz import unlike
from explorer.ui.room import membership, self_paced_quiz
from explorer.views import check as views
from explorer.views.setting import settings_of

_NOW, _DRAWS = "_k_request", 8


def ask() -> Request:
    """Draw the controls in a folded container and return the quiz that they describe."""
    with st.expander("More settings: level, set, seed, number, topics", key="k_which"):
        asked = ui.ask(views.quiz, "level", at=st.container())
        asked |= ui.ask(views.quiz, "set_number", "seed", "size", width=250)  # of the longest label
        with st.container(horizontal=True):
            st.button("New numbers", key="k_new", on_click=new_seed, icon=":material/casino:")
            st.button("Other questions", key="k_other", on_click=new_set, icon=":material/shuffle:")
        asked = ui.ask(views.quiz, "topics", at=st.container(), given=asked)
        if membership.current() is not None:
            st.toggle("Every student gets numbers of their own", key=self_paced_quiz.EACH)
    request = Request(**asked)
    st.session_state[_NOW] = request
    return request


def new_seed() -> None:
    """New numbers for the same kinds; a seed has four digits, short enough to read out in class."""
    now: Request = st.session_state[_NOW]
    for _ in range(_DRAWS):  # some kinds have few numbers: draw until no question repeats
        seed = secrets.randbelow(9000) + 1000
        if unlike([now, replace(now, seed=seed)]) == len(quiz(now)):
            break
    st.session_state["k_seed"] = seed
    st.session_state["k_at"] = "1"


def new_set() -> None:
    """Next set, with some other kinds of question, and a seed that repeats no question word for word, if one does."""
    now: Request = st.session_state[_NOW]
    st.session_state["k_set"] = later = now.set_number % LARGEST_SET + 1
    asked = {question.prompt for question in quiz(now)}
    for _ in range(_DRAWS):
        seed = secrets.randbelow(9000) + 1000
        if not asked & {question.prompt for question in quiz(replace(now, seed=seed, set_number=later))}:
            break
    st.session_state["k_seed"] = seed
    st.session_state["k_at"] = "1"


def state_of(request: Request, at: int | None = None) -> dict[str, Any]:
    """URL parameters that restore a quiz at one of its questions."""
    state: dict[str, Any] = {}
    for name, setting in settings_of(views.quiz).items():
        value = getattr(request, name, setting.default)
        if value != setting.default:
            state[setting.key] = list(value) if isinstance(value, tuple) else str(value)
    return state if at is None else state | {"k_at": str(at)}
