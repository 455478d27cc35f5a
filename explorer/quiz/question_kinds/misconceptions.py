"""Misconceptions: a wrong statement, and what the numbers say. The statements are those of `quiz.misconceptions`."""

from collections.abc import Callable

import numpy as np

from explorer.questions import Mistake, Question
from explorer.quiz.misconceptions import ALL, IT_IS_RIGHT, Misconception
from explorer.quiz.question import kind, mixed

TOPIC = "Misconceptions"


def build_question(found: Misconception, rng: np.random.Generator) -> Question:
    """Question on a statement; one time in three the quoted statement is the right one."""
    true = int(rng.integers(3)) == 0
    quoted, answer = (found.right, IT_IS_RIGHT) if true else (found.said, found.right)
    other = found.said if true else found.right
    wrong = (
        (Mistake(found.said, found.name, "It is often written, but a measurement contradicts it."),)
        if true
        else (Mistake(IT_IS_RIGHT, found.name, "It is often written, but a measurement contradicts it."),)
    )
    source = f" To read: {found.source}." if found.source else ""
    return Question(
        f"{found.setting} Somebody writes: “{quoted}” What do the numbers say?",
        answer=answer,
        why=f"{found.settled} It is written so in {found.where}.{source}",
        show=found.show,
        given={**found.given, "true": true},
        choices=(*mixed(rng, other, found.other), IT_IS_RIGHT),
        mistakes=(*wrong, Mistake(found.other, "Wrong in another way", "The numbers don’t say that either.")),
    )


def _enter(name: str, make: Callable[[np.random.Generator], Misconception]) -> None:
    def question(rng: np.random.Generator) -> Question:
        return build_question(make(rng), rng)

    kind(TOPIC, f"said-{name}")(question)


for _name, _make in ALL.items():
    _enter(_name, _make)
