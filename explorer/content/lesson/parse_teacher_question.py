"""A teacher's own question of a lesson's step, as sent to a room, without the notes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from explorer.content.lesson.field_validation import LENGTHS, MAP, WITHIN, LessonError, bounded
from explorer.content.lesson.lesson_steps import LessonStep, step_from_plain
from explorer.questions import ORDER, POINT, WORDS, Question

MOST_MESSAGE = 8_000
"""Maximum characters of the browser's message with a question, its answers and their notes."""


@dataclass(frozen=True)
class Note:
    """Context of a question: lesson, step, what each wrong answer tells, for the report; whether it has no picture."""

    lesson: str = ""
    step: str = ""
    tells: tuple[tuple[str, str], ...] = ()
    bare: bool = False


def own_question(step: LessonStep) -> Question | None:
    """The question of a step as a class gets it; None if it has none.

    An order is given in the order in which its answers stand. The order in which they are offered and the key, which
    students get before the reveal, do not depend on it.

    >>> from dataclasses import replace
    >>> from explorer.content.lesson.lesson_steps import Answer
    >>> step = LessonStep("", "home", {}, "Which?", answers=(Answer("a", right=True), Answer("b")))
    >>> own_question(step).rights, own_question(replace(step, kind="order")).right
    ((0,), ('a', 'b'))

    Raises:
        LessonError: two of its answers are the same.
    """
    in_order = texts = tuple(answer.text for answer in step.answers)
    if step.kind == ORDER:
        texts = tuple(sorted(texts, key=lambda text: crc32(text.encode())))
    number = (step.number,) if step.number and step.kind not in (WORDS, MAP, POINT) else ()
    point = step.point or () if step.kind == POINT else ()
    low, high, right = zip(*(number or point), strict=True) if number or point else ((), (), ())
    offered = () if number or step.kind in (WORDS, MAP, POINT) else texts
    if not step.question.strip() or (step.kind == POINT and not point):
        return None
    prompt = step.question.strip()
    if not number and step.kind not in (WORDS, MAP, POINT) and len(texts) < 2:
        return None
    asks: list[Any] = [prompt, offered, (step.number or ())[:2] if number else (), *([step.kind] if step.kind else [])]
    asks += [side[:2] for side in point]
    key = f"l_own_{crc32(json.dumps(asks).encode()):08x}"
    more: dict[str, Any] = {"key": key, "why": step.why.strip(), "covered": step.covered, "comma": step.comma}
    rights = tuple(answer.text for answer in step.answers if answer.right)
    if step.kind in (WORDS, MAP):
        expected = () if step.kind == MAP else rights
        return Question(prompt, (), expected, form=WORDS, mapped=step.kind == MAP, **more)
    if number or point:
        slack = step.within or (WITHIN if point else 0.0)
        truth = right if point else right[0]
        return Question(prompt, (), truth, low=low, high=high, slack=slack, tolerance=0, form=step.kind, **more)
    if len(set(texts)) < len(texts):
        raise LessonError("Two answers to this question are the same. Change one of them on Teach, then present again.")
    if step.kind == ORDER:
        return Question(prompt, texts, in_order, form=ORDER, **more)
    return Question(prompt, texts, rights, form=step.kind, **more)


def read(message: Any) -> tuple[Question | None, Note, Mapping[str, str | tuple[str, ...]]]:
    """Parse a step in a message from a teacher's browser: its question, the question's context for the report, and the
    settings that take its picture to the answer.

    >>> question, note, _ = read('{"question": "Which?", "answers": [["a", "", true], ["b", "Guesses.", false]]}')
    >>> question.rights, note.tells
    ((0,), (('b', 'Guesses.'),))

    Raises:
        LessonError: malformed message.
    """
    if not isinstance(message, str) or len(message) > MOST_MESSAGE:
        raise LessonError(f"Expected a question of at most {MOST_MESSAGE:,} characters with its answers. Shorten it.")
    try:
        raw = json.loads(message)
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        raise LessonError("Expected a question of the lesson, got something else.")
    step = step_from_plain({**raw, "page": "home", "state": {}}, ("home",), "The question")
    lesson, title = (
        bounded(raw.get(name, ""), f"The {name}", LENGTHS["title"] + room)
        for name, room in (("lesson", 0), ("step", 4))
    )
    tells = tuple(
        (answer.text, answer.tells)
        for answer in step.answers
        if answer.tells and not answer.right and step.kind != POINT
    )
    return own_question(step), Note(lesson, title, tells, step.bare), step.shows
