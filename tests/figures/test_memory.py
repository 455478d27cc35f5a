"""Figures of the Memory page: their data."""

from itertools import pairwise

from explorer.figures import theme
from explorer.figures.memory import memory_bill as memory
from tests.support import checked


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
    assert [note.text for note in figure.layout.annotations] == ["Server<br>1 GB", "Laptop<br>20 GB"]
    assert figure.layout.barmode == "stack"
    assert figure.layout.xaxis.range[1] > 9


def test_budget_labels_stand_apart():
    lines = [(letter, letter, 100 * 1.3**n) for n, letter in enumerate("abcdefghijkl")]
    figure = checked(memory.stacked([("table", 384)], lines, ("bytes", 1)))
    at = [note.x for note in figure.layout.annotations]
    assert (
        len(figure.layout.shapes) > len(at) and min(b - a for a, b in pairwise(at)) > figure.layout.xaxis.range[1] / 8
    )


def test_the_axis_of_the_bill_holds_still_while_the_table_doubles():
    one, two = (checked(memory.stacked([("table", size)], [], ("MB", 10**6))) for size in (157 * 10**6, 316 * 10**6))
    assert one.layout.xaxis.range == two.layout.xaxis.range
    for size in (1, 90, 97, 10**6, 4 * 10**8, 10**13):
        end = checked(memory.stacked([("table", size)], [], ("bytes", 1))).layout.xaxis.range[1]
        assert 1.04 * size <= end and (size < 90 or end < 4.2 * size)


def test_budgets_at_one_x_share_a_label():
    lines = [("a", "1 B", 1), ("b", "8 B", 8), ("c", "80 B", 80), ("d", "d B", 1_200_000)]
    figure = checked(memory.stacked([("table", 10**6)], lines, ("bytes", 1)))
    assert [note.text for note in figure.layout.annotations] == ["a to c<br>1 B to 80 B", "d<br>d B"]
    assert len(figure.layout.shapes) == 4


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
