"""Figures: labels that stay apart, axes of few positions, budgets of a bill."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from explorer.figures.memory import memory_bill as memory
from explorer.figures.point_guess import Marks
from explorer.figures.positions import clock_hand as positions_hand
from explorer.figures.positions import distance as positions_distance
from explorer.figures.positions import heatmap as positions
from explorer.figures.positions import rope_alibi as positions_after
from explorer.figures.positions import shift as positions_shift
from explorer.figures.projection.label_placement import place_labels
from tests.support import checked


def heatmap(cells, **changes):
    rows, columns = cells.shape
    settings = {
        "positions": np.arange(rows, dtype=float),
        "columns": np.arange(columns, dtype=float),
        "column_texts": [f"column {i}" for i in range(columns)],
        "extent": (0, rows - 1, 0, columns - 1),
    }
    return checked(positions.heatmap(cells, **(settings | changes)))


def test_shift_figures_draw_an_exact_zero_at_the_bottom_of_the_log_axis():
    figure = checked(positions_shift.errors(np.array([0, 4]), np.array([0.0, 1e-14])))
    assert figure.data[0].y[0] == pytest.approx(1e-18)
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.yaxis.tickfont.size * 0.7 >= 12, "the raised digits of 10⁻¹⁸"
    assert checked(positions_shift.rotation(np.eye(4), [0, 1, 4, 5])).layout.yaxis.autorange == "reversed"


@pytest.mark.parametrize("count", [1, 2, 9])
def test_axes_of_few_positions_have_whole_numbers_as_ticks_and_none_below_0(count):
    each = np.ones((count, count))
    matrix = checked(positions_distance.matrix(each)).layout
    positions = np.arange(count)
    across = [
        axis.layout.xaxis
        for axis in (
            checked(positions_distance.over_distance({"a": each[0], "b": each[0]})),
            checked(positions_shift.errors(positions, each[0])),
            checked(positions_after.alibi(np.ones(2), chosen=0, length=count)),
        )
    ]
    assert {axis.dtick for axis in (matrix.xaxis, matrix.yaxis, *across)} == {1}
    if count == 1:
        assert {axis.range for axis in across} == {(-0.5, 0.5)}
    assert checked(positions_distance.matrix(np.ones((40, 40)))).layout.xaxis.dtick is None


def test_the_hand_covers_its_point_until_it_may_be_seen() -> None:
    tips = np.array([[0.0, 1.0], [0.8, 0.6], [0.6, -0.8]])
    covered = positions_hand.hand(tips[:1], Marks(((-1.0, 0.0, 1.0), (0.0, 1.0)), (0.5, 0.5)))
    checked(covered)
    named = {trace["name"]: trace for trace in covered.data}
    assert list(named) == ["circle", "tip, by position", "tap", "your guess"]
    assert named["tap"]["z"].shape == (2, 3) and named["tap"]["opacity"] == 0
    assert len(named["tip, by position"]["x"]) == 1
    shown = positions_hand.hand(tips, Marks(None, None, ((0.0, 0.0), (1.0, 1.0)), (0.6, -0.8)))
    checked(shown)
    named = {trace["name"]: trace for trace in shown.data}
    assert list(named) == ["circle", "tip, by position", "right", "the class"]
    assert named["tip, by position"]["text"] == ["0", "1", "2"]
    assert (named["right"]["x"].tolist(), named["right"]["y"].tolist()) == (pytest.approx([0.6]), pytest.approx([-0.8]))
    assert named["the class"]["x"].tolist() == [0, 1]


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


def test_budget_labels_stand_apart():
    lines = [(letter, letter, 100 * 1.3**n) for n, letter in enumerate("abcdefghijkl")]
    figure = checked(memory.stacked([("table", 384)], lines, ("bytes", 1)))
    at = [note.x for note in figure.layout.annotations]
    assert (
        len(figure.layout.shapes) > len(at) and min(b - a for a, b in pairwise(at)) > figure.layout.xaxis.range[1] / 8
    )


def test_budgets_at_one_x_share_a_label():
    lines = [("a", "1 B", 1), ("b", "8 B", 8), ("c", "80 B", 80), ("d", "d B", 1_200_000)]
    figure = checked(memory.stacked([("table", 10**6)], lines, ("bytes", 1)))
    assert [note.text for note in figure.layout.annotations] == ["a to c<br>1 B to 80 B", "d<br>d B"]
    assert len(figure.layout.shapes) == 4
