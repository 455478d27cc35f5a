"""Groups of words: their statistics, their names, one word's neighbourhood."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import MEASURES, between
from explorer.words.cluster_names import name_clusters, pieces, terms_of, whole, words_of
from explorer.words.group_statistics import alike_at_all, around, coded, shared_values
from tests.support import examples


def test_what_a_group_shares_worked_out_by_hand() -> None:
    # Ten rows, four of them blue; a group of four holds three blue ones. Blindly: (C(4,3)·C(6,1) + C(4,4)) / C(10,4).
    column = np.array(["blue"] * 4 + ["red"] * 6)
    (found,) = shared_values({"colour": column}, np.array([0, 1, 2, 9]))
    assert (found.value, found.here, found.group, found.everywhere, found.rows) == ("blue", 3, 4, 4, 10)
    assert found.times == pytest.approx(0.75 / 0.4)
    assert found.chance == pytest.approx(25 / 210)


def test_a_column_that_was_counted_before_gives_the_same() -> None:
    column = np.array(["blue"] * 4 + ["red"] * 6)
    rows = np.array([0, 1, 2, 9])
    assert shared_values({"colour": coded(column)}, rows) == shared_values({"colour": column}, rows)


def test_a_value_of_nothing_and_one_that_is_rarer_here_are_not_named() -> None:
    column = np.array(["", "", "x", "y", "x", "y"])
    assert [item.value for item in shared_values({"c": column}, np.array([0, 1, 2]))] == []


@settings(max_examples=examples(40))
@given(st.lists(st.sampled_from("ab"), min_size=4, max_size=8), st.integers(1, 4), st.randoms(use_true_random=False))
def test_the_chance_is_what_counting_all_draws_gives(values: list[str], size: int, random: object) -> None:
    rows = np.array(sorted(random.sample(range(len(values)), min(size, len(values)))))  # type: ignore[attr-defined]
    column = np.array(values)
    for item in shared_values({"c": column}, rows):
        draws = list(combinations(values, len(rows)))
        slow = sum(draw.count(item.value) >= item.here for draw in draws) / math.comb(len(values), len(rows))
        assert item.chance == pytest.approx(slow)


def test_words_around_a_group_by_the_plain_way() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(60, 5)) * rng.uniform(0.5, 20, (60, 1))
    group = np.array([3, 8, 21])
    near, alike = around(PreparedTable(table), group, 4)
    units = table / np.linalg.norm(table, axis=1, keepdims=True)
    values = units @ units[group].mean(axis=0) / np.linalg.norm(units[group].mean(axis=0))
    order = [row for row in np.argsort(-values) if row not in group]
    assert near.ids.tolist() == order[:4]
    np.testing.assert_allclose(near.values, values[order[:4]], atol=1e-6)
    assert alike == pytest.approx(np.mean([units[a] @ units[b] for a, b in combinations(group, 2)]))


@pytest.mark.parametrize("measure", MEASURES)
def test_how_alike_two_rows_of_the_whole_table_are_is_that_of_a_group_of_all(measure: str) -> None:
    table = np.random.default_rng(1).normal(size=(40, 3)) + 1
    assert alike_at_all(PreparedTable(table), measure) == pytest.approx(between(table, measure), rel=1e-5)


def test_a_weight_worked_out_by_hand() -> None:
    # Two clusters, seven terms: 3.5 terms per cluster. "red" twice in the first and once in the second, three in all.
    texts = ["red hat", "red", "red cup", "blue cup"]
    first, second = name_clusters(terms_of(texts, words_of), np.array([0, 0, 1, 1]), 2)
    assert [(item.term, item.here, item.everywhere) for item in first] == [("red", 2, 3)]
    assert first[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 3))
    assert [(item.term, item.here, item.everywhere) for item in second] == [("cup", 2, 2)]
    assert second[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 2))


def test_what_everybody_has_names_nobody_and_what_is_rare_elsewhere_comes_first() -> None:
    texts = ["the cat"] * 3 + ["the dog"] * 3 + ["the"] * 6
    found = name_clusters(terms_of(texts, words_of), np.repeat([0, 1, 2], [3, 3, 6]), 3)
    assert [item.term for item in found[0]] == ["cat"]
    assert [item.term for item in found[1]] == ["dog"]
    assert [item.term for item in found[2]] == ["the"]  # its only term, so more frequent there than at all


def test_of_a_long_and_a_short_ending_one_is_named() -> None:
    texts = ["baking", "taking", "waking", "old", "odd", "oak"]
    first, second = name_clusters(terms_of(texts, pieces), np.array([0, 0, 0, 1, 1, 1]), 2)
    assert len([item for item in first if item.term in ("-ng", "-ing", "-king")]) == 1
    assert not second  # no duplicates


def test_clusters_without_any_term_have_no_name() -> None:
    assert name_clusters(terms_of(["", ""], whole), np.array([0, 1]), 2) == [[], []]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1984", ["only digits"]),
        ("?!", ["no a–z"]),
        ("a", []),
        ("Ärger", ["är-", "-er", "ärg-", "-ger", "ärge-", "-rger"]),
        ("<b>", ["<b-", "-b>"]),
    ],
)
def test_pieces(word: str, expected: list[str]) -> None:
    assert pieces(word) == expected
