"""Figures: labels that stay apart, axes of few positions, budgets of a bill."""

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from explorer.figures import theme
from explorer.figures.memory import memory_bill as memory
from explorer.figures.positions import distance as positions_distance
from explorer.figures.positions import heatmap as positions
from explorer.figures.positions import rope_alibi as positions_after
from explorer.figures.projection.label_placement import place_labels
from explorer.views.positions import _sine_cosine as sine_cosine
from explorer.views.positions import clock_dials as clocks
from explorer.views.positions import counting, vector_addition
from explorer.views.positions import shift as positions_shift
from tests.support import bare, checked


def heatmap(cells, **changes):
    rows, columns = cells.shape
    settings = {
        "positions": np.arange(rows, dtype=float),
        "columns": np.arange(columns, dtype=float),
        "column_texts": [f"column {i}" for i in range(columns)],
        "extent": (0, rows - 1, 0, columns - 1),
    }
    return checked(positions.heatmap(cells, **(settings | changes)))


def test_the_first_row_of_the_shifts_matrix_is_on_top():
    assert checked(positions_shift.rotation(np.eye(4), [0, 1, 4, 5])).layout.yaxis.autorange == "reversed"


@pytest.mark.parametrize("count", [1, 2, 9])
def test_axes_of_few_positions_have_whole_numbers_as_ticks_and_none_below_0(count):
    each = np.ones((count, count))
    matrix = checked(positions_distance.matrix(each)).layout
    across = [
        axis.layout.xaxis
        for axis in (
            checked(positions_distance.over_distance({"a": each[0], "b": each[0]})),
            checked(positions_after.alibi(np.ones(2), chosen=0, length=count)),
        )
    ]
    assert {axis.dtick for axis in (matrix.xaxis, matrix.yaxis, *across)} == {1}
    if count == 1:
        assert {axis.range for axis in across} == {(-0.5, 0.5)}
    assert checked(positions_distance.matrix(np.ones((40, 40)))).layout.xaxis.dtick is None


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


def texts(figure: Any) -> list[str]:
    """Those that can be read: two lines of nothing keep room above."""
    return [note.text for note in figure.layout.annotations if note.text.replace("<br>", "").strip()]


def test_budgets_at_one_x_share_a_label():
    lines = [("a", "1 B", 1), ("b", "8 B", 8), ("c", "80 B", 80), ("d", "d B", 1_200_000)]
    figure = checked(memory.stacked([("table", 10**6)], lines, ("bytes", 1)))
    assert texts(figure) == ["a to c<br>1 B to 80 B", "d<br>d B"]
    assert len(figure.layout.shapes) == 4


def test_the_stack_draws_every_part_once_in_the_chosen_unit_and_only_budgets_in_sight():
    figure = checked(
        memory.stacked(
            [("table", 3 * 10**9), ("nothing", 0), ("state", 6 * 10**9)],
            [("Server", "1 GB", 10**9), ("Laptop", "20 GB", 20 * 10**9), ("Card", "80 GB", 80 * 10**9)],
            ("GB", 10**9),
            [("One-hot", 10**9)],
        )
    )
    assert [(trace.name, list(trace.x), list(trace.y)) for trace in figure.data] == [
        ("table", [3.0], [memory.BILL]),
        ("state", [6.0], [memory.BILL]),
        ("One-hot", [1.0], ["One-hot"]),
    ]
    assert list(figure.layout.yaxis.categoryarray) == ["One-hot", memory.BILL]
    assert texts(figure) == ["Server<br>1 GB", "Laptop<br>20 GB"]
    assert figure.layout.barmode == "stack"
    assert figure.layout.xaxis.range[1] > 9


def test_the_axis_of_the_bill_holds_still_while_the_table_doubles():
    one, two = (checked(memory.stacked([("table", size)], [], ("MB", 10**6))) for size in (157 * 10**6, 316 * 10**6))
    assert one.layout.xaxis.range == two.layout.xaxis.range
    for size in (1, 90, 97, 10**6, 4 * 10**8, 10**13):
        end = checked(memory.stacked([("table", size)], [], ("bytes", 1))).layout.xaxis.range[1]
        assert 1.04 * size <= end and (size < 90 or end < 4.2 * size)


def test_parts_differ_by_hatching_as_well_as_colour_keep_it_and_share_it_with_no_comparison():
    parts = [(f"part {index}", 10) for index in range(8)]
    figure = checked(memory.stacked(parts, [], ("bytes", 1), [("one-hot", 5), ("cache", 5)]))
    looks = [(trace.marker.color, trace.marker.pattern.shape) for trace in figure.data]
    assert len({color for color, _ in looks[:8]}) == len({shape for _, shape in looks[:8]}) == 8, "a bill has eight"
    assert not {color for color, _ in looks[:8]} & {color for color, _ in looks[8:]}
    fewer = checked(memory.stacked([("part 0", 10), ("part 1", 0), ("part 2", 10)], [], ("bytes", 1)))
    assert [(trace.marker.color, trace.marker.pattern.shape) for trace in fewer.data] == [looks[0], looks[2]]


def test_cards_fill_a_frame_and_show_what_is_full_by_colour_and_hatching():
    figure = checked(memory.cards(["small", "large"], [230.0, 2.9], ["3 needed", "2.9 %"], 0, "20 GB"))
    frame, fit, full = figure.data
    assert (frame.x, fit.x, full.x) == ((100, 100), (None, 2.9), (100, None)), "no bar is longer than its frame"
    assert full.customdata == (230.0, 2.9)
    assert (fit.marker.pattern.shape, full.marker.pattern.shape) == ("", "/")
    assert (fit.marker.color, full.marker.color) == (theme.OKABE_ITO[0], theme.OKABE_ITO[3])
    assert figure.layout.xaxis.range == (0, 101)
    *words, size = figure.layout.annotations
    assert "20 GB" in size.text
    assert [(note.text, note.y) for note in words] == [("3 needed", 0), ("2.9 %", 1)]
    assert [(note.x, note.xanchor) for note in words] == [(50, None), (2.9, "left")], "in the bar, or behind it"


def test_a_window_keeps_the_whole_table_in_reach_and_says_what_a_cell_is():
    figure = heatmap(
        np.zeros((5, 4), np.float32), positions=31.5 + 64 * np.arange(5.0), extent=(0, 8191, 0, 1023), joined=64
    )
    assert (figure.data[0].y0, figure.data[0].dy) == (31.5, 64)
    assert (figure.data[0].x0, figure.data[0].dx) == (0, 1)
    across = heatmap(np.zeros((5, 4), np.float32), columns=7.5 + 16 * np.arange(4.0)).data[0]
    assert (across.x0, across.dx, across.y0, across.dy) == (7.5, 16, 0, 1)
    assert list(figure.data[1].y) == [-0.5, 8191.5]
    assert "mean of 64 positions" in figure.data[0].hovertemplate


def test_numbers_stand_in_the_cells_where_asked_for():
    small = heatmap(np.array([[0, -0.25], [0.5, -1]], np.float32), numbers=True).data[0]
    assert small.texttemplate == "%{text}"
    assert [[bare(text) for text in row] for row in small.text] == [["0.00", "−0.25"], ["0.50", "−1.00"]]
    assert heatmap(np.zeros((2, 2), np.float32)).data[0].texttemplate is None


def test_dials_stand_as_one_writes_numbers_and_point_where_their_turns_say():
    tips = np.array([[1.0, 0.0], [0.0, -1.0]])
    figure = checked(counting._draw_dials(tips, [0.25, 0.5], (4, 2), ("ones", "fours"), tips))
    (hands,) = [trace for trace in figure.data if trace.mode == "lines+markers"]
    (ones, fours), (up_ones, up_fours) = (np.reshape(hands[axis], (2, 3)) for axis in ("x", "y"))
    assert fours[0] < ones[0] and up_ones[0] == up_fours[0] == 0
    assert (ones[1] - ones[0], up_ones[1]) == pytest.approx((0.8, 0), abs=1e-6)
    assert (fours[1] - fours[0], up_fours[1]) == pytest.approx((0, -0.8), abs=1e-6)
    assert np.isnan([ones[2], fours[2]]).all(), "no line leads from hand to hand"
    assert hands.line.color == hands.marker.color and "fours: 0.500 turns" in hands.hovertemplate[3]
    lines = checked(counting._draw_neighbours({"a": np.ones(3), "b": np.zeros(3)}, position=9))
    assert lines.data[0].x0 == 0
    assert lines.layout.shapes[0].x0 == 2
    assert lines.layout.shapes[0].layer == "below"  # one of the lines has its peak there


def test_clocks_point_where_their_tips_are_above_the_positions_digits():
    tips = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [-1.0, 0.0], [0.6, 0.8]])
    figure = checked(clocks._draw_clocks(tips, [6.28] * 5, range(5), [1, 0, 1], False))
    (hands,) = [trace for trace in figure.data if trace.mode == "lines+markers"]
    across, up = (np.reshape(hands[axis], (5, 3)) for axis in ("x", "y"))
    drawn = np.stack([across[:, 1] - across[:, 0], up[:, 1] - up[:, 0]], axis=1)
    assert drawn == pytest.approx(0.8 * tips, abs=1e-4)
    assert np.isnan([across[:, 2], up[:, 2]]).all(), "no line leads from hand to hand"
    assert up[4, 0] < up[3, 0] == up[0, 0]
    (ones,) = [trace for trace in figure.data if trace.fill == "toself"]
    assert len(ones.x) == 2 * 6 and np.nanmax(np.array(ones.y, float)) < min(up[:, 0]) - 1
    assert [trace.text for trace in figure.data if trace.mode == "text"] == [("1", "0", "1")]
    assert len(checked(clocks._draw_clocks(tips, [6.28] * 5, range(5), [], False)).data) == 3


def test_the_face_drops_the_chosen_position_and_its_twin_only_when_it_may_be_seen():
    positions = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], float)
    for other, dropped in ((None, 1), (0, 1), (2, 2)):
        figure = checked(
            sine_cosine._draw_face(positions, np.zeros(1), positions[:1], [*"abcd"], chosen=0, other=other)
        )
        lines = [trace for trace in figure.data if trace.mode == "lines+markers+text" and trace.visible]
        assert len(lines) == dropped
        assert [line.x[1] for line in lines] == [line.x[0] for line in lines]
        assert list(lines[0].y) == [1, sine_cosine.SHADOW]
        (hand,) = [trace for trace in figure.data if trace.name == "hand"]
        assert [(0, 0), tuple(positions[0])] == list(zip(hand.x, hand.y, strict=True)), "from the middle to its tip"


def test_the_arrows_go_from_the_middle_to_the_row_and_on_to_the_sum():
    sums = np.array([[2.0, 2.0], [3.0, 1.0]])
    figure = checked(vector_addition._draw_arrows({"a": (2, 1), "b": (0, 1)}, sums, word="a", position=1, ring=False))
    row, step, total = [note for note in figure.layout.annotations if note.showarrow]
    assert (row.ax, row.ay, row.x, row.y) == (0, 0, 2, 1)
    assert (step.ax, step.ay, step.x, step.y) == (2, 1, 3, 1)
    assert (total.ax, total.ay, total.x, total.y) == (0, 0, 3, 1)


def test_two_words_get_the_same_position_on_axes_that_do_not_move():
    sums = {word: np.array(row) + np.arange(3)[:, None] for word, row in (("a", (2.0, 1.0)), ("b", (-2.0, 1.0)))}
    first, last = (
        checked(vector_addition._draw_two_sums({"a": (2, 1), "b": (-2, 1)}, sums, position)) for position in (0, 2)
    )
    assert first.layout.xaxis.range == last.layout.xaxis.range and first.layout.yaxis.range == last.layout.yaxis.range
    for word, totals in sums.items():
        (name,) = [note for note in last.layout.annotations if note.text == word]
        assert (name.x, name.y) == tuple(totals[2]), "each sum has its word's name"
    shifts = [
        (note.x - note.ax, note.y - note.ay)
        for note in last.layout.annotations
        if note.arrowcolor == theme.OKABE_ITO[3]
    ]
    assert shifts == [(2, 2), (2, 2)], "both words get the same position"
