"""Data type of a misconception with its refutation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.questions import Show

IT_IS_RIGHT = "It is right as it stands."


@dataclass(frozen=True)
class Misconception:
    """A wrong statement, and the measurement that refutes it.

    Attributes:
        name: one to three words.
        said: the statement, in our words.
        setting: conditions with the drawn numbers, under which `right` must hold.
        where: source and URL ("" for one of several course texts).
        right: the truth, in one sentence; a choice in the quiz.
        other: another wrong statement; a choice in the quiz.
        settled: the measurement, in words.
        columns: the numbers behind it.
        show: the picture.
        source: a publication and its URL; ("", "") if the measurement suffices.
        given: the drawn numbers.
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
