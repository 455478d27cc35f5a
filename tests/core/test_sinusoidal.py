"""Sinusoids against the float64 formula, published values and the angle-addition theorem."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core import create_sinusoidal_embeddings
from explorer.core import functional as F  # noqa: N812


def formula(positions, width, base=10_000.0, layout="interleaved"):
    """The paper's formula, one number at a time."""
    table = np.zeros((len(positions), width))
    half = (width + 1) // 2
    for row, position in enumerate(positions):
        for i in range(half):
            angle = position * base ** (-2 * i / width)
            sine, cosine = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, half + i)
            table[row, sine] = math.sin(angle)
            if 2 * i + 1 < width:
                table[row, cosine] = math.cos(angle)
    return table


def test_row_zero_is_exactly_zero_one_zero_one():
    assert create_sinusoidal_embeddings(300, 6).data[0].tolist() == [0, 1, 0, 1, 0, 1]


@given(
    st.integers(0, 300),
    st.integers(0, 9),
    st.sampled_from(["interleaved", "concatenated"]),
    st.integers(0, 700),
    st.sampled_from([10_000.0, 100.0, 500_000.0]),
)
def test_blocks_equal_the_formula(length, width, layout, start, base):
    made = F.sinusoidal(length, width, layout=layout, start_pos=start, base=base)
    assert made.shape == (length, width)
    assert made.dtype == np.float32
    assert np.abs(made - formula(range(start, start + length), width, base, layout)).max(initial=0) < 1e-6


@given(st.lists(st.floats(-1e4, 1e4), max_size=8), st.integers(1, 7))
def test_any_positions_equal_the_formula(positions, width):
    made = F.sinusoidal(positions, width, dtype=np.float64)
    assert np.abs(made - formula(positions, width)).max(initial=0) < 1e-9


def test_a_row_has_the_same_bits_in_every_table():
    whole = F.sinusoidal(1000, 10)
    assert np.array_equal(whole[300:600], F.sinusoidal(300, 10, start_pos=300))
    assert np.array_equal(whole[:1], F.sinusoidal(1, 10))


def test_far_out_the_angle_is_still_right():
    row = F.sinusoidal(1, 1024, start_pos=131_071)[0]
    assert np.abs(row - formula([131_071], 1024)[0]).max() < 1e-6


def test_a_fraction_to_start_at_is_added_to_every_position():
    moved = F.sinusoidal(4, 5, start_pos=0.5, dtype=np.float64)
    assert np.array_equal(moved, F.sinusoidal(np.arange(4), 5, start_pos=0.5, dtype=np.float64))
    assert np.abs(moved - formula([0.5, 1.5, 2.5, 3.5], 5)).max() < 1e-12


def test_a_table_of_integers_is_refused():
    with pytest.raises(TypeError, match="Sinusoids must be floats, got data type int64"):
        F.sinusoidal(4, 4, dtype=np.int64)


@given(st.integers(-50, 50), st.sampled_from([2, 6, 16]), st.sampled_from(["interleaved", "concatenated"]))
def test_one_matrix_shifts_every_position(k, width, layout):
    matrix = F.shift_matrix(k, width, layout=layout)
    table = F.sinusoidal(np.arange(200), width, layout=layout, dtype=np.float64)
    assert np.allclose(table[60:140] @ matrix.T, table[60 + k : 140 + k], atol=1e-10)
    assert np.allclose(matrix @ matrix.T, np.eye(width), atol=1e-12)  # a rotation keeps lengths


def test_wavelengths_run_from_two_pi_towards_base_times_two_pi():
    wavelengths = 2 * np.pi / F.frequencies(512)
    assert wavelengths[0] == pytest.approx(2 * np.pi)
    assert wavelengths[-1] == pytest.approx(10_000 ** (510 / 512) * 2 * np.pi)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: F.sinusoidal(-1, 4), "positions must be an integer of at least 0, got -1"),
        (lambda: F.sinusoidal(4, 2.0), "embed_dim must be an integer of at least 0, got 2.0"),
        (
            lambda: F.sinusoidal(4, 4, layout="mixed"),
            "layout must be one of 'interleaved', 'concatenated', got 'mixed'",
        ),
        (lambda: F.sinusoidal(4, 4, base=0.0), "base must be a positive number, got 0.0"),
        (
            lambda: F.sinusoidal([[1.0]], 4),
            "positions must be a number of rows or one axis of positions, got shape (1, 1)",
        ),
        (lambda: F.sinusoidal(True, 4), "positions must be an integer of at least 0, got True"),
        (lambda: F.sinusoidal([0.0, np.nan], 4), "positions must be finite numbers, got nan"),
        (lambda: F.sinusoidal([1j], 4), "positions must be finite numbers, got data type complex128"),
        (lambda: F.sinusoidal(["1"], 4), "positions must be finite numbers, got data type <U1"),
        (
            lambda: F.sinusoidal([[1], [2, 3]], 4),
            "positions must be finite numbers, got sequences of different lengths, fill them up to one length first",
        ),
        (lambda: F.sinusoidal(3, 4, start_pos=np.inf), "start_pos must be finite numbers, got inf"),
        (lambda: F.sinusoidal([3], 4, start_pos=np.nan), "start_pos must be finite numbers, got nan"),
        (lambda: F.frequencies(4, base=True), "base must be a positive number, got True"),
        (lambda: F.frequencies(4, base="10"), "base must be a positive number, got '10'"),
        (lambda: F.frequencies(4, base=np.inf), "base must be a positive number, got inf"),
        (lambda: F.frequencies(-1), "embed_dim must be an integer of at least 0, got -1"),
        (lambda: F.shift_matrix(np.nan, 4), "k must be a finite number, got nan"),
        (
            lambda: F.shift_matrix(1, 4, layout="mixed"),
            "layout must be one of 'interleaved', 'concatenated', got 'mixed'",
        ),
        (lambda: F.shift_matrix(1, 3), "embed_dim must be even, since columns are taken in pairs, got 3"),
        (lambda: create_sinusoidal_embeddings(2.5, 4), "max_seq_len must be an integer of at least 0, got 2.5"),
    ],
)
def test_wrong_requests_are_refused(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message
