"""Summary of a class's answers before and after discussion: as rows, as sentences, and as a CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from statistics import median
from typing import Any

from explorer.questions import CHOICE, WORDS
from explorer.rooms import Answer, RoomQuestion, RoomStore
from explorer.ui.room.vote_chart import again
from explorer.views.table import Table
from explorer.wording import count, number, share

Row = tuple[str, int, str, int, bool]
Miss = tuple[str, int, str, tuple[float, ...], float]
COLUMNS = ("lesson", "date", "step", "question", "seat", "round", "answer", "right", "right answer", "off by")
UNREAD = "(not let through)"
"""Cell of words that the teacher has not released."""
BOM = "\ufeff"
"""Byte order mark: Excel then reads a CSV as UTF-8."""
DECIMAL_COMMA = re.compile(
    r"(bg|cs|da|de(?!-CH|-LI)|el|es(?!-MX|-US)|et|fi|fr|hr|hu|id|is|it(?!-CH)|lt|lv|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sv|tr|uk"
    r"|vi)\b"
)
"""Locales whose numbers have a decimal comma."""


def answer_rows(store: RoomStore, code: str, questions: Mapping[str, RoomQuestion]) -> list[Row]:
    """(question, round, choice, seats, whether it is right) of every question with an answer."""
    found: list[Row] = []
    for key, question in questions.items():
        if question.low or question.form == WORDS:
            continue  # numbers are in `misses`; texts are neither right nor wrong
        for round_ in range(1, question.round + 1):
            answers = Counter(store.answers_by_seat(code, key, round_).values())
            if answers:
                found += [
                    (
                        question.prompt,
                        round_,
                        question.text(question.reply(each)),
                        answers[each],
                        question.is_right(each) is True,
                    )
                    for each in (range(len(question.choices)) if question.form == CHOICE else answers)
                ]
    return found


def misses(store: RoomStore, code: str, questions: Mapping[str, RoomQuestion]) -> list[Miss]:
    """(question, round, kind, numbers, error) of every numeric guess.

    The error of a curve is the mean over its points, that of a point its distance from the true one, for the teacher's
    own questions in shares of the axes.
    """
    found: list[Miss] = []
    for key, question in questions.items():
        for round_ in range(1, question.round + 1 if question.low else 1):
            guesses = [guess for guess in store.answers_by_seat(code, key, round_).values() if isinstance(guess, tuple)]
            kind = "share" if question.is_in_shares else question.form
            found += [(question.prompt, round_, kind, guess, question.error(guess)) for guess in sorted(guesses)]
    return found


def missed_sentences(found: Sequence[Miss]) -> list[str]:
    """For each question and round, a sentence on the number of guesses and the median error.

    >>> go_on = "How does it go on?", 1, "curve"
    >>> missed_sentences([(*go_on, (2.0, 3.0), 0.5), (*go_on, (2.0, 4.0), 1.0)])
    ['How does it go on? 2 curves; the middle error, a mean over the points, is 0.75.']
    >>> missed_sentences([("Where?", 2, "point", (2.0, 3.0), 1232.0)])
    ['Where? (asked again) 1 point; the middle error is 1,232.']
    """
    groups: dict[tuple[str, int, str], list[float]] = {}
    for question, round_, kind, _, miss in found:
        groups.setdefault((question, round_, kind), []).append(miss)
    return [
        f"{question}{again(round_)} {count(len(group), kind.replace('share', 'point'))}; "
        f"the middle error{', a mean over the points,' if kind == 'curve' else ''} is "
        f"{share(median(group)) if kind == 'share' else number(median(group), 4)}."
        for (question, round_, kind), group in groups.items()
    ]


def csv_of(
    store: RoomStore,
    code: str,
    questions: Mapping[str, RoomQuestion],
    notes: Mapping[str, Mapping[str, Any]],
    day: date,
    locale: str = "",
) -> bytes:
    """Every answer as a line of a CSV for spreadsheets: with a byte order mark, and without formulas.

    Seats are numbered in an order that is independent of who joined first.

    Args:
        store: the rooms.
        code: of the room.
        questions: those of the room, by key.
        notes: lesson and step of each, by key.
        day: of the lesson.
        locale: of the teacher's browser, such as "de-DE": its spreadsheet may take a point for a thousands separator.
    """
    comma = DECIMAL_COMMA.match(locale) is not None
    answers: dict[tuple[str, int], dict[str, Answer]] = {}
    for key in questions:
        for round_ in range(1, questions[key].round + 1):
            seen = store.visible_answers(code, key, round_)
            unread = dict.fromkeys(store.answers_by_seat(code, key, round_), UNREAD)
            answers[key, round_] = {**unread, **seen}
    seats = {seat: at for at, seat in enumerate(sorted({seat for each in answers.values() for seat in each}), start=1)}
    lines = []
    for (key, round_), given in answers.items():
        question, note = questions[key], notes.get(key, {})
        for seat, answer in sorted(given.items()):
            where = note.get("lesson", ""), day.isoformat(), note.get("step", "")
            lines.append((*where, question.prompt, seats[seat], round_, *_answer_cells(question, answer)))
    table = Table({name: [line[at] for line in lines] for at, name in enumerate(COLUMNS)}, "room")
    return (BOM + table.csv(comma)).encode()


def _answer_cells(question: RoomQuestion, answer: Answer) -> tuple[object, ...]:
    """Cells of an answer: its text, whether it is right, the right one, and its error."""
    right = {None: "", True: "yes", False: "no"}[question.is_right(answer)]
    if not question.low or not isinstance(answer, tuple):
        return question.text(question.reply(answer)), right, question.text(question.right), ""
    miss = question.error(answer)  # numeric guesses are never exactly right, so their error has its own column
    return _numbers(answer), right, _numbers(question.truth), _plain(float(f"{miss:.6g}"))


def _numbers(guess: Sequence[float]) -> object:
    """Cell of a numeric answer: one number stays a number, several become text."""
    return _plain(guess[0]) if len(guess) == 1 else f"({', '.join(f'{each:g}' for each in guess)})"


def _plain(value: float) -> float:
    """A whole number without its decimal point, which some spreadsheets would take for text.

    >>> _plain(64.0), _plain(0.5)
    (64, 0.5)
    """
    return int(value) if float(value).is_integer() else value
