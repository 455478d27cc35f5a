"""Bootstrap over word pairs: intervals of the accuracy of analogies and of coordinates on an axis."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from explorer.words.analogies import Answers
from explorer.words.analogy_accuracy_bootstrap import Spread, spread
from explorer.words.shipped_tables import shipped
from explorer.words.word_axes import pair_ruler, redrawn

RNG = np.random.default_rng(8)
TABLE = RNG.normal(size=(40, 6)).astype(np.float32)


def answers(right: np.ndarray) -> Answers:
    """Answers to all questions of one section between pairs i and j, right where right[i, j]."""
    pairs = [(2 * at, 2 * at + 1) for at in range(len(right))]
    asked = [(i, j) for i, j in product(range(len(right)), repeat=2) if i != j]
    rows = np.array([(*pairs[i], *pairs[j]) for i, j in asked], np.int64)
    strict = np.array([pairs[j][1] if right[i, j] else -1 for i, j in asked], np.int64)
    return Answers({"all": len(asked)}, rows, np.zeros(len(asked), np.int64), strict, strict)


def test_by_hand_two_pairs_have_one_draw_that_asks_anything_so_they_tell_nothing() -> None:
    # A draw of two pairs takes both, or one twice and then has no question: half are always right, which is
    # no interval from 50 % to 50 %.
    right = np.array([[False, True], [False, False]])
    assert spread(answers(right), 0) == Spread(2, 0.0, 1.0)
    assert spread(answers(right)) == Spread(2, 0.0, 1.0)


@pytest.mark.parametrize("pairs", [2, 8, 40])
def test_where_all_or_none_are_right_the_interval_is_clopper_and_pearsons(pairs: int) -> None:
    exact = binomtest(pairs, pairs).proportion_ci(0.95, "exact")
    for right, low, high in ((True, exact.low, 1.0), (False, 0.0, 1 - exact.low)):
        found = spread(answers(np.full((pairs, pairs), right)))
        assert (found.pairs, found.alike) == (pairs, True)
        assert (found.low, found.high) == pytest.approx((low, high))
    assert not spread(answers(RNG.random((9, 9)) < 0.5)).alike


def test_it_is_the_slow_count_over_the_same_draws() -> None:
    right = RNG.random((9, 9)) < 0.4
    times = np.random.default_rng(3).multinomial(9, np.full(9, 1 / 9), size=300)
    shares = []
    for drawn in times:
        members = [pair for pair, many in enumerate(drawn) for _ in range(many)]
        asked = [right[i, j] for i, j in product(members, repeat=2) if i != j]
        shares.append(np.mean(asked))
    found = spread(answers(right), draws=300, seed=3)
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(shares, [2.5, 97.5])), abs=1e-6)


def test_pairs_that_go_right_together_make_the_interval_wider_than_independent_questions_would() -> None:
    able = RNG.random(30) < 0.5
    together = spread(answers(np.tile(able, (30, 1))))
    apart = spread(answers(RNG.random((30, 30)) < 0.5))
    assert together.high - together.low > 2.5 * (apart.high - apart.low)


@pytest.mark.slow
def test_the_interval_covers_the_truth_about_95_times_in_100() -> None:
    hits = 0
    rng = np.random.default_rng(0)
    for _ in range(150):
        ability = rng.normal(size=40)
        right = ability[None, :] + rng.normal(size=(40, 40)) > 0  # in truth half of all questions
        found = spread(answers(right), draws=300)
        hits += found.low <= 0.5 <= found.high
    assert 0.88 <= hits / 150 <= 0.99


def test_no_question_is_no_knowledge() -> None:
    none = Answers({"none": 5}, np.empty((0, 4), np.int64), *(np.empty(0, np.int64) for _ in range(3)))
    assert spread(none, 0) == Spread(0, 0.0, 1.0)


def test_an_axis_of_many_pairs_is_the_mean_of_their_differences() -> None:
    pairs = [(0, 1), (2, 3), (4, 5)]
    step = np.mean([TABLE[high] - TABLE[low] for low, high in pairs], axis=0)
    middle = TABLE[:6].mean(axis=0)
    expected = (TABLE - middle) @ (step / np.linalg.norm(step))
    np.testing.assert_allclose(pair_ruler(TABLE, pairs).coordinates, expected, atol=1e-5)
    np.testing.assert_array_equal(pair_ruler(TABLE, pairs[:1]).coordinates, pair_ruler(TABLE, [(0, 1)]).coordinates)


def test_resampled_coordinates_are_those_of_axes_made_of_the_drawn_pairs() -> None:
    pairs, rows = [(0, 1), (2, 3), (4, 5), (6, 7)], [11, 12, 13]
    times = np.random.default_rng(5).multinomial(4, np.full(4, 0.25), size=200)
    slow = []
    for drawn in times:
        chosen = [pair for pair, many in zip(pairs, drawn, strict=True) for _ in range(many)]
        slow.append(pair_ruler(TABLE, chosen).coordinates[rows])
    found = redrawn(TABLE, pairs, rows, draws=200, seed=5)
    np.testing.assert_allclose(found, np.percentile(slow, [2.5, 97.5], axis=0).T, atol=1e-5)
    assert redrawn(TABLE, pairs[:2], rows) is None


def test_more_pairs_place_a_word_more_surely() -> None:
    table = shipped("GloVe")
    words = "he she man woman boy girl his her son daughter brother sister male female husband wife"
    rows = [table.find(word) or 0 for word in words.split()]
    pairs = list(zip(rows[::2], rows[1::2], strict=True))
    some = [table.find(word) or 0 for word in ("nurse", "soldier", "war", "dancer", "boss", "gift")]
    few, many = redrawn(table.vectors, pairs[:3], some), redrawn(table.vectors, pairs, some)
    assert few is not None and many is not None
    assert np.ptp(many, axis=1).mean() < np.ptp(few, axis=1).mean()
