import numpy as np
import pytest

from explorer.vectors.compare_two_maps import shared_neighbours


def test_turned_and_scaled_pictures_share_everything_and_shuffled_ones_what_chance_gives() -> None:
    draw = np.random.default_rng(0)
    points = draw.normal(size=(200, 2))
    turned = points @ np.array([[0.0, -3.0], [3.0, 0.0]]) + 7
    assert shared_neighbours(points, turned, 10) == 1
    assert abs(shared_neighbours(points, draw.permutation(points), 10) - 10 / 199) < 0.02


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
