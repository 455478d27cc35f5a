"""Text format of a lesson's answers and numbers, as a teacher types them: parsed and written back."""

from collections.abc import Sequence

from explorer.content.lesson.field_validation import LessonError, Number, number_from_plain, short, tolerance
from explorer.content.lesson.lesson_steps import Answer
from explorer.questions.read_number import TwoReadingsError, read
from explorer.tokenizers.split_lines import split_lines

KINDS = {
    "": "One answer, or the number",
    "words": "A few words",
    "map": "A sentence, on a map of the class",
    "point": "A point in the picture",
    "order": "All answers, put in order",
}
"""Form of a question's answer, by `Step.kind`."""
KIND_NEEDS = {
    "": "Without a right answer it is a poll.",
    "words": "You read each answer before the class sees it.",
    "map": "You read each sentence before it is on the map.",
    "point": "The right point is marked below. The screen needs a picture that phones can draw.",
    "order": "The class gets the answers mixed.",
}
"""What a teacher must know of each."""
_TICK = ". A right one begins with ✓ or *"
MARKED = {"": _TICK, "words": _TICK, "order": ", in their right order"}
"""How the right answers of each are marked."""
SIDES = "Or a number: lowest", "highest", "right one", "how far off is right"
"""Fields of a number."""


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


def read_number(sides: Sequence[str]) -> tuple[Number | None, float]:
    """Parse lowest, highest and right number (None: all are empty), and the tolerance, "" for none.

    >>> read_number(["0", "1,5", "0,5", ""]), read_number(["0", "100", "64", "2"]), read_number(["", "", "", ""])
    (((0.0, 1.5, 0.5), 0.0), ((0.0, 100.0, 64.0), 2.0), (None, 0.0))

    Raises:
        LessonError: one is missing or no number, or may mean two.
    """
    *numbers, within = map(str.strip, sides)
    if not any(numbers):
        return None, 0.0
    try:
        read_ones = [read(each).value for each in (*numbers, within or "0")]
    except TwoReadingsError as error:
        raise LessonError(f"The number: {error} Write that one.") from None
    except ValueError:
        raise LessonError(
            f"The number: expected lowest, highest and right one; got {short(', '.join(numbers))}."
        ) from None
    return number_from_plain(read_ones[:3], "The number"), tolerance(read_ones[3], "The number")
