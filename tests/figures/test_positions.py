"""Figures of the Positions page: trace types, data, axes, and bytes."""

import numpy as np
import pytest

from explorer.figures.positions import distance as positions_distance
from explorer.figures.positions import heatmap as positions
from explorer.figures.positions import rope_alibi as positions_after
from explorer.figures.positions import shift as positions_shift
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
