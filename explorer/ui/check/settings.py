"""Set, seed, number of questions and topics: what makes a quiz, the same on every part and in its address."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from explorer import ui
from explorer.quiz import LARGEST_SEED, LARGEST_SET, MOST, TOPICS, Request
from explorer.ui.room import class_quiz, membership

SEED, SIZE = 1, 10


def ask() -> Request:
    """Show the controls, folded, and return the quiz that they describe."""
    with st.expander("Which questions: set, seed, number, topics", key="k_which"):
        left, middle, right = st.columns(3, vertical_alignment="bottom")
        chosen = ui.number(
            f"Set (which kinds are asked), 1 to {LARGEST_SET}", 1, LARGEST_SET, 1, key="k_set", called="set", place=left
        )
        seed = ui.number(
            "Seed (which numbers they have)", 0, LARGEST_SEED, SEED, key="k_seed", called="seed", place=middle
        )
        size = ui.number(f"Questions, 1 to {MOST}", 1, MOST, SIZE, key="k_n", called="number of questions", place=right)
        with st.container(horizontal=True):
            st.button("New numbers", key="k_new", on_click=new_seed, icon=":material/casino:")
            st.button("Other questions", key="k_other", on_click=new_set, icon=":material/shuffle:")
        topics = st.pills(
            "Topics (none chosen: all of them)", TOPICS, selection_mode="multi", key="k_topics", bind="query-params"
        )
        if membership.teaches():
            st.toggle("Every student gets numbers of their own", key=class_quiz.EACH)
    own_seed = class_quiz.seed(int(seed), LARGEST_SEED)
    return Request(own_seed, int(size), tuple(topic for topic in TOPICS if topic in topics), int(chosen))


def new_seed() -> None:
    """Other numbers for the same kinds; seeds of four digits are read out in class without a mistake."""
    st.session_state["k_seed"] = secrets.randbelow(9000) + 1000
    st.session_state["k_at"] = "1"


def new_set() -> None:
    """Other kinds: the next set."""
    st.session_state["k_set"] = int(st.session_state["k_set"]) % LARGEST_SET + 1
    st.session_state["k_at"] = "1"


def state_of(request: Request, at: int | None = None) -> dict[str, object]:
    """The parameters of the address that bring a quiz back, at one of its questions."""
    state: dict[str, object] = {}
    if request.set_number != 1:
        state["k_set"] = str(request.set_number)
    if request.seed != SEED:
        state["k_seed"] = str(request.seed)
    if request.size != SIZE:
        state["k_n"] = str(request.size)
    if request.topics:
        state["k_topics"] = list(request.topics)
    if at is not None:
        state["k_at"] = str(at)
    return state


def arguments(request: Request) -> dict[str, Any]:
    """A quiz as the settings of its views."""
    return {
        "set_number": request.set_number,
        "seed": request.seed,
        "size": request.size,
        "topics": request.topics,
    }
