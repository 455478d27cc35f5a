"""The closest pair of rows, and typical distances, against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.positional_encodings.closest_row_pair import ClosestRows, apart_in_general, closest_rows, same_in_float32
from explorer.positional_encodings.position_similarity import Waves
from tests.support import examples

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
