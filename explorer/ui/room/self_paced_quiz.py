"""Quiz for a class, each student at their own pace: the teacher sees how many have answered, and how many correctly.

Students open it from `/join`; their browser sends the room how each question went (quiz_progress.js).
"""

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress

import streamlit as st

from explorer.questions import Question
from explorer.rooms import FullError, Room, RoomQuestion
from explorer.ui.room.class_answers import tally
from explorer.ui.room.membership import current, store, tolerant

RESULTS = ("right", "not right", "asked for the answer")
EACH = "_room_quiz_each"
"""Key of the teacher's switch that gives everybody numbers of their own."""
_OWN_NUMBERS = "own numbers each"
SIZE = "_room_quiz"
"""Session key of the number of questions in the current quiz, for the teacher's bar."""
KEY = "k_quiz_"
"""Prefix of the keys of its questions."""


def begin(topics: Sequence[str], name: str) -> None:
    """Start the quiz for the class, on the teacher's screen.

    Args:
        topics: of each question.
        name: of the quiz; another name restarts the count.
    """
    mine = current()
    if mine is None:
        return
    st.session_state[SIZE] = len(topics)
    which = _OWN_NUMBERS if st.session_state.get(EACH) else "the same numbers for all"
    words = {f"{KEY}{at}": f"Quiz {name}, {at}: {topic} ({which})" for at, topic in enumerate(topics, start=1)}
    questions = {key: Question(text, RESULTS, RESULTS[0], key=key) for key, text in words.items()}
    with tolerant(), suppress(FullError):
        store().ask(mine.code, mine.secret, questions, by_words=True)


def offer(room: Room) -> str:
    """Whose numbers the quiz has that students may open now: "common" or "own"; "" without a quiz."""
    first = room.questions.get(f"{KEY}1")
    if first is None or not room.link.startswith("./check"):
        return ""
    return "own" if _OWN_NUMBERS in first.prompt else "common"


def results(code: str, questions: Mapping[str, RoomQuestion], size: int) -> list[tuple[str, dict[int, int]]]:
    """Number and topic of each question of the quiz, and how many seats have had each result."""
    keys = [key for key in (f"{KEY}{at}" for at in range(1, size + 1)) if key in questions]
    return [(_topic(questions[key].prompt), tally(store().answers_by_seat(code, key, 1).values())) for key in keys]


def response_count(code: str, size: int, here: Set[str]) -> tuple[int, int]:
    """Response count of a quiz: answers given so far, and answers expected when all who are present have finished.

    Answers of seats that have left count; their open questions are not expected.
    """
    every = [set(store().answers_by_seat(code, f"{KEY}{at}", 1)) for at in range(1, size + 1)]
    return sum(map(len, every)), sum(len(guessers | here) for guessers in every)


def numbers_caption(questions: Mapping[str, RoomQuestion]) -> str:
    """Caption above the topics: whether all seats have the same numbers, or each its own."""
    first = questions.get(f"{KEY}1")
    own = first is not None and _OWN_NUMBERS in first.prompt
    return "Everybody has numbers of their own." if own else "Everybody has the same numbers."


def _topic(words: str) -> str:
    """Topic of a question, without the parts that all questions of a quiz share: its name, and whose numbers it has.

    >>> _topic("Quiz 1-10-, 2: Memory (the same numbers for all)")
    '2: Memory'
    """
    return words.partition(", ")[2].rpartition(" (")[0]
