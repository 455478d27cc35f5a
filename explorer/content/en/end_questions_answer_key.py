"""Answer key of the path's end: one or two points for each of the questions for the next day.

The numbers are those of the steps' answers; `chapter_order.ANSWERED` names the steps.
"""

from collections.abc import Callable

from explorer.content.en import shared_page_questions
from explorer.content.en.chapters import maps, past_trained_length, positions
from explorer.content.en.chapters.waves import POSITION
from explorer.content.en.task_feedback.maps import NEAR, WORD
from explorer.content.en.task_feedback.waves import PER_TURN
from explorer.positional_encodings.sine_cosine import mirror
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.wording import share

Points = Callable[[], tuple[str, ...]]


def _token() -> tuple[str, ...]:
    return (
        "A piece of text: a word, a part of one, a sign. It has a number of its own, its id.",
        "Nobody chose the pieces: what stood together most often was joined.",
    )


def _row() -> tuple[str, ...]:
    return (
        "An id is only a name, and nobody can calculate with it; with a row of numbers one can.",
        "The id alone picks the row, so it is the same in every sentence.",
    )


def _meaning() -> tuple[str, ...]:
    return (
        "They are random at first. After each guess of the next word they are nudged towards a better one.",
        "Words that are used alike are nudged alike, and so often end near each other.",
    )


def _positions() -> tuple[str, ...]:
    first, second = positions.FIRST, positions.SECOND
    return (
        f"Added up, the rows of “{first}” and “{second}” are the same: the order is lost.",
        "With the numbers of its position added, a word is not the same everywhere.",
    )


def _waves() -> tuple[str, ...]:
    found = mirror(POSITION, PER_TURN)
    return (
        f"One sine can stand for two positions, such as {found.position} and {found.other}.",
        "With the cosine you have the whole tip of the hand, and each position of a turn has its own.",
    )


def _flat() -> tuple[str, ...]:
    kept, width = maps.spread_kept()
    return (
        f"Little: two of {width} directions, with {share(kept, 1, 2)} of the spread.",
        f"So dots can only seem near: of the {NEAR} rows nearest to “{WORD}”, {maps.neighbours_drawn()} are among its "
        "nearest dots.",
    )


def _too_long() -> tuple[str, ...]:
    after, all_after = past_trained_length.counted("sinusoidal")[1]
    return (
        f"Learned: the rows are 0 to {TRAIN_LEN - 1}, so there is no row {TRAIN_LEN}.",
        f"Waves: there is a row, but training never used it. Of {all_after} letters {after} are in real words.",
    )


ANSWER_POINTS: dict[str, Points] = {
    shared_page_questions.PIECE: _token,
    shared_page_questions.ROW: _row,
    shared_page_questions.MEANING: _meaning,
    shared_page_questions.WHY_POSITIONS: _positions,
    shared_page_questions.WHY_TWO_WAVES: _waves,
    shared_page_questions.TOO_LONG: _too_long,
    shared_page_questions.FLAT_PICTURE: _flat,
}
"""Points of a good answer, by question."""
