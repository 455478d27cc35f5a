"""Settings shared by the views of a quiz: which questions it asks."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from explorer.quiz import KINDS, LARGEST_SEED, LARGEST_SET, LEVELS, MOST, PATH, topics_of
from explorer.quiz.quiz_sets import Level
from explorer.views.setting import Choice, Int, Several, Whole

Reply = str | list[str]
"""Type of a reply: a text, or items in an order; "" if the visitor asked for the answer."""

LEVEL: Any = Choice(
    "Level",
    PATH,
    LEVELS,
    key="k_level",
    help="“After the path” asks only what the guided path shows; “Course” asks everything.",
    about="whether all kinds of question are asked, or only what a chapter of the guided path shows",
)
SET: Any = Whole(
    f"Set (which kinds are asked), 1 to {LARGEST_SET}",
    1,
    1,
    LARGEST_SET,
    typed=True,
    key="k_set",
    about="selects the kinds of question",
)
SEED: Any = Whole(
    "Seed (which numbers they have)",
    1,
    0,
    LARGEST_SEED,
    typed=True,
    key="k_seed",
    about="of the numbers in the questions",
)
SIZE: Any = Whole(f"Questions, 1 to {MOST}", 10, 1, MOST, typed=True, key="k_n", about="number of questions")
TOPICS: Any = Several(
    "Topics (none chosen: all of them)",
    (),
    lambda others: topics_of(others["level"]),
    least=0,
    pills=True,
    key="k_topics",
    about="whose questions are asked; () for all",
)
AGAIN: Any = Several(
    "First what went wrong",
    (),
    {name: name.replace("-", " ") for name in KINDS},
    least=0,
    key="k_first",
    about="kinds of question that come first, such as those that were answered wrongly before",
)


class OfQuiz(TypedDict, total=False):
    """The fields of `QuizRequest`."""

    level: Annotated[Level, LEVEL]
    set_number: Annotated[Int, SET]
    seed: Annotated[Int, SEED]
    size: Annotated[Int, SIZE]
    topics: Annotated[tuple[str, ...], TOPICS]
    again: Annotated[tuple[str, ...], AGAIN]
