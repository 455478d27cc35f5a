"""Printable quiz sheets with the same kinds of question and different numbers on each."""

from __future__ import annotations

from explorer.quiz import COURSE, LARGEST_SEED, Request, answer_text
from explorer.quiz import quiz as questions_of
from explorer.quiz.printable_quiz import html, markdown, unlike, variants
from explorer.views.table import Table
from explorer.views.view import View, picture, whole_number
from explorer.wording import count, verb

MOST = 40
"""Maximum number of sheets."""


@picture(variants, markdown, html)
def sheets(
    *,
    set_number: int = 1,
    seed: int = 1,
    size: int = 10,
    topics: tuple[str, ...] = (),
    level: str = COURSE,
    number: int = 1,
    answers: bool = False,
) -> View:
    """The questions of every sheet, with consecutive seeds.

    Args:
        set_number: selects the kinds of question.
        seed: of the numbers on the first sheet.
        size: questions on a sheet.
        topics: of `explorer.quiz.TOPICS`; empty for all of them.
        level: "Course", or "After the path": only what a chapter of the guided path shows.
        number: of sheets.
        answers: whether answers and explanations are printed beside the questions.

    >>> sheets(size=3, topics=("Memory",), number=2).sentence[:48]
    '3 of 3 questions read differently on every sheet'
    """
    whole_number("number", number, 1, MOST)
    request = Request(seed, size, topics, set_number, level)
    if seed > LARGEST_SEED - number + 1:
        raise ValueError(
            f"Expected a seed of at most {LARGEST_SEED - number + 1:,} for {count(number, 'sheet')}, since each sheet "
            f"takes the next one; got {seed:,}. Choose a lower seed, or fewer sheets."
        )
    every = variants(request, number)
    asked, differ = len(questions_of(request)), unlike(every)
    says = f"One sheet with {count(asked, 'question')}."
    if number > 1:
        says = f"{differ} of {count(asked, 'question')} {verb(differ, 'reads', 'read')} differently on every sheet" + (
            "." if differ == asked else "; a question with few numbers to draw can come out alike on two."
        )
    rows = [(one, at, each) for one in every for at, each in enumerate(questions_of(one), start=1)]

    def table() -> Table:
        columns = {
            "seed": [one.seed for one, _, _ in rows],
            "number": [at for _, at, _ in rows],
            "topic": [each.topic for _, _, each in rows],
            "question": [each.prompt for _, _, each in rows],
            "choices": ["; ".join(each.choices or each.items) for _, _, each in rows],
        }
        if answers:
            columns |= {
                "the answer": [answer_text(q, q.answer) for _, _, q in rows],
                "why": [q.why for _, _, q in rows],
            }
        return Table(columns, "sheets")

    return View(None, says, table)
