"""What a class believed before and after, as rows and as a CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from explorer.rooms import Store
from explorer.rooms.store import Asked

Row = tuple[str, int, str, int, bool]


def rows(of: Store, code: str, asked: Mapping[str, Asked]) -> list[Row]:
    """(question, round, choice, seats, whether it is right) of every question that somebody answered."""
    found: list[Row] = []
    for key, question in asked.items():
        for round_ in (1, 2):
            tally = of.tally(code, key, round_)
            if tally:
                found += [
                    (question.words, round_, choice, tally.get(i, 0), i == question.right)
                    for i, choice in enumerate(question.choices)
                ]
    return found


def csv_of(rows: Sequence[Row]) -> str:
    """The same as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["question", "round", "choice", "students", "right"])
    writer.writerows(rows)
    return out.getvalue()
