"""Figures of the Tokens page: traces, data, axes, and labels without markup."""

import numpy as np
import pytest

from explorer.figures import theme
from explorer.figures.tokens import row_cells
from explorer.views.tokens import _merges as merges
from explorer.views.tokens._bag_of_words import _draw_bags as bags
from tests.support import checked


def test_labels_are_plain_text():
    labels = ["<b>x</b>", "a&b", "x" * 50]
    figure = checked(row_cells.rows(np.ones((3, 4), np.float32), labels))
    assert figure.layout.yaxis.ticktext == ("&lt;b>x&lt;/b>", "a&amp;b", "x" * 19 + "…")


def test_aligned_heatmaps_share_one_scale_and_one_dimension_axis():
    parts = [
        (name, np.full((2, 5), value, np.float32), ["a", "b"], ["#0B9D76"])
        for name, value in (("x", 1), ("y", -3), ("z", 2))
    ]
    figure = checked(row_cells.aligned(parts, row_cells.limit(*(part[1] for part in parts))))
    assert {trace.coloraxis for trace in figure.data} == {"coloraxis"}
    assert {trace.xaxis for trace in figure.data} == {"x"}
    assert [trace.yaxis for trace in figure.data] == ["y", "y2", "y3"]
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (-3, 3)
    for trace, (_, values, _, _) in zip(figure.data, parts, strict=True):
        np.testing.assert_array_equal(trace.z, values)
    assert figure.layout.yaxis.ticktext == ('<span style="color:#0B9D76">■</span> a', "b")
    domains = [figure.layout[name].domain for name in ("yaxis", "yaxis2", "yaxis3")]
    assert domains[0][1] == 1
    assert domains[2][0] == pytest.approx(0, abs=1e-9)
    assert domains[0][0] > domains[1][1]


def test_ladder_bars_cover_the_word_in_every_row():
    steps = [
        [("c", 1, False), ("a", 1, False), ("t", 1, False)],
        [("c", 1, False), ("at", 2, True)],
        [("cat", 3, True)],
    ]
    figure = checked(merges._draw_ladder(steps, ["bytes", "1. rank 265", "2. rank 9"]))
    bars = [
        (y, base, size)
        for trace in figure.data
        if trace.type == "bar"
        for y, base, size in zip(trace.y, trace.base, trace.x, strict=True)
    ]
    assert sorted(bars) == [
        (0, 0, 0.94), (0, 1, 0.94), (0, 2, 0.94), (1, 0, 0.94), (1, 1, 1.94), (2, 0, 2.94),
    ]  # fmt: skip
    assert list(figure.data[1].text) == ["at", "cat"]
    assert figure.data[1].name == "just joined"
    assert figure.layout.uniformtext.mode == "hide"  # a name without room is left out, not printed over the next one
    assert figure.layout.uniformtext.minsize < theme.FONT_SIZE  # low rows on a phone have smaller names


def test_a_long_words_letters_are_written_as_far_as_a_box_on_a_phone_has_room_for_one():
    def names(size: int) -> list[str]:
        rows = [[("a", 1, False)] * size, [("b" * size, size, True)]]
        figure = checked(merges._draw_ladder(rows, ["bytes", "merge 1"]))
        written = [trace for trace in figure.data if trace.type == "scatter"]
        assert all(trace.textfont.size >= 12 for trace in written)
        return [text for trace in written for text in trace.text]

    assert names(4) == ["a"] * 4 + ["bbbb"]
    assert names(25) == ["a"] * 25 + ["b" * 25]
    assert not names(40)  # left to Plotly, which leaves out what has no room


def test_the_selected_tokens_row_has_a_frame():
    values = np.ones((3, 4), np.float32)
    frames = checked(row_cells.rows(values, ["a", "▸ b", "c"])).layout.shapes  # a dark one with a light edge
    assert {(each.x0, each.x1, each.y0, each.y1) for each in frames} == {(-0.5, 3.5, 0.5, 1.5)} and len(frames) == 2
    assert not checked(row_cells.rows(values, ["a", "b", "c"])).layout.shapes


def test_bags_are_drawn_on_one_scale_with_a_name_per_row():
    values = np.array([[1.0, -3.0], [0.5, 2.0]])
    (cells,) = checked(bags(values, ["one", "<b>two"])).data
    assert cells.zmin == -cells.zmax
    (alone,) = checked(bags(values[:1], ["one"])).data
    assert alone.zmax == cells.zmax, "the first sum would change its colours when the second joins it"
    np.testing.assert_array_equal(cells.z, values.astype(np.float32))
