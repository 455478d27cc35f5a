"""Mistakes: a few lines of faulty code, or one of the fixes to try, and the numbers that they compute."""

from __future__ import annotations

from typing import Any

from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import Bars, Blocks, Case, cached_run, run
from explorer.figures import bars_with_limit
from explorer.figures.figure_spec import Spec
from explorer.figures.gradients import matrix_panels as matrices
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question

COVERED = "The rest of the picture comes after your guess."


_BY_NAME = {each.name: each for each in CASES}
CASE: Any = Choice("Mistake", "Index out of range", tuple(_BY_NAME), about="its name, one of `case_catalogue.CASES`")
FIX: Any = Choice(
    "Which change?",
    "",
    lambda others: ["", *(variant.name for variant in _BY_NAME[others["case"]].variants)],
    about='one of its fixes, which runs in place of the faulty lines; "" for the faulty ones',
)


@picture(run)
def mistake(*, case: str = CASE, fix: str = FIX) -> View:
    """Sizes or numbers of a mistake, before and after its code has run.

    >>> mistake(case="A gradient that gets lost").sentence
    'No message: it goes on silently. It prints [1. 1.]'
    >>> mistake(case="A gradient that gets lost", fix="Add one by one").sentence
    'After the change it prints [2. 2.]'
    """
    chosen = _BY_NAME[case]
    sources = {"": chosen.source} | {variant.name: variant.source for variant in chosen.variants}
    outcome = cached_run(sources[fix])
    printed = "; ".join(" ".join(text.split()) for text in outcome.printed)
    if outcome.message:
        says = f"{'After the change it' if fix else 'It'} stops at line {outcome.line}: {outcome.message}"
    else:
        says = f"{'After the change it' if fix else 'No message: it goes on silently. It'} prints {printed}"
    if fix and outcome.message:
        return View(None, says, Table({"message": [outcome.message], "line": [outcome.line]}, "message"))

    def draw(answered: bool, _: object) -> View:
        drawn = chosen.picture(outcome.names, answered)
        return View(_spec(drawn), says * answered, lambda: _table(chosen, drawn), left_out=COVERED * (not answered))

    return with_question(draw)


def _spec(drawn: Blocks | Bars) -> Spec:
    if isinstance(drawn, Blocks):
        return matrices.blocks(drawn.panels, numbers=True)
    limit, limit_text = drawn.limit, drawn.limit_text
    return bars_with_limit.bars(drawn.title, drawn.names, drawn.values, drawn.texts, limit=limit, limit_text=limit_text)


def _table(case: Case, drawn: Blocks | Bars) -> Table:
    if isinstance(drawn, Bars):
        return Table({"what": drawn.names, drawn.title: drawn.values, "said": drawn.texts}, case.slug)
    lines = [
        (title, row, column, float(value))
        for title, matrix, rows in drawn.panels
        for row, line in zip(rows, matrix, strict=True)
        for column, value in enumerate(line)
    ]
    what, row, column, value = zip(*lines, strict=True)
    return Table({"table": what, "row": row, "column": column, "value": value}, case.slug)
