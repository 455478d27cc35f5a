"""Figures of the Memory page: their data."""

from itertools import pairwise

from explorer.figures.memory import memory_bill as memory
from tests.support import checked


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
