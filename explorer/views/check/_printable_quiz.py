"""Printable quiz sheets with the same kinds of question and different numbers on each."""

from __future__ import annotations

from typing import Any, Unpack

from explorer.quiz import LARGEST_SEED, QuizRequest
from explorer.quiz import quiz as questions_of
from explorer.quiz.printable_quiz import html, unlike, variants
from explorer.views.check.settings import OfQuiz
from explorer.views.setting import Int, Switch, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, verb

MOST = 40
"""Maximum number of sheets."""
NUMBER: Any = Whole(
    f"Sheets, 1 to {MOST}",
    1,
    1,
    lambda others: min(MOST, LARGEST_SEED - others["seed"] + 1),
    typed=True,
    key="k_sheets",
    help=f"Each sheet takes the next seed, up to {LARGEST_SEED:,}.",
    about="of sheets; each takes the next seed",
)
ANSWERS: Any = Switch(
    "With answers and explanations",
    False,
    key="k_answers",
    about="whether answers and explanations are printed beside the questions",
)


@picture(variants, html)
def sheets(*, number: Int = NUMBER, answers: bool = ANSWERS, **shared: Unpack[OfQuiz]) -> View:
    """The questions of every sheet, with consecutive seeds.

    >>> sheets(size=3, topics=("Memory",), number=2).sentence[:48]
    '3 of 3 questions read differently on every sheet'
    """
    request = QuizRequest(**shared)
    every = variants(request, number)
    each_sheet, differ = len(questions_of(request)), unlike(every)
    says = f"One sheet with {count(each_sheet, 'question')}."
    if number > 1:
        says = (
            f"{differ} of {count(each_sheet, 'question')} {verb(differ, 'reads', 'read')} differently on every sheet"
            + ("." if differ == each_sheet else "; a question with few numbers to draw can come out alike on two.")
        )
    rows = [(one, at, each) for one in every for at, each in enumerate(questions_of(one), start=1)]

    def table() -> Table:
        columns = {
            "seed": [one.seed for one, _, _ in rows],
            "number": [at for _, at, _ in rows],
            "topic": [each.topic for _, _, each in rows],
            "question": [each.prompt for _, _, each in rows],
            "choices": ["; ".join(each.choices) for _, _, each in rows],
        }
        if answers:
            columns |= {"the answer": [q.text(q.right) for _, _, q in rows], "why": [q.reason for _, _, q in rows]}
        return Table(columns, "sheets", folded=("the answer", "why"))

    return View(None, says, table)
