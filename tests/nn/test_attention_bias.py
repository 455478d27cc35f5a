"""ALiBi slopes and bias, T5 buckets: published values, hand cases, properties and failures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.nn.attention_bias import alibi_bias, alibi_slopes, t5_buckets


def test_eight_heads_have_the_slopes_of_the_paper():
    assert alibi_slopes(8).tolist() == [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]


def test_sixteen_heads_interpolate_them():
    # §3: with 16 heads the sequence starts at 2^(−1/2), and every second slope is one of the eight.
    slopes = alibi_slopes(16)
    assert slopes[0] == pytest.approx(2**-0.5)
    assert slopes[1::2].tolist() == alibi_slopes(8).tolist()


def test_twelve_heads_follow_the_published_rule():
    # The eight slopes, then 2^(−1/2), 2^(−3/2), 2^(−5/2), 2^(−7/2): every other one of the sixteen.
    expected = [2.0**-i for i in range(1, 9)] + [2 ** -(i + 0.5) for i in range(4)]
    np.testing.assert_allclose(alibi_slopes(12), expected)


@given(st.integers(1, 200))
def test_slopes_are_distinct_and_between_zero_and_one(n_heads):
    slopes = alibi_slopes(n_heads)
    assert slopes.shape == (n_heads,)
    assert len(set(slopes.tolist())) == n_heads
    assert (slopes > 0).all()
    assert (slopes < 1).all()


def test_numpys_integers_count_as_well():
    assert alibi_slopes(np.int64(3)).tolist() == alibi_slopes(3).tolist()
    assert alibi_bias(np.int64(2), np.int32(1), np.int8(3)).tolist() == alibi_bias(2, 1, 3).tolist()
    assert t5_buckets([-20], num_buckets=np.int64(32)).tolist() == [17]


def test_bias_is_minus_slope_times_distance():
    bias = alibi_bias(3, 5, 5)
    slopes = [2**-4, 2**-8, 2**-2]
    for h, slope in enumerate(slopes):
        for i in range(5):
            for j in range(5):
                assert bias[h, i, j] == -slope * abs(i - j)
    assert bias.dtype == np.float32


def test_the_last_query_stands_at_the_last_key():
    np.testing.assert_array_equal(alibi_bias(4, 2, 7), alibi_bias(4, 7, 7)[:, -2:])
    assert alibi_bias(2, 0, 3).shape == (2, 0, 3)


def test_t5_exact_buckets_then_logarithmic_ones():
    # One direction, 32 buckets, 128: 16 exact ones; then 16 + ⌊16 · log(d/16) / log(8)⌋.
    distances = [0, 1, 15, 16, 18, 19, 20, 32, 64, 112, 113, 127, 128, 10_000]
    assert t5_buckets(-np.array(distances)).tolist() == [0, 1, 15, 16, 16, 17, 17, 21, 26, 30, 31, 31, 31, 31]


def test_t5_keys_after_the_query_share_bucket_zero_in_one_direction():
    assert (t5_buckets(np.arange(50)) == 0).all()


@given(st.integers(4, 64), st.integers(40, 4_000))
def test_t5_buckets_never_fall_with_distance(num_buckets, max_distance):
    buckets = t5_buckets(-np.arange(5_000), num_buckets=num_buckets, max_distance=max_distance)
    assert (np.diff(buckets) >= 0).all()
    assert buckets[0] == 0
    assert buckets[-1] == num_buckets - 1


def test_t5_keeps_the_shape():
    relative = np.arange(4)[None, :] - np.arange(3)[:, None]
    assert t5_buckets(relative).shape == (3, 4)
    assert t5_buckets(np.empty((0, 4), dtype=int)).shape == (0, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: alibi_slopes(0), "n_heads must be an integer of at least 1, got 0"),
        (lambda: alibi_bias(8, 4, 3), "q_len 4 and k_len 3"),
        (lambda: alibi_slopes(3.0), "n_heads must be an integer of at least 1, got 3.0"),
        (lambda: alibi_bias(8, -1, 3), "q_len must be an integer of at least 0, got -1"),
        (lambda: alibi_bias(8, 2, 2.5), "k_len must be an integer of at least 0, got 2.5"),
        (lambda: t5_buckets([0.5]), "relative_position must be integers, got data type float64"),
        (lambda: t5_buckets([True]), "relative_position must be integers, got data type bool"),
        (lambda: t5_buckets([1], num_buckets=1), "num_buckets must be an integer of at least 2, got 1"),
        (lambda: t5_buckets([1], max_distance=np.nan), "max_distance must be a positive number, got nan"),
        (lambda: t5_buckets([1], max_distance=16), "above the 16 exact buckets, got 16"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()
