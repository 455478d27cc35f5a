"""What a wrong statement is, with the measurement that settles it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.quiz.question import Show

IT_IS_RIGHT = "It is right as it stands."


@dataclass(frozen=True)
class Misconception:
    """A statement, and what settles it.

    Attributes:
        name: a word or three.
        said: the statement, in our words.
        setting: what it is asked about, with the numbers drawn: what is right has to hold there.
        where: where it was met, and the address of that ("" for one of several course texts).
        right: what is so, in one sentence; a choice in the quiz.
        other: another statement that is wrong as well; a choice in the quiz.
        settled: the measurement, in words.
        columns: the numbers behind it.
        show: the picture.
        source: who else says so, and the address; ("", "") where the measurement is enough.
        given: the numbers drawn.
    """

    name: str
    setting: str
    said: str
    where: tuple[str, str]
    right: str
    other: str
    settled: str
    columns: Mapping[str, Sequence[object]]
    show: Show
    source: tuple[str, str]
    given: Mapping[str, object]
