"""Settings of a quiz: set, seed, number of questions and topics, shared by all parts and the URL."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.quiz import LARGEST_SEED, LARGEST_SET, LEVELS, MOST, PATH, Request, quiz, topics_of
from explorer.quiz.printable_quiz import unlike
from explorer.ui.room import membership, self_paced_quiz

SEED, SIZE = 1, 10
_NOW, _DRAWS = "_k_request", 8
LEVEL_HELP = "“After the path” asks only what the guided path shows; “Course” asks everything."


def ask() -> Request:
    """Draw the controls in a folded container and return the quiz that they describe."""
    with st.expander("More settings: level, set, seed, number, topics", key="k_which"):
        level = (
            st.segmented_control(
                "Level", LEVELS, default=PATH, required=True, key="k_level", bind="query-params", help=LEVEL_HELP
            )
            or PATH
        )
        asked = topics_of(level)
        if set(st.session_state.get("k_topics") or ()) - set(asked):
            st.session_state["k_topics"] = [topic for topic in st.session_state["k_topics"] if topic in asked]
        left, middle, right = st.columns(3, vertical_alignment="bottom")
        chosen = ui.number(
            f"Set (which kinds are asked), 1 to {LARGEST_SET}",
            1,
            LARGEST_SET,
            1,
            key="k_set",
            container=left,
        )
        seed = ui.number("Seed (which numbers they have)", 0, LARGEST_SEED, SEED, key="k_seed", container=middle)
        size = ui.number(f"Questions, 1 to {MOST}", 1, MOST, SIZE, key="k_n", container=right)
        with st.container(horizontal=True):
            st.button("New numbers", key="k_new", on_click=new_seed, icon=":material/casino:")
            st.button("Other questions", key="k_other", on_click=new_set, icon=":material/shuffle:")
        topics = st.pills(
            "Topics (none chosen: all of them)", asked, selection_mode="multi", key="k_topics", bind="query-params"
        )
        if membership.is_teacher():
            st.toggle("Every student gets numbers of their own", key=self_paced_quiz.EACH)
    own_seed = self_paced_quiz.seed(int(seed), LARGEST_SEED)
    request = Request(own_seed, int(size), tuple(topic for topic in asked if topic in topics), int(chosen), level)
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
    if request.level != PATH:
        state["k_level"] = request.level
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
    """Arguments of the quiz's views."""
    return {
        "set_number": request.set_number,
        "seed": request.seed,
        "size": request.size,
        "topics": request.topics,
        "level": request.level,
    }
