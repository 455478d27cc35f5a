"""Scripts of the page "Check yourself": each prints the questions, answers or numbers that the screen shows."""

from __future__ import annotations

from typing import Any

Frozen = Any
"""A frozen dataclass of `explorer.quiz`: this package writes requests down and does not know what they are."""


def _request(request: Frozen) -> str:
    which = f"topics={request.topics!r}, set_number={request.set_number}"
    return f"Request(seed={request.seed}, size={request.size}, {which})"


def quiz(request: Frozen) -> str:
    """Every question of a quiz with its answer and explanation."""
    return f"""from explorer.quiz import Request, quiz, said

for number, question in enumerate(quiz({_request(request)}), start=1):
    print(number, question.topic, "-", question.prompt)
    for choice in question.choices or question.items:
        print("   ", choice)
    print("  answer:", said(question, question.answer))
    print("  why:", question.why)
    for mistake in question.mistakes:
        print("  known mistake:", said(question, mistake.reply), "-", mistake.name)
"""


def sheet(request: Frozen, sheets: int, answers: bool) -> str:
    """The sheets as Markdown; the other files are one call each."""
    return f"""from explorer.quiz import Request
from explorer.quiz.moodle import moodle
from explorer.quiz.sheet import html, markdown, variants

sheets = variants({_request(request)}, {sheets})
print(markdown(sheets, answers={answers}))
print(len(html(sheets, answers={answers})), "characters of HTML,", len(moodle(sheets)), "of Moodle XML")
"""


def misconception(name: str) -> str:
    """A statement, what is so, and the numbers behind it."""
    return f"""from explorer.quiz.misconceptions import found

statement = found({name!r})
print(statement.said)
print(statement.right)
print(statement.settled)
for column, values in statement.columns.items():
    print(column, list(values))
"""
