"""Two maps compared: shared neighbours, quantiles, the best turn; and scikit-learn's t-SNE."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explorer.vectors.compare_two_maps import shared_neighbours
from explorer.vectors.map_quality import distortion
from explorer.vectors.procrustes import rotation
from explorer.vectors.quantile import quantile
from explorer.vectors.sklearn_tsne import distinct, reduce, run
from tests.support import examples


def test_the_share_is_that_of_sorted_distances() -> None:
    draw = np.random.default_rng(1)
    one, two = draw.normal(size=(2, 30, 2))
    near = [
        np.argsort(np.linalg.norm(p[:, None] - p[None], axis=2) + np.eye(30) * 99, axis=1)[:, :4] for p in (one, two)
    ]
    expected = np.mean([len(set(a) & set(b)) / 4 for a, b in zip(*near, strict=True)])
    assert shared_neighbours(one, two, 4) == pytest.approx(expected)


def test_bounds() -> None:
    points = np.zeros((5, 2))
    with pytest.raises(ValueError, match="5 and 4 points"):
        shared_neighbours(points, points[:4], 1)
    with pytest.raises(ValueError, match="less than the 5 points, got 5"):
        shared_neighbours(points, points, 5)


@given(
    arrays(np.float32, st.integers(1, 40), elements=st.floats(-1e6, 1e6, width=32)),
    st.sampled_from([0.0, 0.25, 0.5, 0.99, 0.995, 1.0]),
)
def test_a_quantile_is_numpys(values: np.ndarray, share: float) -> None:
    expected = float(np.quantile(values.astype(float), share))
    assert quantile(values, share) == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_a_quantile_of_float32_is_worked_out_in_float64() -> None:
    assert quantile(np.array([0, -20, -20, -20], np.float32), 0.99) == pytest.approx(-0.6, abs=1e-12)


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 1.5), ([1.0], -0.1)])
def test_a_quantile_of_nothing_is_refused(values: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="at least one number and a share from 0 to 1"):
        quantile(np.array(values), share)


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


def share_kept(truth: np.ndarray, points: np.ndarray) -> float:
    return distortion(truth, points, k=10, sample=None).share


@pytest.mark.slow
def test_two_seeds_keep_neighbours_but_make_different_pictures() -> None:
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.normal(size=(20, 20)) + 8 * np.eye(20)[island] for island in range(5)])
    points = reduce(rows)
    one, two, again = (run(points, perplexity=6, seed=seed) for seed in (0, 1, 0))
    assert not np.allclose(one, two)
    assert share_kept(rows, one) > share_kept(rows, points[:, :2])
    np.testing.assert_allclose(again, one, atol=1e-3)


def test_equal_rows_are_one_spot_and_the_others_are_drawn_as_without_them() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    rows[10:30] = rows[5]
    assert len(distinct(reduce(rows))[0]) == 20
    points = run(reduce(rows), perplexity=6)
    assert len(points) == 40
    assert (points[10:30] == points[5]).all()
    assert len(np.unique(points, axis=0)) == 20


def test_a_quantile_lies_between_two_numbers_and_leaves_them_where_they_are() -> None:
    values = np.array([[30.0, 0.0], [10.0, 20.0]])
    assert (quantile(values, 0), quantile(values, 0.4), quantile(values, 1)) == (0, pytest.approx(12), 30)
    assert values.tolist() == [[30, 0], [10, 20]]


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
