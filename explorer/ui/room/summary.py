"""What a class believed before and after, as rows and as a CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from statistics import fmean, median

from explorer.rooms import Asked, Store
from explorer.wording import count, fixed

Row = tuple[str, int, str, int, bool]
Miss = tuple[str, int, tuple[float, ...], float]


def rows(of: Store, code: str, asked: Mapping[str, Asked]) -> list[Row]:
    """(question, round, choice, seats, whether it is right) of every question that somebody answered."""
    found: list[Row] = []
    for key, question in asked.items():
        if question.low:
            continue  # drawn: see `misses`
        for round_ in (1, 2):
            tally = of.tally(code, key, round_)
            if tally:
                found += [
                    (question.words, round_, choice, tally.get(i, 0), i == question.right)
                    for i, choice in enumerate(question.choices)
                ]
    return found


def misses(of: Store, code: str, asked: Mapping[str, Asked]) -> list[Miss]:
    """(question, round, drawn numbers, mean distance from what is true) of every curve that somebody drew."""
    return [
        (question.words, round_, curve, fmean(abs(a - b) for a, b in zip(curve, question.truth, strict=True)))
        for key, question in asked.items()
        if question.low
        for round_ in (1, 2)
        for curve in sorted(of.drawn(code, key, round_))
    ]


def missed_sentences(found: Sequence[Miss]) -> list[str]:
    """For each question and round: how many curves, and how far off the middle one is.

    >>> missed_sentences([("How does it go on?", 1, (2.0, 3.0), 0.5), ("How does it go on?", 1, (2.0, 4.0), 1.0)])
    ['How does it go on? 2 curves; on average over its points, the middle one is 0.75 off.']
    """
    groups: dict[tuple[str, int], list[float]] = {}
    for question, round_, _, miss in found:
        groups.setdefault((question, round_), []).append(miss)
    return [
        f"{question}{' (asked again)' if round_ > 1 else ''} {count(len(group), 'curve')}; on average over its points, "
        f"the middle one is {fixed(median(group))} off."
        for (question, round_), group in groups.items()
    ]


def csv_of(rows: Sequence[Row], misses: Sequence[Miss] = ()) -> str:
    """The same as CSV: a line for each choice, and one for each curve."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["question", "round", "choice", "students", "right"])
    writer.writerows(rows)
    for question, round_, curve, _ in misses:
        writer.writerow([question, round_, " ".join(f"{number:g}" for number in curve), 1, ""])
    return out.getvalue()
