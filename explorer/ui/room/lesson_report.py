"""HTML report of a lesson, to print or keep: every question, the class's answers, and what they indicate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from statistics import median
from typing import Any

from explorer.questions import CURVE
from explorer.rooms import Answer, RoomQuestion, RoomStore
from explorer.ui.room import answer_plots, answer_summary, vote_chart
from explorer.wording import count, number

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
_BARS = vote_chart.CSS.replace(vote_chart.BAR, "#6E7C89")


def files(store: RoomStore, code: str, day: date, locale: str) -> dict[str, str]:
    """The report and the table of a room, by their file names; {} before anybody has answered."""
    questions = store.room(code).questions
    if not any(_rounds(store, code, key, question) for key, question in questions.items()):
        return {}
    known = store, code, questions, store.steps(code), day
    return {
        f"lesson-{day}.html": html(*known),
        f"lesson-{day}.csv": answer_summary.csv_of(*known, locale).decode("utf-8"),
    }


def html(
    store: RoomStore,
    code: str,
    questions: Mapping[str, RoomQuestion],
    notes: Mapping[str, Mapping[str, Any]],
    day: date,
) -> str:
    """The report as one HTML file without external resources, seats or names; arguments: `answer_summary.csv_of`."""
    lessons = list(dict.fromkeys(note["lesson"] for note in notes.values() if note.get("lesson")))
    title = escape(" · ".join(lessons) or "A lesson with the Embedding Explorer")
    parts = [
        _section(store, code, key, question, notes.get(key, {}))
        for key, question in questions.items()
        if _rounds(store, code, key, question)
    ]
    head = f"{day:%-d %B %Y}, {count(store.seats(code), 'student')}, {count(len(parts), 'question')} answered."
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_BARS}{answer_plots.CSS}{_CSS}</style></head><body><h1>{title}</h1><p>{head}</p>"
        f"{''.join(parts)}</body></html>"
    )


def _rounds(store: RoomStore, code: str, key: str, question: RoomQuestion) -> dict[int, tuple[Answer, ...]]:
    """The answers that may be seen of each round that has any."""
    return {
        round_: tuple(store.visible_answers(code, key, round_).values())
        for round_ in range(1, question.round + 1)
        if store.answers_by_seat(code, key, round_)
    }


def _section(store: RoomStore, code: str, key: str, question: RoomQuestion, note: Mapping[str, Any]) -> str:
    rounds = _rounds(store, code, key, question)
    text = f'<p class="step">{escape(note["step"])}</p>' if note.get("step") else ""
    text += f"<h2>{escape(question.prompt)}</h2>"
    for round_, answers in rounds.items():
        text += "" if round_ == 1 else f"<h3>Asked again{'' if round_ == 2 else f', round {round_}'}</h3>"
        text += _answers_text(question, answers)
        if hidden := len(store.answers_by_seat(code, key, round_)) - len(answers):
            text += f"<p>{count(hidden, 'answer')} not let through.</p>"
    if question.choices:
        text += _right(question)
    if question.reason and key.startswith("l_own_"):
        text += f"<p>{escape(question.reason)}</p>"
    chosen = set(vote_chart.tally(answer for answers in rounds.values() for answer in answers))
    tells = [(said, told) for said, told in note.get("tells", ()) if _was_given(question, said, chosen)]
    if tells:
        text += f"<h3>What the {'wrong ' if question.rights or question.low else ''}answers tell</h3><ul>"
        text += "".join(f"<li><strong>{escape(said)}</strong>: {escape(told)}</li>" for said, told in tells) + "</ul>"
    return f"<section>{text}</section>"


def _answers_text(question: RoomQuestion, answers: Sequence[Answer]) -> str:
    """HTML of the class's answers in one round."""
    seen = answer_plots.of_round(question, answers, truth=True)
    if not question.low or question.is_in_shares:
        return seen
    off = median(question.error(answer) for answer in answers if isinstance(answer, tuple))
    mean = ", a mean over the points," if question.form == CURVE else ""
    return f"{seen}<p>The middle error{mean} is {number(off, 4)}.</p>"


def _right(question: RoomQuestion) -> str:
    if not question.rights:
        return "<p>No answer is marked as the right one.</p>"
    return f"<p>Right: <strong>{escape(question.text(question.right))}</strong></p>"


def _was_given(question: RoomQuestion, said: str, chosen: set[int]) -> bool:
    """Whether anybody chose this answer; true for an expected answer that is not among the choices."""
    return said not in question.choices or question.choices.index(said) in chosen
