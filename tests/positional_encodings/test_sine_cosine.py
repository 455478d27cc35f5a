"""Hands and waves: sine and cosine, sums of arrows, dials, the closest pair of rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.closest_row_pair import ClosestRows, apart_in_general, closest_rows, same_in_float32
from explorer.positional_encodings.counting import Counter
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.sine_cosine import different, hand, mirror
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, summed
from tests.support import examples


@pytest.mark.parametrize("per_turn", [8, 12, 24])
def test_two_positions_share_a_sine_and_no_two_share_sine_and_cosine(per_turn):
    rows = hand(np.arange(per_turn) / per_turn)
    alone = 0
    for position in range(per_turn):
        same = np.flatnonzero(np.abs(rows[:, 0] - rows[position, 0]) < 1e-9).tolist()
        found = mirror(position, per_turn)
        assert sorted({position, found.other}) == same
        assert (found.sine, found.cosine) == pytest.approx(tuple(rows[position]))
        assert found.alone or found.other_cosine == pytest.approx(-found.cosine)
        alone += found.alone
    assert alone == 2  # the crest and the trough
    assert different(rows[:, :1]) == per_turn // 2 + 1
    assert different(rows) == per_turn


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mirror(1, 7), "even number of positions per turn, got 7"),
        (lambda: mirror(12, 12), "from 0 to 11, got 12"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("word", WORDS)
def test_sums_lie_on_a_circle_around_the_row_of_the_word(word):
    sums, row = summed(word), np.float32(WORDS[word])
    assert sums.shape[1] == 2
    np.testing.assert_allclose(np.linalg.norm(sums - row, axis=1), 1, atol=1e-6)
    assert different(sums) == POSITIONS


def test_positions_stand_in_order_around_the_circle_one_turn_like_a_clock() -> None:
    rows = summed("dog") - np.float32(WORDS["dog"])
    np.testing.assert_allclose(rows[[0, 3, 6, 9]], [[0, 1], [1, 0], [0, -1], [-1, 0]], atol=1e-6)
    angles = np.unwrap(np.arctan2(rows[:, 0], rows[:, 1]))
    np.testing.assert_allclose(np.diff(angles), 2 * np.pi / POSITIONS, atol=1e-5)


@pytest.mark.parametrize("radices", [(60, 12), (10, 10, 10), (2,) * 7])
def test_digits_are_those_of_repeated_division(radices):
    counter = Counter(radices)
    for position in range(0, counter.count, 7):
        rest, expected = position, []
        for radix in radices:
            rest, digit = divmod(rest, radix)
            expected.append(digit)
        assert counter.digits(position) == expected


@pytest.mark.parametrize("radices", [(60, 12), (10, 10, 10), (2,) * 7])
def test_jumping_hands_put_some_neighbours_further_apart_and_gliding_hands_none(radices):
    last = Counter(radices).count - 1
    jumping, gliding = (Counter(radices).steps(last, glide=glide) for glide in (False, True))
    assert np.ptp(gliding) < 1e-9
    assert jumping[radices[0] - 1] > jumping[0] + 0.1
    # A carry moves one hand more: between two carries only the fastest one moves.
    expected = 2 * np.sin(np.pi / radices[0])
    assert jumping[0] == pytest.approx(expected)
    assert jumping.max() > 1.4 * jumping.min()


def test_gliding_hands_are_the_sinusoidal_table_of_a_base_and_a_stride():
    # Dials of ten marks: wavelengths 10, 100, 1000. The table has 2π, 20π, 200π with base 10³ at width 6.
    rows = Counter((10, 10, 10)).rows(np.arange(1_000), glide=True)
    table = sinusoidal(np.arange(1_000) * 2 * np.pi / 10, 6, base=1_000.0, dtype=np.float64)
    np.testing.assert_allclose(rows, table, atol=1e-9)


@pytest.mark.parametrize(
    ("call", "message"),
    [(lambda: Counter(()), "at least two marks"), (lambda: Counter((60, 1)), r"at least two marks, got \(60, 1\)")],
)
def test_what_goes_wrong_is_said_of_counting(call, message):
    with pytest.raises(ValueError, match=message):
        call()


SMALL = st.builds(
    Waves, st.integers(2, 60), st.integers(1, 10).map(lambda pairs: 2 * pairs), st.sampled_from([10.0, 300.0, 1e4, 1e6])
)


@given(SMALL)
@settings(max_examples=examples(60))
def test_the_nearest_two_rows_are_those_of_brute_force(waves):
    rows = waves.rows(np.arange(waves.length))
    apart = np.linalg.norm(rows[:, None] - rows, axis=2) + np.diag(np.full(waves.length, np.inf))
    found = closest_rows(waves)
    assert found.distance == pytest.approx(apart.min(), abs=1e-12)
    assert apart[found.first, found.second] == pytest.approx(apart.min(), abs=1e-12)


@pytest.mark.parametrize("dim", [2, 4, 16, 32])
def test_nearest_rows_of_a_long_table_are_exact_where_rounding_would_hide_them(dim):
    waves = Waves(1_500, dim)
    rows = waves.rows(np.arange(waves.length))
    best = min(np.linalg.norm(rows[k:] - rows[:-k], axis=1).min() for k in range(1, waves.length))
    assert closest_rows(waves).distance == pytest.approx(best, rel=1e-6)


def test_rows_710_apart_nearly_meet_on_one_clock():
    # 710 = 113 turns and 6e-5 radians (355/113 is the old approximation of π).
    found = closest_rows(Waves(8_192, 2))
    assert (found.first, found.second) == (0, 710)
    assert found.distance == pytest.approx(abs(710 - 226 * np.pi), rel=1e-9)


@pytest.mark.parametrize("waves", [Waves(40, 8), Waves(90, 6, 100.0), Waves(256, 128)])
def test_distances_in_general_are_those_of_brute_force(waves):
    rows = waves.rows(np.arange(waves.length))
    apart = [np.linalg.norm(rows[p] - rows[q]) for p in range(waves.length) for q in range(p)]
    found = apart_in_general(waves)
    assert (found.median, found.most) == pytest.approx((np.median(apart), np.max(apart)), abs=1e-6)
    assert found.rows == waves.length


@pytest.mark.parametrize(("waves", "same"), [(Waves(8_192, 2), False), (Waves(9, 64), False)])
def test_rows_are_called_equal_only_where_their_float32_numbers_are(waves, same):
    nearest = closest_rows(waves)
    assert same_in_float32(waves, nearest) == same
    assert same_in_float32(waves, ClosestRows(0.0, 3, 3))


def test_one_row_alone_has_no_nearest():
    with pytest.raises(ValueError, match="Two rows are needed to compare, got 1"):
        closest_rows(Waves(1, 4))
