"""A teacher's own question as sent to a room: text and answers or number, without notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from explorer.content.lesson.field_validation import (
    LENGTHS,
    MAP,
    MOST_ANSWERS,
    POINT,
    WITHIN,
    WORDS,
    LessonError,
    Number,
    Point,
    answer_kind,
    bounded,
    number_from_plain,
    point_from_plain,
    tolerance,
)
from explorer.content.lesson.lesson_steps import settings_from_plain

MOST_MESSAGE = 8_000
"""Maximum characters of the browser's message with a question, its answers and their notes."""


@dataclass(frozen=True)
class OwnQuestion:
    """A question for a class.

    Attributes:
        text: the question.
        answers: choices; of a map its two axes, if it has any; () for other kinds.
        right: indices of the right answers; () for an opinion poll.
        number: lowest, highest and right value of a numeric question.
        kind: "several" for any number of choices, "words" for free text, "map" for sentences on a map, "point" for
            a point in the picture.
        within: tolerance of a number; of a point as a share of the axes.
        why: explanation, shown after the reveal.
        covered: whether the picture is hidden until then.
        point: lowest, highest and right value of both axes, for a point.
    """

    text: str
    answers: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    number: Number | None = None
    kind: str = ""
    within: float = 0.0
    why: str = ""
    covered: bool = False
    point: Point | None = None

    @property
    def key(self) -> str:
        """Key of the question in a room, independent of its position in the lesson.

        >>> OwnQuestion("Why?", ("a", "b")).key == OwnQuestion("Why?", ("a", "b"), (1,)).key != OwnQuestion("Why?").key
        True
        """
        asks = [self.text, self.answers, (self.number or ())[:2], *([self.kind] if self.kind else [])]
        asks += [side[:2] for side in self.point or ()]
        return f"l_own_{crc32(json.dumps(asks).encode()):08x}"


@dataclass(frozen=True)
class Note:
    """Context of a question for the report: lesson, step, and what each wrong answer tells."""

    lesson: str = ""
    step: str = ""
    tells: tuple[tuple[str, str], ...] = ()


def read_note(message: Any) -> Note:
    """Parse the context of a message's question.

    >>> read_note('{"lesson": "Bags", "step": "2. A sum", "answers": [["yes", true, ""], ["no", false, "Guesses."]]}')
    Note(lesson='Bags', step='2. A sum', tells=(('no', 'Guesses.'),))

    Raises:
        LessonError: malformed message.
    """
    raw = _message(message)
    lesson, step = (
        bounded(raw.get(name, ""), f"The {name}", LENGTHS["title"] + room)
        for name, room in (("lesson", 0), ("step", 4))
    )
    tells = ((text, tells) for text, right, tells in _answers(raw.get("answers", [])) if tells and not right)
    return Note(lesson, step, tuple(tells))


def read_shown(message: Any) -> dict[str, str | tuple[str, ...]]:
    """Parse the settings of the picture that shows the answer.

    >>> read_shown('{"question": "Which?", "shows": {"token": "2"}}')
    {'token': '2'}

    Raises:
        LessonError: malformed message.
    """
    return settings_from_plain(_message(message).get("shows") or {}, "The answer's picture")


def read(message: Any) -> OwnQuestion | None:
    """Parse the question in a message from a teacher's browser; None if the step has none.

    >>> read('{"question": "Which?", "answers": [["a", true], ["b", false]]}').right
    (0,)
    >>> read('{"question": "How many?", "number": [0, 10, 4]}').number
    (0.0, 10.0, 4.0)
    >>> read('{"question": "What do you see?"}') is None
    True

    Raises:
        LessonError: malformed question.
    """
    raw = _message(message)
    text = bounded(raw.get("question", ""), "The question", LENGTHS["question"]).strip()
    number = number_from_plain(raw.get("number"), "The question")
    answers = _answers(raw.get("answers", []))
    kind, within = answer_kind(raw.get("kind", ""), "The question"), tolerance(raw.get("within", 0), "The question")
    point = point_from_plain(raw.get("point"), "The question") if kind == POINT else None
    if not text:
        return None
    why = bounded(raw.get("why", ""), "The explanation", LENGTHS["why"]).strip()
    more: dict[str, Any] = {"why": why, "covered": raw.get("covered") is True}
    if kind == WORDS:
        return OwnQuestion(text, kind=kind, **more)
    if kind == MAP:
        return OwnQuestion(text, tuple(said for said, *_ in answers) if len(answers) == 2 else (), kind=kind, **more)
    if kind == POINT:
        return OwnQuestion(text, kind=kind, within=within or WITHIN, point=point, **more) if point else None
    if number is None and len(answers) < 2:
        return None
    if number is not None:
        return OwnQuestion(text, number=number, within=within, **more)
    if len({said for said, *_ in answers}) < len(answers):
        raise LessonError("Two answers to this question are the same. Change one of them on Teach, then present again.")
    right = tuple(at for at, (_, is_right, _) in enumerate(answers) if is_right)
    return OwnQuestion(text, tuple(said for said, *_ in answers), right, kind=kind, **more)


def _message(message: Any) -> dict[str, Any]:
    if not isinstance(message, str) or len(message) > MOST_MESSAGE:
        raise LessonError(f"Expected a question of at most {MOST_MESSAGE:,} characters with its answers. Shorten it.")
    try:
        raw = json.loads(message)
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        raise LessonError("Expected a question of the lesson, got something else.")
    return raw


def _answers(raw: Any) -> Sequence[tuple[str, bool, str]]:
    if not isinstance(raw, list) or len(raw) > MOST_ANSWERS:
        raise LessonError(f"Expected at most {MOST_ANSWERS} answers.")
    found = []
    for each in raw:
        if not isinstance(each, list) or len(each) not in (2, 3) or not isinstance(each[1], bool):
            raise LessonError("Expected each answer as [text, true or false, what it tells].")
        text, tells = (
            bounded(each[0], "An answer", LENGTHS["answer"]),
            bounded(each[2] if each[2:] else "", "An answer", LENGTHS["tells"]),
        )
        found.append((text, each[1], tells))
    return found
