"""Figures of the Gradients page: their data."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from explorer.figures import label_text
from explorer.figures.gradients.matrix_panels import blocks
from explorer.gradients import toy_training
from explorer.views import gradients as views
from explorer.views.gradients import row_gradients as gradients_wall
from explorer.views.gradients import tied_output
from explorer.views.gradients.optimizer_step import _draw_movement as movement
from explorer.views.gradients.toy_training import plane
from tests.support import checked, examples


def test_marks_stand_where_their_rows_are():
    rows, counts = np.array([0, 256 * 3 + 7, 50_256]), np.array([1, 4, 100])
    marks, ring = checked(gradients_wall._draw_wall(rows, counts, ["a", "b", "c"], 50_257, selected=775)).data
    assert list(zip(marks.x, marks.y, strict=True)) == [(0, 0), (7, 3), (80, 196)]
    once, four_times, often = marks.marker.size.tolist()
    assert four_times - once == pytest.approx(3 * 3**0.5, rel=1e-4)
    assert four_times < often < gradients_wall.RING, "the most frequent fits the ring"
    assert [line[1:] for line in marks.customdata] == [[0, 1], [775, 4], [50_256, 100]]
    assert (ring.x[0], ring.y[0]) == (7, 3)


def test_rows_are_not_marked_as_learned_before_the_guess():
    early, late = (views.touched_rows(text="the cat").at_question(told) for told in (False, True))
    assert (len(early.spec.data[0]["x"]), len(late.spec.data[0]["x"])) == (0, 2)
    assert not early.table and {"the", "␣cat"} == {*late.table["token"]}


def test_equal_steps_along_the_axes_of_the_books_multiply_by_equal_numbers():
    shares, ranks = (checked(view.spec).layout for view in (views.shares(), views.ranks()))
    assert {axis.type for made in (shares, ranks) for axis in (made.xaxis, made.yaxis)} == {"log"}


def test_of_many_marks_some_of_the_largest_carry_their_names():
    rows, counts = np.arange(30) * 100, np.array([1] * 29 + [4])
    (marks,) = checked(gradients_wall._draw_wall(rows, counts, [str(i) for i in rows], 50_257)).data
    assert {name for name in marks.text if name} <= {str(row) for row in (*rows[:15], rows[29])}
    assert marks.text[29] == "2900"


def test_a_small_table_is_a_square_whose_cells_are_drawn():
    rows = np.array([0, 64, 4095])
    marks, cells = checked(gradients_wall._draw_wall(rows, np.ones(3), ["a", "b", "c"], 4096)).data
    assert list(zip(marks.x, marks.y, strict=True)) == [(0, 0), (0, 1), (63, 63)]
    assert cells.z.shape == (64, 64) and not np.isnan(cells.z).any()
    (_, part) = checked(gradients_wall._draw_wall(rows[:1], np.ones(1), ["a"], 100)).data
    assert np.isnan(part.z).sum() == 28, "the last line is not full"


def test_very_many_rows_fill_the_cells_of_the_wall():
    rows = np.arange(0, 50_257, 7)
    (cells,) = checked(gradients_wall._draw_wall(rows, np.ones(len(rows)), ["x"] * len(rows), 50_257)).data
    assert cells.z.shape == (197, 256)
    assert np.flatnonzero(cells.z).tolist() == rows.tolist()


@example([49, 71, 28])  # two names in the way, and the edge half a pixel off
@settings(max_examples=examples(25))  # Plotly checks each figure, half a second on a busy machine
@given(st.lists(st.integers(0, 50_256), min_size=1, max_size=12, unique=True))
def test_names_beside_marks_stay_on_the_wall(rows):
    (marks,) = checked(
        gradients_wall._draw_wall(np.array(rows), np.ones(len(rows)), ["␣token"] * len(rows), 50_257)
    ).data
    for row, side in zip(rows, marks.textposition, strict=True):
        x = row % 256 * gradients_wall.NARROW / 256
        left, right = {"left": (x - 66, x), "right": (x, x + 66)}.get(side.split()[1], (x - 30, x + 30))
        assert left >= 0 and right <= gradients_wall.NARROW


def test_a_visitors_token_is_text_and_never_markup():
    assert label_text.plain("<b>x</b>", 12) == "&lt;b>x&lt;/b>"
    marks = checked(gradients_wall._draw_wall(np.array([5]), np.array([1]), ["<a href='x'>"], 100)).data[0]
    assert "<" not in marks.customdata[0][0] + marks.text[0]


@pytest.mark.slow
@given(st.integers(0, 30), st.integers(1, 30), st.integers(1, 8), st.booleans())
def test_matrices_share_one_scale_and_touch_no_neighbour(n, m, width, numbers):
    rng = np.random.default_rng(0)
    first, second = rng.standard_normal((n, width)), 3 * rng.standard_normal((m, width))
    figure = checked(blocks([("a", first, ["x"] * n), ("b", second, ["y"] * m), ("c", second, ())], numbers=numbers))
    limit = max(np.abs(first).max(initial=0), np.abs(second).max())
    for trace in figure.data:
        assert trace.zmax == -trace.zmin == pytest.approx(limit)
    domains = [figure.layout[axis].domain for axis in ("xaxis", "xaxis2", "xaxis3")]
    edges = [edge for domain in domains for edge in domain]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 1
    named, bare = edges[2] - edges[1], edges[4] - edges[3]
    assert named > 5 * bare > 0  # row names stand to the left of the second panel, and the third has none
    assert {round(right - left, 9) for left, right in domains} == {round(domains[0][1] - domains[0][0], 9)}
    assert figure.layout.yaxis2.ticktext == ("y",) * m
    assert sum(trace.showscale for trace in figure.data) == (0 if numbers else 1)


def test_bars_of_two_ways_differ_by_pattern_too():
    ways = {"touched rows only": np.array([1.0, 0.0]), "whole table": np.array([1.0, 0.5])}
    figure = checked(movement(["a", "b"], ["in both", "in yours"], ways))
    assert figure.layout.yaxis.range == (1.5, -0.5), "the first row on top, none without bars"
    first, second = figure.data
    assert (first.marker.pattern.shape, second.marker.pattern.shape) == ("", "/")
    assert second.x.tolist() == [1.0, 0.5]


def test_the_plane_draws_seen_and_unseen_words_and_keeps_its_window():
    points = np.random.default_rng(0).standard_normal((4, 3, 2)).astype(np.float32)
    seen = np.array([True, False, True])
    windows = set()
    for frames in (1, 4):
        figure = checked(plane(points, frames - 1, ["a", "b", "c"], seen))
        windows.add((figure.layout.xaxis.range, figure.layout.yaxis.range, figure.data[1].textposition))
        trail, marks, _, unseen = figure.data
        assert len(trail.x) == 2 * (2 if frames == 1 else 3)  # through every third of the frames
        assert (marks.text, unseen.text) == (("a", "c"), ("<b>b</b>",))
        assert (marks.marker.symbol, unseen.marker.symbol) == ("circle", "square")
        assert np.array_equal(marks.x, points[frames - 1, [0, 2], 0])
    ((across, upward, _),) = windows
    for (least, most), values in zip((across, upward), points.reshape(-1, 2).T, strict=True):
        assert least < values.min() and values.max() < most, "a row leaves the window on its way"


def test_the_rows_that_are_read_have_a_frame_and_a_mark():
    view = views.board(ids="5 10 10 5")
    shapes, names = view.spec.layout["shapes"], view.spec.layout["yaxis"]["ticktext"]
    assert [(shape["y0"], shape["y1"]) for shape in shapes] == [(4.5, 5.5)] * 2 + [(9.5, 10.5)] * 2, "with a light edge"
    assert [row for row, name in enumerate(names) if name.startswith("▸")] == [5, 10]
    assert not views.board(ids="5 10 10 5", step="6 Into the table").spec.layout["shapes"]
    repeated = views.board(ids="5 10 10 2", step="5 Through ×√D").spec.layout["shapes"]
    assert {(shape["y0"], shape["y1"]) for shape in repeated} == {(0.5, 1.5), (1.5, 2.5)}, (
        "copies of the row read twice"
    )


@pytest.mark.parametrize("text", [toy_training.TEXT, *toy_training.THEMES.values()])
def test_names_are_of_those_who_run_together_at_the_start_and_of_them_first_at_the_end(text):
    told = {
        f"<b>{word}</b>" for pair in toy_training.train(toy_training.ToyRequest(text)).together[:2] for word in pair[:2]
    }
    start, end = (
        {name for each in views.learning(text=text, step=step).spec.data for name in each.get("text", ()) if name}
        for step in (0, 300)
    )
    assert len(told & start) >= 3 and all("<b>" in name for name in start)
    assert len(told & end) >= len(told) - 1 and len(end) > len(start)  # two dots may end on one spot


def test_both_ends_draw_rows_with_a_gradient_and_no_others():
    lookup, softmax = np.array([0.0, 2.0, 0.0, 0.5]), np.array([1e-4, 1e-3, 1e-2, 1.0])
    names = ["a", "<b>", "c", "d"]
    entry, read = checked(tied_output._draw_ends(lookup, None, names)).data
    assert (entry.showlegend, read.showlegend, entry.legendgroup) == (None, False, read.legendgroup)
    assert (read.x.tolist(), read.y.tolist(), read.text) == ([1, 3], [2.0, 0.5], ("&lt;b>", "d"))
    scored, entry, again = checked(tied_output._draw_ends(lookup, softmax, names)).data
    assert (scored.name, scored.x.tolist()) == (tied_output.SOFTMAX, [0, 1, 2, 3])
    assert (entry.x, again.x.tolist()) == ((None,), [1, 3])
    assert scored.marker.symbol != again.marker.symbol
    low, high = checked(tied_output._draw_ends(lookup, softmax, names)).layout.yaxis.range
    assert 10**low < 1e-4 and 10**high > 2
    coloured = checked(tied_output._draw_ends(lookup, softmax, names, ["#0072B2", "#D55E00"])).data
    assert coloured[-1].marker.color == ("#0072B2", "#D55E00"), "a token keeps its colour"
    assert coloured[1].marker.color not in coloured[-1].marker.color, "the legend's square would be one token's"


def test_among_dots_labels_stand_side_by_side_above_all_of_them_each_with_a_line_to_its_square():
    lookup, softmax = np.zeros(100), np.full(100, 1e-8)
    lookup[[10, 11]], names = (1, 1.2), [f"token {row}" for row in range(100)]
    assert all(checked(tied_output._draw_ends(lookup, None, names)).data[-1].text)
    drawn = checked(tied_output._draw_ends(lookup, softmax, names))
    assert not drawn.data[-1].text
    notes = drawn.layout.annotations
    assert [(note.text, note.x) for note in notes] == [("token 10", 10), ("token 11", 11)]
    assert [10**note.y for note in notes] == pytest.approx([1, 1.2])
    assert all(np.log10(1.2) < note.ay < drawn.layout.yaxis.range[1] for note in notes)
    left, right = (note.x / 100 * tied_output.NARROW + note.ax for note in notes)
    assert right - left >= 8 * len("token 10")


@pytest.mark.parametrize(("height", "numbers", "shown"), [(3, False, 6), (9, False, 9), (3, True, 5)])
def test_every_row_of_a_block_is_whole(height: int, numbers: bool, shown: int) -> None:
    names = [f"row {at}" for at in range(height)]
    drawn = blocks([("table", np.ones((height, 4)), names)], numbers=numbers)
    assert drawn.layout["yaxis"]["range"] == [shown - 0.5, -0.5]  # half a row beyond each end
