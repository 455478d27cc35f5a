"""Seed, number of questions and topics: what makes a quiz, the same on every part of the page and in its address."""

from __future__ import annotations

import secrets

import streamlit as st

from explorer import ui
from explorer.quiz import LARGEST_SEED, MOST, TOPICS, Request
from explorer.ui.room import class_quiz, membership

SEED, SIZE = 1, 10
SEED_LABEL = "Seed (the same seed makes the same quiz)"


def ask() -> Request:
    """Show the controls, folded, and return the quiz that they describe."""
    with st.expander("Which questions: seed, number, topics", key="k_which"):
        left, middle, right = st.columns([1, 1, 1], vertical_alignment="bottom")
        seed = ui.number(SEED_LABEL, 0, LARGEST_SEED, SEED, key="k_seed", called="seed", place=left)
        size = ui.number(
            f"Questions, 1 to {MOST}", 1, MOST, SIZE, key="k_n", called="number of questions", place=middle
        )
        right.button("New numbers", key="k_new", on_click=new_seed, icon=":material/casino:", width="stretch")
        topics = st.pills(
            "Topics (none chosen: all of them)", TOPICS, selection_mode="multi", key="k_topics", bind="query-params"
        )
        if membership.teaches():
            st.toggle("Every student gets numbers of their own", key=class_quiz.EACH)
    own_seed = class_quiz.seed(int(seed), LARGEST_SEED)
    return Request(own_seed, int(size), tuple(topic for topic in TOPICS if topic in topics))


def new_seed() -> None:
    """Another seed; those of four digits are read out in class without a mistake."""
    st.session_state["k_seed"] = secrets.randbelow(9000) + 1000
    st.session_state["k_at"] = "1"


def state_of(request: Request, at: int | None = None) -> dict[str, object]:
    """The parameters of the address that bring a quiz back, at one of its questions."""
    state: dict[str, object] = {}
    if request.seed != SEED:
        state["k_seed"] = str(request.seed)
    if request.size != SIZE:
        state["k_n"] = str(request.size)
    if request.topics:
        state["k_topics"] = list(request.topics)
    if at is not None:
        state["k_at"] = str(at)
    return state
