import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.vectors.procrustes import rotation
from tests.support import examples

RNG = np.random.default_rng(2)


def turned(width: int, rng: np.random.Generator) -> np.ndarray:
    """A random orthogonal matrix."""
    return np.linalg.qr(rng.normal(size=(width, width)))[0]


def test_by_hand_a_quarter_turn_and_a_mirror_are_found() -> None:
    # A triangle (0, 0), (2, 0), (0, 1), turned by 90°: (x, y) goes to (−y, x).
    triangle = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    np.testing.assert_allclose(rotation(triangle, np.array([[0.0, 0], [0, 2], [-1, 0]])), [[0, 1], [-1, 0]], atol=1e-12)
    # Mirrored in the upright axis: (x, y) goes to (−x, y).
    np.testing.assert_allclose(rotation(triangle, np.array([[0.0, 0], [-2, 0], [0, 1]])), [[-1, 0], [0, 1]], atol=1e-12)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=examples(40))
def test_in_a_plane_no_angle_does_better_with_or_without_a_mirror(seed: int) -> None:
    rng = np.random.default_rng(seed)
    source, target = rng.normal(size=(7, 2)), rng.normal(size=(7, 2))
    best = np.square(source @ rotation(source, target) - target).sum()
    angles = np.linspace(0, 2 * np.pi, 2000)
    c, s = np.cos(angles), np.sin(angles)
    slow = min(
        np.square(source @ np.array([[c, s], [-flip * s, flip * c]]).transpose(2, 0, 1) - target).sum((1, 2)).min()
        for flip in (1, -1)
    )
    assert slow >= best - 1e-9
    assert slow - best < 1e-3 * (1 + best)


@given(st.integers(1, 12), st.integers(1, 30), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(40))
def test_it_is_orthogonal_and_no_other_turn_does_better(width: int, rows: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    source, target = rng.normal(size=(rows, width)), rng.normal(size=(rows, width))
    turn = rotation(source, target)
    np.testing.assert_allclose(turn @ turn.T, np.eye(width), atol=1e-9)
    best = np.square(source @ turn - target).sum()
    for _ in range(20):
        assert np.square(source @ turned(width, rng) - target).sum() >= best - 1e-9


def test_a_turned_table_is_turned_back_exactly() -> None:
    table, turn = RNG.normal(size=(50, 8)), turned(8, RNG)
    np.testing.assert_allclose(rotation(table, table @ turn), turn, atol=1e-9)


def test_clouds_of_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Expected two tables of one shape \(n, D\), got \(6, 3\) and \(6, 9\)"):
        rotation(np.zeros((6, 3)), np.zeros((6, 9)))
