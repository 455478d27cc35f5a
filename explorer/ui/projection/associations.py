"""Whose words: published association tests on a table, with what such a test can and can't say."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.figures.projection.associations import association_dots
from explorer.scripts.projection import associations as scripts
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.view import AS_IT_IS
from explorer.views.projection.source import Source, remembered
from explorer.wording import count, fixed, listed, number, share, signed, verb
from explorer.words.associations import TESTS, Outcome, Test, associations, compare

PART = ui.Part(
    "Whose words",
    why="A [[table]] learns from what people wrote, prejudices included; a test with two lists of words asks whether "
    "that shows, and whether it could be chance.",
    look="Do the two shapes lie apart, one towards each end? Then read p: how often would blind dealing do as much?",
)

KEY = "j_weat"
MOST_NAMED = 8
SURE = 0.05
"""A share of blind dealings below which a difference counts as more than chance, as is usual."""
LEAST = 4
"""Words of each list that a table must have."""
Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@remembered
def _outcome(where: Source, rows: Rows) -> Outcome:
    view = source.view(where, AS_IT_IS)
    first, second, one, other = (np.array(part) for part in rows)
    return compare(associations(view, first, one, other), associations(view, second, one, other))


def _rows(where: Source, test: Test) -> list[tuple[int, ...]]:
    """The rows of a test's two lists of target words and two of attribute words that the table has."""
    find, lists = where.table.find, (*test.targets, *test.attributes)
    return [tuple(dict.fromkeys(row for word in words if (row := find(word)) is not None)) for _, words in lists]


def _short(where: Source, test: Test) -> list[str]:
    """The test's lists that the table has too few words of."""
    lists = (*test.targets, *test.attributes)
    return [name for (name, _), rows in zip(lists, _rows(where, test), strict=True) if len(rows) < LEAST]


def show() -> None:
    """The words of two lists along their association, the effect, and its probability under blind dealing."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line)
        if where is None:
            return
        short = {test.name: _short(where, test) for test in TESTS}
        works = [name for name, lists in short.items() if not lists]
        first = works[0] if works else TESTS[0].name
        if st.session_state.get("_j_tested") != where.key:
            # Another table: a test that nobody chose gives way to one that this table has the words for.
            if st.session_state.get("j_test", first) == st.session_state.get("_j_test_first") != first:
                st.session_state["j_test"] = first
            st.session_state["_j_tested"], st.session_state["_j_test_first"] = where.key, first
        chosen = line.selectbox("Test", list(short), list(short).index(first), key="j_test", bind="query-params")
        if works and len(works) < len(TESTS):
            without = [f"“{name}” (too few: {listed(lists)})" for name, lists in short.items() if lists]
            st.text(f"This table has fewer than {LEAST} of the words of a list of {listed(without)}.")
        nearness.fixed("the published association test is defined by it")
    test = next(test for test in TESTS if test.name == chosen)
    find = where.table.find
    lists, rows = [*test.targets, *test.attributes], _rows(where, test)
    missing = [word for _, words in lists for word in words if find(word) is None]
    if short[chosen]:
        other = f"Choose “{first}”." if works else "It has too few for the other tests as well."
        st.warning(f"This table has fewer than {LEAST} of the words for: {listed(short[chosen])}. {other}")
        return
    try:
        found = _outcome(where, (rows[0], rows[1], rows[2], rows[3]))
    except ValueError as problem:
        st.warning("This test can't be made with this table.")
        st.text(str(problem))
        return
    words = [[where.table.words[row] for row in part] for part in rows[:2]]
    (left, _), (right, _) = test.attributes[1], test.attributes[0]
    ui.picture(
        KEY,
        association_dots(
            words, [found.first, found.second], lists=[name for name, _ in test.targets], ends=[left, right]
        ),
        summary=_summary(where, test, found, rows, missing),
        table=lambda: ui.Table(
            {
                "word": [*words[0], *words[1]],
                "list": [test.targets[0][0]] * len(words[0]) + [test.targets[1][0]] * len(words[1]),
                f"nearer to {right} (+) or {left} (−)": np.concatenate([found.first, found.second]),
            },
            "associations",
        ),
        script=lambda: scripts.association(where.loaded, TESTS.index(test)),
    )
    st.markdown(
        f"**What it can say:** {_can_say(test, found)} **What it can't:** that this is true of people, that a person "
        "thinks so, or that a program which uses the table will act so. Lists this short are somebody's choice; other "
        "lists give other numbers, and a small effect is not proof of fairness. Method and lists: Caliskan, Bryson and "
        "Narayanan, [Science 356, 2017](https://arxiv.org/abs/1608.07187); a proof that such a test "
        "overstates the bias: [Ethayarajh, Duvenaud and Hirst, 2019](https://arxiv.org/abs/1908.06361)."
    )
    _formula(found, words)


def _can_say(test: Test, found: Outcome) -> str:
    """What follows from p: one list's company, the other way round, or nothing of the kind."""
    (one, _), (two, _) = test.targets
    (right, _), (left, _) = test.attributes
    if SURE <= found.p <= 1 - SURE:
        return (
            f"little, with these lists. p = {number(found.p)}: dealing the words blindly gives as large a difference "
            f"in {share(found.p)} of the ways, so that “{one}” and “{two}” stand in different company in the texts "
            "behind this table is not shown. Nor is it shown that they don't."
        )
    first, second, turned = (one, two, "") if found.p < SURE else (two, one, ": the other way round than was asked")
    return (
        f"in the texts behind this table, the words of “{first}” stand in company more like that of “{right}”, and "
        f"less like that of “{left}”, than the words of “{second}” do{turned}."
    )


def _summary(where: Source, test: Test, found: Outcome, rows: list[tuple[int, ...]], missing: list[str]) -> str:
    (one, _), (two, _) = test.targets
    (right, _), (left, _) = test.attributes
    means = float(found.first.mean()), float(found.second.mean())
    ways = (
        f"all {found.dealt:,} ways to deal the {len(rows[0]) + len(rows[1])} words into lists of these sizes"
        if found.exact
        else f"{found.dealt:,} ways of dealing, drawn at random"
    )
    gone = ""
    if missing:
        named = listed(missing) if len(missing) <= MOST_NAMED else f"{', '.join(missing[:MOST_NAMED])} …"
        gone = f" {count(len(missing), 'word')} {verb(len(missing), 'is', 'are')} not in the table: {named}."
    return (
        f"{where.table.name}: a word's place is its mean cosine with the {len(rows[2])} words of “{right}” minus that "
        f"with the {len(rows[3])} of “{left}”. The words of “{one}” lie at {signed(means[0], 3)} on average, those of "
        f"“{two}” at {signed(means[1], 3)}. "
        f"The difference is d = {signed(found.effect, 2)} standard deviations of all these words. Of {ways}, a "
        f"share of p = {number(found.p)} gives as large a difference or larger.{gone}"
    )


def _formula(found: Outcome, words: list[list[str]]) -> None:
    every: NDArray[np.float64] = np.concatenate([found.first, found.second])
    ui.formula(
        KEY,
        r"s(w) = \underset{a \in A}{\text{mean}} \cos(w, a) - \underset{b \in B}{\text{mean}} \cos(w, b), \qquad "
        r"d = \frac{\text{mean}_X\, s - \text{mean}_Y\, s}{\text{std}_{X \cup Y}\, s}",
        {
            "w": "a target word",
            "A, B": "the two lists of attribute words",
            "X, Y": "the two lists of target words",
            "s(w)": "the association of a word: where its dot lies",
            "d": "the effect",
        },
        f"s({as_typed(words[0][0])}) = {signed(float(found.first[0]), 4)}. "
        f"d = ({signed(float(found.first.mean()), 4)} − "
        f"({signed(float(found.second.mean()), 4)})) / {fixed(float(every.std(ddof=1)), 4)} = "
        f"{signed(found.effect, 3)}.",
    )
