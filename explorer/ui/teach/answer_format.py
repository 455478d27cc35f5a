"""Text format of a lesson's answers and numbers, as a teacher types them: parsed and written back."""

import re

from explorer.content.lesson.field_validation import LessonError, Number, number_from_plain, short, tolerance
from explorer.content.lesson.lesson_steps import Answer
from explorer.questions.read_number import TwoReadingsError, read
from explorer.tokenizers.split_lines import split_lines

KINDS = {
    "": "One answer, or the number",
    "several": "Several answers",
    "words": "A few words",
    "map": "A sentence, on a map of the class",
    "point": "A point in the picture",
    "order": "All answers, put in order",
}
"""Form of a question's answer, by `Step.kind`."""
KIND_NEEDS = {
    "": "With no answer marked as right it is a poll.",
    "several": "With no answer marked as right it is a poll.",
    "words": "You read each answer before the class sees it.",
    "map": "You read each sentence before it is on the map. Two answers to expect become the axes.",
    "point": "The right point is marked below. The screen needs a picture that phones can draw.",
    "order": "Write the answers in their right order. The class gets them mixed.",
}
"""What a teacher must know of each."""


def as_line(answer: Answer) -> str:
    """Format an answer as a line of the field.

    >>> as_line(Answer("three", "has counted", True))
    '✓ three | has counted'
    """
    return f"{'✓ ' if answer.right else ''}{answer.text}{' | ' if answer.tells else ''}{answer.tells}"


def read_answers(text: str) -> tuple[Answer, ...]:
    r"""Parse answers, one per line.

    >>> read_answers("✓ three | has counted\ntwo")
    (Answer(text='three', tells='has counted', right=True), Answer(text='two', tells='', right=False))

    Only what the Enter key writes ends a line, so an answer may hold any other character.

    >>> len(read_answers("one\u2028line"))
    1
    """
    found = []
    for line in split_lines(text):
        said, _, tells = line.partition("|")
        right = said.strip()[:1] in ("✓", "*")
        said = said.strip().lstrip("✓*").strip()
        if said:
            found.append(Answer(said, tells.strip(), right))
    return tuple(found)


def read_number(text: str) -> tuple[Number | None, float]:
    """Parse lowest, highest and right number (None: no number), and the tolerance.

    >>> read_number("0, 100, 64"), read_number("0; 1,5; 0,5; 0,1"), read_number(" ")
    (((0.0, 100.0, 64.0), 0.0), ((0.0, 1.5, 0.5), 0.1), (None, 0.0))

    Raises:
        LessonError: the text has another form, or one of its numbers may mean two.
    """
    if not text.strip():
        return None, 0.0
    spaced = text.split(";") if ";" in text else re.split(r",\s+", text.strip())
    sides = spaced if len(spaced) > 2 else text.split(",")
    try:
        numbers = [read(side).value for side in sides]
        if len(numbers) > 4:
            raise ValueError
        within = numbers[3] if len(numbers) == 4 else 0.0
        return number_from_plain(numbers[:3], "The number"), tolerance(within, "The number")
    except TwoReadingsError as error:
        raise LessonError(f"The number: {error} Write that one.") from None
    except ValueError as error:
        if isinstance(error, LessonError):
            raise
        raise LessonError(f"The number: expected lowest, highest, right (0, 100, 64); got {short(text)}.") from None
