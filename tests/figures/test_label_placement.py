"""Labels do not cover each other, earlier points or the marks around these, and stay inside at each size."""

from itertools import combinations

import numpy as np
import pytest

from explorer.figures.projection.label_placement import place_labels


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count", [1, 30, 400])
def test_labels_never_overlap_at_any_size(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = [(280, 300), (700, 430), (1150, 430)]
    texts = ["w" * int(n) for n in rng.integers(1, 15, count)]
    points, bounds = rng.normal(size=(count, 2)), (-4, -4, 4, 4)
    found = place_labels(points, texts, sizes=sizes, bounds=bounds, limit=50)
    for boxes in zip(*(label.boxes for label in found), strict=True):
        for one, other in combinations(boxes, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert len(found) >= min(count, 7)
    assert place_labels(points, texts, sizes=sizes, bounds=bounds, limit=5) == found[:5]
    for label in found:
        for (left, upper, right, lower), (width, height) in zip(label.boxes, sizes, strict=True):
            assert left >= 0
            assert upper >= 0
            assert right <= width
            assert lower <= height


@pytest.mark.parametrize("seed", range(5))
def test_no_label_covers_a_point_that_came_before_it(seed: int) -> None:
    """Points are in order of importance; a label that would cover an earlier dot goes elsewhere."""
    width, height, points = 700, 430, np.random.default_rng(seed).uniform(-1, 1, (150, 2))
    found = place_labels(points, ["word"] * 150, sizes=[(width, height)], bounds=(-1, -1, 1, 1))
    assert 10 < len(found) < 150
    dots = (points * (1, -1) + 1) / 2 * (width, height)
    for label in found:
        ((left, upper, right, lower),) = label.boxes
        earlier = dots[: label.index]
        assert not np.any((earlier > (left, upper)).all(axis=1) & (earlier < (right, lower)).all(axis=1))


def test_points_outside_the_window_get_no_label() -> None:
    found = place_labels([[5, 5], [0.5, 0.5]], ["out", "in"], sizes=[(400, 300)], bounds=(0, 0, 1, 1))
    assert [label.index for label in found] == [1]
    assert place_labels([], [], sizes=[(400, 300)]) == []
