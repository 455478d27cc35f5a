"""What a class believed before and after, as rows and as a CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from statistics import fmean, median

from explorer.rooms import RoomQuestion, RoomStore
from explorer.ui.room.vote_chart import again
from explorer.views.table import Table
from explorer.wording import count, fixed

Row = tuple[str, int, str, int, bool]
Miss = tuple[str, int, str, tuple[float, ...], float]


def rows(of: RoomStore, code: str, asked: Mapping[str, RoomQuestion]) -> list[Row]:
    """(question, round, choice, seats, whether it is right) of every question that somebody answered."""
    found: list[Row] = []
    for key, question in asked.items():
        if question.low:
            continue  # numbers: see `misses`
        for round_ in range(1, question.round + 1):
            tally = of.tally(code, key, round_)
            if tally:
                found += [
                    (question.words, round_, choice, tally.get(i, 0), i in question.rights)
                    for i, choice in enumerate(question.choices)
                ]
    return found


def misses(of: RoomStore, code: str, asked: Mapping[str, RoomQuestion]) -> list[Miss]:
    """(question, round, kind, numbers, how far off) of every guess that is made of numbers.

    A curve is off by the mean over its points, a place by the distance from the true one.
    """
    found: list[Miss] = []
    for key, question in asked.items():
        for round_ in range(1, question.round + 1 if question.low else 1):
            guesses = [guess for guess in of.answers(code, key, round_).values() if isinstance(guess, tuple)]
            kind = question.kind or "curve"
            found += [(question.words, round_, kind, guess, _off(question, guess)) for guess in sorted(guesses)]
    return found


def _off(question: RoomQuestion, guess: Sequence[float]) -> float:
    if question.kind == "place":
        return dist(guess, question.truth)
    return fmean(abs(a - b) for a, b in zip(guess, question.truth, strict=True))


def missed_sentences(found: Sequence[Miss]) -> list[str]:
    """For each question and round: how many guesses, and how far off the middle one is.

    >>> go_on = "How does it go on?", 1, "curve"
    >>> missed_sentences([(*go_on, (2.0, 3.0), 0.5), (*go_on, (2.0, 4.0), 1.0)])
    ['How does it go on? 2 curves; on average over its points, the middle one is 0.75 off.']
    >>> missed_sentences([("Where?", 2, "place", (2.0, 3.0), 0.5)])
    ['Where? (asked again) 1 place; the middle one is 0.50 off.']
    """
    groups: dict[tuple[str, int, str], list[float]] = {}
    for question, round_, kind, _, miss in found:
        groups.setdefault((question, round_, kind), []).append(miss)
    return [
        f"{question}{again(round_)} {count(len(group), kind)}; "
        f"{'on average over its points, ' if kind == 'curve' else ''}the middle one is {fixed(median(group))} off."
        for (question, round_, kind), group in groups.items()
    ]


def csv_of(rows: Sequence[Row], misses: Sequence[Miss] = ()) -> str:
    """The same as CSV: a line for each choice, and one for each guess that is made of numbers."""
    lines: list[tuple[object, ...]] = list(rows)
    lines += [(words, round_, " ".join(f"{n:g}" for n in guess), 1, "") for words, round_, _, guess, _ in misses]
    names = ("question", "round", "choice", "students", "right")
    return Table({name: [line[at] for line in lines] for at, name in enumerate(names)}, "room").csv()
