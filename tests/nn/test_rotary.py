"""Rotary tables and rotation: hand cases, RoPE's defining properties, and errors."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.functional.frequencies import pair_columns
from explorer.nn.rotary import ntk_base, rotary_tables, rotate
from tests.support import examples

LAYOUTS = ["interleaved", "concatenated"]


def test_tables_by_hand():
    # head_dim 4 at base 100: pair 0 turns by 1 radian per position, pair 1 by 100^(−2/4) = 0.1.
    cos, sin = rotary_tables(4, 4, base=100.0, dtype=np.float64)
    angles = [[0, 0], [1, 0.1], [2, 0.2], [3, 0.3]]
    np.testing.assert_allclose(cos, np.cos(angles), atol=1e-15)
    np.testing.assert_allclose(sin, np.sin(angles), atol=1e-15)


def test_a_pair_turns_by_hand():
    # 60°: (2, 0) → (1, √3); 90°: (0, 1) → (−1, 0).
    angles = np.array([[math.pi / 3, math.pi / 2]])
    turned = rotate(np.array([[2.0, 0.0, 0.0, 1.0]]), np.cos(angles), np.sin(angles))
    np.testing.assert_allclose(turned, [[1, math.sqrt(3), -1, 0]], atol=1e-15)


@pytest.mark.parametrize("position", [1, 1_000, 131_072, 10_000_000])
def test_float32_tables_come_from_float64_angles(position):
    cos, sin = rotary_tables([position], 8)
    angles = [math.fmod(position * 10_000 ** (-i / 4), 2 * math.pi) for i in range(4)]
    assert cos.dtype == sin.dtype == np.float32
    np.testing.assert_allclose(cos[0], [math.cos(a) for a in angles], atol=1e-7)
    np.testing.assert_allclose(sin[0], [math.sin(a) for a in angles], atol=1e-7)


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=examples(40))
@given(m=st.integers(0, 5_000), n=st.integers(0, 5_000), k=st.integers(-2_000, 2_000), seed=st.integers(0, 999))
def test_scores_depend_on_the_offset_alone(layout, m, n, k, seed):
    q, key = np.random.default_rng(seed).normal(size=(2, 1, 16))

    def score(query_at: int, key_at: int) -> float:
        turned_q = rotate(q, *rotary_tables([query_at], 16, dtype=np.float64), layout=layout)
        turned_k = rotate(key, *rotary_tables([key_at], 16, dtype=np.float64), layout=layout)
        return (turned_q @ turned_k.T).item()

    assert score(m, n) == pytest.approx(score(m + k, n + k), abs=1e-10)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rotation_keeps_length_and_has_an_inverse(rng_x, layout):
    cos, sin = rotary_tables(rng_x.shape[-2], rng_x.shape[-1], dtype=np.float64)
    turned = rotate(rng_x, cos, sin, layout=layout)
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(rng_x, axis=-1))
    np.testing.assert_allclose(rotate(turned, cos, -sin, layout=layout), rng_x, atol=1e-14)
    assert np.abs(turned - rng_x).max() > 0.5


def test_the_layouts_differ_by_an_order_of_columns(rng_x):
    cos, sin = rotary_tables(rng_x.shape[-2], rng_x.shape[-1], dtype=np.float64)
    order = np.r_[0:12:2, 1:12:2]
    assert (
        rotate(rng_x, cos, sin)[..., order] == rotate(rng_x[..., order].copy(), cos, sin, layout="concatenated")
    ).all()


def test_position_zero_turns_nothing_and_the_type_is_kept():
    x = np.arange(8, dtype=np.float32).reshape(1, 8)
    turned = rotate(x, *rotary_tables(1, 8))
    assert turned.dtype == np.float32
    assert (turned == x).all()


def test_a_view_goes_in_and_a_buffer_comes_out(rng_x):
    cos, sin = rotary_tables(5, 12, dtype=np.float64)
    view = rng_x.transpose(1, 0, 2, 3)
    out = np.empty(view.shape)
    assert rotate(view, cos, sin, out=out) is out
    assert (out == rotate(view.copy(), cos, sin)).all()


def test_interpolated_positions_are_the_trained_ones():
    trained = rotary_tables(16, 8, dtype=np.float64)
    squeezed = rotary_tables(np.arange(64) / 4, 8, dtype=np.float64)
    np.testing.assert_array_equal(squeezed[0][::4], trained[0])
    np.testing.assert_array_equal(squeezed[1][::4], trained[1])


def test_ntk_base_stretches_the_slowest_wave_only():
    d, scale = 64, 4.0
    before = 10_000.0 ** (-np.arange(0, d, 2) / d)
    after = ntk_base(10_000.0, scale, d) ** (-np.arange(0, d, 2) / d)
    assert before[0] == after[0] == 1
    assert before[-1] / after[-1] == pytest.approx(scale)
    assert (np.diff(before / after) > 0).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rotary_tables(4, 3), "head_dim must be even, since columns are taken in pairs, got 3"),
        (lambda: rotary_tables(4, 0), "head_dim must be an integer of at least 2, got 0"),
        (lambda: rotary_tables(4, 4.0), "head_dim must be an integer of at least 2, got 4.0"),
        (lambda: rotary_tables(-5, 4), "positions must be an integer of at least 0, got -5"),
        (lambda: rotary_tables(True, 4), "positions must be an integer of at least 0, got True"),
        (lambda: rotary_tables(4, 4, base=0), "must be a positive number, got 0"),
        (lambda: rotary_tables(4, 4, base=float("nan")), "must be a positive number, got nan"),
        (lambda: rotary_tables([[1]], 4), r"one axis of positions, got shape \(1, 1\)"),
        (lambda: rotary_tables([0.0, np.inf], 4), "must be finite"),
        (lambda: rotate(np.ones(4), np.ones((1, 2)), np.ones((1, 2))), r"at least 2D input .* got shape \(4,\)"),
        (lambda: rotate(np.ones((2, 4)), np.ones((3, 2)), np.ones((3, 2))), r"expected cos and sin \(2, 2\), got \(3"),
        (lambda: rotate(np.ones((1, 2)), np.ones((1, 1)), np.ones((1, 1)), layout="mixed"), "got 'mixed'"),
        (lambda: rotate(np.ones((1, 3)), np.ones((1, 1)), np.ones((1, 1))), "head_dim must be even, .* got 3"),
        (lambda: ntk_base(1e4, 2, 2), "head_dim must be an integer of at least 4, got 2"),
        (lambda: ntk_base(1e4, 2, 7), "head_dim must be even, .* got 7"),
        (lambda: ntk_base(1e4, 0, 8), "scale must be a positive number, got 0"),
        (lambda: ntk_base(np.inf, 2, 8), "base must be a positive number, got inf"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_result_that_cannot_be_written_as_it_is_is_refused(rng_x):
    """In place, the second half would read what the first wrote; integers and half precision would lose digits."""
    cos, sin = rotary_tables(5, 12, dtype=np.float64)
    whole = np.zeros((3, *rng_x.shape))
    for out in (rng_x, rng_x[..., ::-1], np.empty(rng_x.shape, np.int64), np.empty(rng_x.shape, np.float32), whole[:2]):
        with pytest.raises(ValueError, match=r"`out` must be a writeable array of float64 and shape \(2, 3, 5, 12\)"):
            rotate(rng_x, cos, sin, out=out)
    shared = np.zeros((5, 12))
    with pytest.raises(ValueError, match="overlaps no input"):
        rotate(rng_x[0, 0], shared[:, :6], sin, out=shared)
    assert np.array_equal(rotate(rng_x, cos, sin, out=whole[0]), rotate(rng_x, cos, sin))


def test_integers_are_refused_for_their_turned_pairs_are_fractions():
    with pytest.raises(TypeError, match="Queries and keys must be floats, got data type int64"):
        rotate(np.array([[3, 4]]), *rotary_tables(1, 2))
    with pytest.raises(TypeError, match="Rotary tables must be floats, got data type int32"):
        rotary_tables(3, 4, dtype=np.int32)


def test_pair_columns_cover_every_column_once():
    for layout in LAYOUTS:
        first, second = pair_columns(10, layout)
        assert sorted([*np.arange(10)[first], *np.arange(10)[second]]) == list(range(10))


@pytest.fixture
def rng_x():
    return np.random.default_rng(0).normal(size=(2, 3, 5, 12))
