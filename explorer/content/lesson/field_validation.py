"""Validation of a lesson's fields, since anybody may have written it."""

import reprlib
from typing import Any

from explorer.questions import ORDER, POINT, WORDS

MOST_STEPS = 40
MOST_ANSWERS = 8
MOST_MINUTES = 90
MOST_TIME = 300
MOST_SETTINGS = 40
MOST_AIMS = 6
MOST_NUMBER = 1e15
LENGTHS = {"title": 80, "question": 400, "say": 1_500, "answer": 160, "tells": 400, "why": 600, "setting": 1_500}
LENGTHS |= {"aim": 160, "closing": 300, "block": 40}
"""Most characters of each kind of text."""
MAP = "map"
KINDS = WORDS, POINT, ORDER, MAP
"""Kinds of answers besides one choice and a number; those of a map are sentences."""
Number = tuple[float, float, float]
"""Numeric answer: lowest and highest possible value, and the right one."""
Point = tuple[Number, Number]
"""Answer by a point in a picture: the same for the x and the y axis."""
WITHIN = 0.1
"""Default tolerance of a point, as a share of each axis."""


class LessonError(ValueError):
    """An invalid lesson; the message is for the teacher."""


def number_from_plain(raw: Any, where: str) -> Number | None:
    """Parse lowest, highest and right number, finite and in this order; None without them.

    >>> number_from_plain([0, 100, 64], "Step 1"), number_from_plain(None, "Step 1")
    ((0.0, 100.0, 64.0), None)

    Raises:
        LessonError: says what was expected and what was given.
    """
    if raw is None or raw == []:
        return None
    sane = isinstance(raw, list) and len(raw) == 3
    if not sane or not all(type(side) in (int, float) and abs(side) < MOST_NUMBER for side in raw):
        raise LessonError(f"{where}: expected a number as lowest, highest, right; got {short(raw)}.")
    low, high, right = map(float, raw)
    if not low < high or not low <= right <= high:
        raise LessonError(
            f"{where}: expected the lowest number first, then the highest, then the right one between them; got "
            f"{low:g}, {high:g}, {right:g}."
        )
    return low, high, right


def point_from_plain(raw: Any, where: str) -> Point | None:
    """Parse both axes of a point, each as in `number_from_plain`; None without one.

    >>> point_from_plain([[0, 10, 4], [-1, 1, 0.5]], "Step 1"), point_from_plain([], "Step 1")
    (((0.0, 10.0, 4.0), (-1.0, 1.0, 0.5)), None)

    Raises:
        LessonError: says what was expected and what was given.
    """
    if raw is None or raw == []:
        return None
    sides = [number_from_plain(side, where) for side in raw] if isinstance(raw, list) and len(raw) == 2 else []
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        raise LessonError(f"{where}: expected a point as two numbers, across and up; got {short(raw)}.")
    return sides[0], sides[1]


def answer_kind(raw: Any, where: str) -> str:
    """Validate the kind of an own question's answers.

    Raises:
        LessonError: unknown kind.
    """
    if raw == "several":  # of earlier versions: each right one is right alone now
        return ""
    if raw not in ("", *KINDS):
        raise LessonError(f"{where}: expected one of {', '.join(KINDS)} for how it is answered, got {short(raw)}.")
    return str(raw)


def tolerance(raw: Any, where: str) -> float:
    """Validate a tolerance.

    Raises:
        LessonError: not a valid number.
    """
    if type(raw) not in (int, float) or not 0 <= raw < MOST_NUMBER:
        raise LessonError(f"{where}: expected how far off the number may be, 0 or more; got {short(raw)}.")
    return float(raw)


def bounded(value: Any, where: str, most: int) -> str:
    """Validate a text of at most `most` characters; `where` begins the error message.

    Raises:
        LessonError: not such a text.
    """
    if not isinstance(value, str):
        raise LessonError(f"{where}: expected a text, got {type(value).__name__}.")
    if len(value) > most:
        raise LessonError(f"{where}: expected at most {most:,} characters, got {len(value):,}. Shorten it.")
    if any("\ud800" <= letter <= "\udfff" or (letter < " " and letter not in "\n\t") for letter in value):
        raise LessonError(f"{where}: it holds a damaged character or a control character. Type the text again.")
    return value


def short(value: Any) -> str:
    """A value in a message, as text; in Markdown it needs `escape_markdown`.

    >>> short([0, 100]), short("a" * 31), short("a" + chr(0))
    ('“[0, 100]”', '“aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…”', '“a?”')
    """
    text = reprlib.repr(value) if isinstance(value, (list, dict)) else str(value)  # limits the depth
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"“{text[:30]}{'…' if len(text) > 30 else ''}”"
