"""Associations: the four mean cosines against an independent computation, and the sentences."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.views import projection
from explorer.wording import fixed
from explorer.words.associations import TESTS
from explorer.words.shipped_tables import shipped


def mean_cosine(table: str, one: tuple[str, ...], other: tuple[str, ...]) -> float:
    found = shipped(table)
    units = [
        np.array([v / np.linalg.norm(v) for word in words if (row := found.find(word)) is not None
                  for v in [found.vectors[row].astype(np.float64)]])
        for words in (one, other)
    ]  # fmt: skip
    return float((units[0] @ units[1].T).mean())


@pytest.mark.parametrize(("table", "at"), [("GloVe", 1), ("GloVe", 2), ("MiniLM", 1), ("Whisper", 0), ("Whisper", 3)])
def test_all_four_mean_cosines_are_said(table: str, at: int) -> None:
    test = TESTS[at]
    (a, b), (c, d) = (
        [fixed(mean_cosine(table, words, each), 3) for _, each in test.attributes] for _, words in test.targets
    )
    (one, _), (two, _) = test.targets
    (right, _), (left, _) = test.attributes
    said = projection.associations(table=table, test=test.name).sentence
    assert f"“{one}” {a} with “{right}” and {b} with “{left}”; “{two}” {c} and {d}." in said


@pytest.mark.parametrize(("table", "at", "shown"), [("GloVe", 0, True), ("MiniLM", 2, False), ("Whisper", 3, False)])
def test_which_list_leans_where_is_said_only_where_blind_dealing_seldom_does_as_much(
    table: str, at: int, shown: bool
) -> None:
    said = projection.associations(table=table, test=TESTS[at].name).sentence
    assert ("leans more towards" in said) is shown and ("is not shown" in said) is not shown
    if shown:
        (one, _), (two, _) = TESTS[at].targets
        assert f"for the words of “{one}” than for those of “{two}”" in said


def test_a_shipped_table_s_picture_is_computed_once_for_everybody() -> None:
    one, again = (projection.associations(table="GloVe", test=TESTS[1].name) for _ in range(2))
    assert one.spec is again.spec
