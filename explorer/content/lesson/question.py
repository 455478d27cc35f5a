"""A teacher's own question as it travels to a room: the question and its answers or its number, without the notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from explorer.content.lesson.bounds import LENGTHS, MOST_ANSWERS, LessonError, Number, bounded, number_from_plain

MOST_MESSAGE = 4_000
"""Characters of a question with all its answers, as the browser sends it."""


@dataclass(frozen=True)
class OwnQuestion:
    """What a class is asked.

    Attributes:
        text: the question.
        answers: to choose from; () where a number is asked for.
        right: numbers of the right answers; () where it is a matter of opinion.
        number: lowest, highest and right number, where one is asked for.
    """

    text: str
    answers: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    number: Number | None = None

    @property
    def key(self) -> str:
        """Of the question in a room: the same for the same question, whatever its place in the lesson.

        >>> OwnQuestion("Why?", ("a", "b")).key == OwnQuestion("Why?", ("a", "b"), (1,)).key != OwnQuestion("Why?").key
        True
        """
        return f"l_own_{crc32(json.dumps([self.text, self.answers, (self.number or ())[:2]]).encode()):08x}"


def read(message: Any) -> OwnQuestion | None:
    """The question in a message from a teacher's browser; None where the step asks nothing that can be collected.

    >>> read('{"question": "Which?", "answers": [["a", true], ["b", false]]}')
    OwnQuestion(text='Which?', answers=('a', 'b'), right=(0,), number=None)
    >>> read('{"question": "How many?", "number": [0, 10, 4]}').number
    (0.0, 10.0, 4.0)
    >>> read('{"question": "What do you see?"}') is None
    True

    Raises:
        LessonError: it is not a question of ours.
    """
    if not isinstance(message, str) or len(message) > MOST_MESSAGE:
        raise LessonError(f"Expected a question of at most {MOST_MESSAGE:,} characters with its answers. Shorten it.")
    try:
        told = json.loads(message)
    except (ValueError, RecursionError):
        raise LessonError("Expected a question of the lesson, got something else.") from None
    if not isinstance(told, dict):
        raise LessonError("Expected a question of the lesson, got something else.")
    text = bounded(told.get("question", ""), "The question", LENGTHS["question"]).strip()
    number = number_from_plain(told.get("number"), "The question")
    answers = _answers(told.get("answers", []))
    if not text or (number is None and len(answers) < 2):
        return None
    if number is not None:
        return OwnQuestion(text, number=number)
    if len({said for said, _ in answers}) < len(answers):
        raise LessonError("Two answers to this question are the same. Change one of them on Teach, then present again.")
    right = tuple(at for at, (_, is_right) in enumerate(answers) if is_right)
    return OwnQuestion(text, tuple(said for said, _ in answers), right)


def _answers(told: Any) -> Sequence[tuple[str, bool]]:
    if not isinstance(told, list) or len(told) > MOST_ANSWERS:
        raise LessonError(f"Expected at most {MOST_ANSWERS} answers.")
    found = []
    for each in told:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[1], bool):
            raise LessonError("Expected each answer as [text, true or false].")
        found.append((bounded(each[0], "An answer", LENGTHS["answer"]), each[1]))
    return found
