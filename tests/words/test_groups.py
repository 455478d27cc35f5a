from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.vectors.view import View
from explorer.words.groups import PatternError, around, inside, matching, shared

WORDS = ["King", "singing", "a.b", "acb", "ß", "STRASSE", ""]


def test_a_pattern_is_read_as_characters_or_as_a_regular_expression() -> None:
    assert matching(WORDS, "ING", expression=False).tolist() == [0, 1]
    assert matching(WORDS, "a.b", expression=False).tolist() == [2]
    assert matching(WORDS, "a.b", expression=True).tolist() == [2, 3]
    assert matching(WORDS, "^.ing$", expression=True).tolist() == [0]
    assert matching(WORDS, "ss", expression=False).tolist() == [4, 5]
    assert matching(WORDS, "", expression=False).tolist() == list(range(7))


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<x", "\\"])
def test_a_bad_expression_is_told(pattern: str) -> None:
    with pytest.raises(PatternError, match="This is not a regular expression: "):
        matching(WORDS, pattern, expression=True)


def test_a_pattern_that_would_take_years_is_given_up() -> None:
    with pytest.raises(PatternError, match=r"took longer than 0\.2 seconds"):
        matching(["a" * 4000 + "b"], r"(a|a)*(a|a)*(a|a)*c\1?$|((a+)+)+$", expression=True, seconds=0.2)
    with pytest.raises(PatternError, match="201 characters; at most 200"):
        matching(WORDS, "a" * 201, expression=False)


def test_a_window_includes_its_edges() -> None:
    points = np.array([[0, 0], [1, 1], [1.01, 0.5], [-1, 0.5]])
    assert inside(points, (0, 0, 1, 1)).tolist() == [0, 1]


def test_what_a_group_shares_worked_out_by_hand() -> None:
    # Ten rows, four of them blue; a group of four holds three blue ones. Blindly: (C(4,3)·C(6,1) + C(4,4)) / C(10,4).
    column = np.array(["blue"] * 4 + ["red"] * 6)
    (found,) = shared({"colour": column}, np.array([0, 1, 2, 9]))
    assert (found.value, found.here, found.group, found.everywhere, found.rows) == ("blue", 3, 4, 4, 10)
    assert found.times == pytest.approx(0.75 / 0.4)
    assert found.chance == pytest.approx(25 / 210)


def test_a_value_of_nothing_and_one_that_is_rarer_here_are_not_named() -> None:
    column = np.array(["", "", "x", "y", "x", "y"])
    assert [item.value for item in shared({"c": column}, np.array([0, 1, 2]))] == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from("ab"), min_size=4, max_size=8), st.integers(1, 4), st.randoms(use_true_random=False))
def test_the_chance_is_what_counting_all_draws_gives(values: list[str], size: int, random: object) -> None:
    rows = np.array(sorted(random.sample(range(len(values)), min(size, len(values)))))  # type: ignore[attr-defined]
    column = np.array(values)
    for item in shared({"c": column}, rows):
        draws = list(combinations(values, len(rows)))
        slow = sum(draw.count(item.value) >= item.here for draw in draws) / math.comb(len(values), len(rows))
        assert item.chance == pytest.approx(slow)


def test_words_around_a_group_by_the_plain_way() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(60, 5)) * rng.uniform(0.5, 20, (60, 1))
    group = np.array([3, 8, 21])
    near, alike = around(View(table), group, 4)
    units = table / np.linalg.norm(table, axis=1, keepdims=True)
    values = units @ units[group].mean(axis=0) / np.linalg.norm(units[group].mean(axis=0))
    order = [row for row in np.argsort(-values) if row not in group]
    assert near.ids.tolist() == order[:4]
    np.testing.assert_allclose(near.values, values[order[:4]], atol=1e-6)
    assert alike == pytest.approx(np.mean([units[a] @ units[b] for a, b in combinations(group, 2)]))
