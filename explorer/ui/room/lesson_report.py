"""A lesson's results: an HTML report to print or keep, and every answer as a table for spreadsheets."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from typing import Any

from explorer.questions import NUMBER, POINT, WORDS
from explorer.rooms import Answer, RoomQuestion, RoomStore
from explorer.ui.room import class_answers
from explorer.views.table import Table
from explorer.wording import count

_CSS = """
:root {--explorer-line: #8793a0; --explorer-strong: #005a8f; color-scheme: light;}
body {font: 12pt/1.4 "Source Sans 3", "Segoe UI", Arial, sans-serif; color: #14202b; background: #fff;
  max-width: 180mm; margin: 1.5rem auto; padding: 0 1rem;}
h1 {font-size: 1.5rem; margin-bottom: .2rem;} h2 {font-size: 1.1rem; margin: 0;}
h3 {font-size: 1rem; margin: .5rem 0 0;}
section {break-inside: avoid; border-top: 1px solid #8793a0; padding: .8rem 0;}
p, ul {margin: .3rem 0;} .step {font-size: 11pt;}
@page {size: A4; margin: 15mm;} @media print {body {margin: 0; max-width: none;} .bar i {print-color-adjust: exact;}}
"""
_BARS = class_answers.CSS.replace(class_answers.BAR, "#6E7C89")
COLUMNS = (
    "lesson",
    "date",
    "step",
    "question",
    "seat",
    "round",
    "answer",
    "right",
    "right answer",
    "off by",
    "kept from before",
)
UNREAD = "(not shown)"
"""Cell of words that the teacher has not released."""
BOM = "\ufeff"
"""Byte order mark: Excel then reads a CSV as UTF-8."""
DECIMAL_COMMA = re.compile(
    r"(bg|cs|da|de(?!-CH|-LI)|el|es(?!-MX|-US)|et|fi|fr|hr|hu|id|is|it(?!-CH)|lt|lv|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sv|tr|uk"
    r"|vi)\b"
)
"""Locales whose numbers have a decimal comma."""


def files(store: RoomStore, code: str, day: date, locale: str) -> dict[str, str]:
    """The report and the table of a room, by their file names; {} before anybody has answered."""
    questions = store.room(code).questions
    if not any(_rounds(store, code, key, question) for key, question in questions.items()):
        return {}
    known = store, code, questions, store.steps(code), day
    return {
        f"lesson-{day}.html": html(*known),
        f"lesson-{day}.csv": csv_of(*known, locale).decode("utf-8"),
    }


def html(
    store: RoomStore,
    code: str,
    questions: Mapping[str, RoomQuestion],
    notes: Mapping[str, Mapping[str, Any]],
    day: date,
) -> str:
    """The report as one HTML file without external resources, seats or names; arguments: `csv_of`."""
    lessons = list(dict.fromkeys(note["lesson"] for note in notes.values() if note.get("lesson")))
    title = escape(" · ".join(lessons) or "A lesson with the Embedding Explorer")
    parts = [
        _section(store, code, key, question, notes.get(key, {}))
        for key, question in questions.items()
        if key in notes or _rounds(store, code, key, question)
    ]
    every = (store.answers_by_seat(code, key, at) for key in questions for at in range(1, questions[key].round + 1))
    head = f"{day:%-d %B %Y}, {count(len(set().union(*every)), 'student')}, {count(len(parts), 'question')}."
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_BARS}{_CSS}</style></head><body><h1>{title}</h1><p>{head}</p>"
        f"{''.join(parts)}</body></html>"
    )


def _rounds(store: RoomStore, code: str, key: str, question: RoomQuestion) -> dict[int, tuple[Answer, ...]]:
    """The answers that may be seen of each round, as the class has seen them: with the guesses that were kept."""
    return {
        round_: tuple(store.counted_answers(code, key, round_).values())
        for round_ in range(1, question.round + 1)
        if any(store.seats_by_round(code, key, round_))
    }


def _section(store: RoomStore, code: str, key: str, question: RoomQuestion, note: Mapping[str, Any]) -> str:
    rounds = _rounds(store, code, key, question)
    text = f'<p class="step">{escape(note["step"])}</p>' if note.get("step") else ""
    text += f"<h2>{escape(question.prompt)}</h2>"
    text += "" if rounds else "<p>Nobody answered.</p>"
    for round_, answers in rounds.items():
        text += "" if round_ == 1 else f"<h3>Asked again{'' if round_ == 2 else f', round {round_}'}</h3>"
        seats = store.seats_by_round(code, key, round_)
        text += class_answers.html(question, answers, again=class_answers.again_text(seats))
        if question.form == POINT:
            text += class_answers.points(question, [each for each in answers if isinstance(each, tuple)])
        if hidden := len(set().union(*seats)) - len(answers):
            text += f"<p>{count(hidden, 'answer')} not shown.</p>"
    if question.form not in (WORDS, NUMBER):  # which have theirs among the answers
        right = escape(question.text(question.right))
        text += f"<p>Right: <strong>{right}</strong></p>" if right else "<p>No answer is marked as the right one.</p>"
    if question.reason and key.startswith("l_own_"):
        text += f"<p>{escape(question.reason)}</p>"
    chosen = {answer for answers in rounds.values() for answer in answers}
    tells = [(said, meaning) for said, meaning in note.get("tells", ()) if _was_given(question, said, chosen)]
    if tells:
        text += f"<h3>What the {'wrong ' if question.rights or question.low else ''}answers tell</h3><ul>"
        text += (
            "".join(f"<li><strong>{escape(said)}</strong>: {escape(meaning)}</li>" for said, meaning in tells) + "</ul>"
        )
    return f"<section>{text}</section>"


def _was_given(question: RoomQuestion, said: str, chosen: set[Answer]) -> bool:
    """Whether anybody chose this answer, or may have said it: it is expected, and not among the choices."""
    if said not in question.choices:
        return question.form != POINT
    return question.choices.index(said) in chosen


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
    """
    comma = DECIMAL_COMMA.match(locale) is not None
    answers: dict[tuple[str, int], dict[str, Answer]] = {}
    every: dict[tuple[str, int], list[set[str]]] = {}
    for key in questions:
        for round_ in range(1, questions[key].round + 1):
            seen = store.counted_answers(code, key, round_)
            every[key, round_] = store.seats_by_round(code, key, round_)
            unread = dict.fromkeys(set().union(*every[key, round_]), UNREAD)
            answers[key, round_] = {**unread, **seen}
    seats = {seat: at for at, seat in enumerate(sorted({seat for each in answers.values() for seat in each}), start=1)}
    lines = []
    for (key, round_), given in answers.items():
        question, note = questions[key], notes.get(key, {})
        for seat, answer in sorted(given.items()):
            where = note.get("lesson", ""), day.isoformat(), note.get("step", "")
            kept = "" if seat in every[key, round_][-1] else "yes"
            lines.append((*where, question.prompt, seats[seat], round_, *_answer_cells(question, answer), kept))
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
    return _plain(guess[0]) if len(guess) == 1 else f"({', '.join(f'{each:g}' for each in guess)})"


def _plain(value: float) -> float:
    """A whole number without its decimal point, which some spreadsheets would take for text.

    >>> _plain(64.0), _plain(0.5)
    (64, 0.5)
    """
    return int(value) if float(value).is_integer() else value
