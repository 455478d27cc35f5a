"""Association tests, as published, on a table, with the four mean cosines behind them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.content.escape_markdown import escape_markdown
from explorer.figures.projection.associations import association_dots
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.views.formula import Formula
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.table_source import Source, opened, remembered
from explorer.views.table import Table
from explorer.views.view import View, choice, picture
from explorer.wording import count, fixed, listed, number, share, signed, verb
from explorer.words.associations import TESTS, Outcome, Test, compare, mean_cosines

MOST_NAMED = 8
SURE = 0.05
"""Significance level: the usual p below which a difference is not attributed to chance."""
LEAST = 4
"""Minimum number of words of each list in a table."""


@picture(mean_cosines, compare)
def associations(*, table: str | Source = "MiniLM", test: str = TESTS[0].name) -> View:
    """The words of two lists by their association with two others, the effect size, and its p-value by permutation.

    Args:
        table: a shipped table's name, or the path of your own.
        test: the name of one of the published tests (`explorer.words.associations.TESTS`).

    Raises:
        ValueError: the table has too few of the test's words, or they can't be told apart.

    >>> associations(table="GloVe", test="mathematics and arts, by words for men and women").table["word"][0]
    'math'
    """
    choice("test", test, [each.name for each in TESTS])
    return _made(opened(table), [each.name for each in TESTS].index(test))


def rows_of(where: Source, test: Test) -> list[tuple[int, ...]]:
    """The rows of a test's two lists of target words and two of attribute words that the table has."""
    find, lists = where.table.find, (*test.targets, *test.attributes)
    return [tuple(dict.fromkeys(row for word in words if (row := find(word)) is not None)) for _, words in lists]


@remembered
def short(where: Source) -> dict[str, list[str]]:
    """Tests by name, each with the lists of which the table has too few words."""
    return {
        test.name: [
            name
            for (name, _), rows in zip((*test.targets, *test.attributes), rows_of(where, test), strict=True)
            if len(rows) < LEAST
        ]
        for test in TESTS
    }


@remembered
def _made(where: Source, at: int) -> View:
    test = TESTS[at]
    if few := short(where)[test.name]:
        raise ValueError(f"This table has fewer than {LEAST} of the words for: {listed(few)}.")
    lists, rows = (*test.targets, *test.attributes), [np.array(part) for part in rows_of(where, test)]
    cosines = [mean_cosines(prepared_table(where, AS_IT_IS), part, *rows[2:]) for part in rows[:2]]
    found = compare(*(one - other for one, other in cosines))
    words = [[where.table.words[row] for row in part] for part in rows[:2]]
    (right, _), (left, _) = test.attributes
    missing = [word for _, part in lists for word in part if where.table.find(word) is None]
    gone = ""
    if missing:
        named = listed(missing) if len(missing) <= MOST_NAMED else f"{', '.join(missing[:MOST_NAMED])} …"
        gone = f"{count(len(missing), 'word')} {verb(len(missing), 'is', 'are')} not in the table: {named}."
    columns = {
        "word": [*words[0], *words[1]],
        "list": [test.targets[0][0]] * len(words[0]) + [test.targets[1][0]] * len(words[1]),
        f"mean cosine with {right}": np.concatenate([one for one, _ in cosines]),
        f"mean cosine with {left}": np.concatenate([other for _, other in cosines]),
        f"nearer to {right} (+) or {left} (−)": np.concatenate([found.first, found.second]),
    }
    return View(
        association_dots(
            words, [found.first, found.second], lists=[name for name, _ in test.targets], ends=[left, right]
        ),
        f"{_summary(where, test, found, rows)} {_can_say(test, found, cosines)}",
        Table(columns, "associations"),
        (_formula(found, words[0][0]),),
        left_out=gone,
    )


def _summary(where: Source, test: Test, found: Outcome, rows: list[NDArray[np.int64]]) -> str:
    (one, _), (two, _) = test.targets
    (right, _), (left, _) = test.attributes
    means = float(found.first.mean()), float(found.second.mean())
    ways = (
        f"all {found.dealt:,} ways to deal the {len(rows[0]) + len(rows[1])} words into lists of these sizes"
        if found.exact
        else f"{found.dealt:,} ways of dealing, drawn at random"
    )
    return (
        f"{where.table.name}: a word's place is its mean cosine with the {len(rows[2])} words of “{right}” minus that "
        f"with the {len(rows[3])} of “{left}”. The words of “{one}” lie at {signed(means[0], 3)} on average, those of "
        f"“{two}” at {signed(means[1], 3)}. "
        f"The difference is d = {signed(found.effect, 2)} standard deviations of all these words. Of {ways}, a "
        f"share of p = {number(found.p)} gives as large a difference or larger."
    )


def _can_say(test: Test, found: Outcome, cosines: list[NDArray[np.float64]]) -> str:
    """Sentences on the conclusion from p, and on the four mean cosines, whose difference of differences is tested."""
    (one, _), (two, _) = test.targets
    (right, _), (left, _) = test.attributes
    (a, b), (c, d) = ([fixed(float(each), 3) for each in part.mean(axis=1)] for part in cosines)
    four = (
        f" The four mean cosines: “{one}” {a} with “{right}” and {b} with “{left}”; “{two}” {c} and {d}. Place, d and "
        "p know only their differences, not which list is nearer to either."
    )
    if SURE <= found.p <= 1 - SURE:
        return (
            f"Dealing the words blindly gives as large a difference in {share(found.p)} of the ways, so a difference "
            f"between “{one}” and “{two}” in the texts behind this table is not shown. Nor is it shown that there is "
            f"none.{four}"
        )
    first, second, turned = (one, two, "") if found.p < SURE else (two, one, ": the other way round than was asked")
    return (
        f"The balance between “{right}” and “{left}” leans more towards “{right}” for the words of “{first}” than for "
        f"those of “{second}”{turned}.{four}"
    )


def _formula(found: Outcome, word: str) -> Formula:
    every: NDArray[np.float64] = np.concatenate([found.first, found.second])
    return Formula(
        r"s(w) = \underset{a \in A}{\text{mean}} \cos(w, a) - \underset{b \in B}{\text{mean}} \cos(w, b), \qquad "
        r"d = \frac{\text{mean}_X\, s - \text{mean}_Y\, s}{\text{std}_{X \cup Y}\, s}",
        {
            "w": "a target word",
            "A, B": "the two lists of attribute words",
            "X, Y": "the two lists of target words",
            "s(w)": "the association of a word: where its dot lies",
            "d": "the effect",
        },
        f"s({escape_markdown(word)}) = {signed(float(found.first[0]), 4)}. d = "
        f"({signed(float(found.first.mean()), 4)} − ({signed(float(found.second.mean()), 4)})) / "
        f"{fixed(float(every.std(ddof=1)), 4)} = {signed(found.effect, 3)}.",
    )
