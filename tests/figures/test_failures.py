"""Figures of the Failures page, validated by Plotly."""

import numpy as np
import plotly.graph_objects as go

from explorer.failures.case_catalogue import CASES
from explorer.figures import bars_with_limit, theme
from explorer.figures.failures import library_grid
from explorer.ui.plot.presenter_layout import room_for_names


def test_bars_beyond_the_limit_are_striped_and_named():
    spec = bars_with_limit.bars(
        "token id", ["a", "<b>"], [5, 60], ["5", "60"], limit=49, limit_text="the last row is 49"
    )
    figure = go.Figure(spec.to_dict())
    assert list(figure.data[0].marker.pattern.shape) == ["", "/"]
    assert figure.data[0].marker.color[0] != figure.data[0].marker.color[1]
    assert [note.text for note in figure.layout.annotations] == ["a: 5", "&lt;b>: 60", "the last row is 49"]
    assert figure.layout.shapes[0].x0 == 49
    assert figure.layout.xaxis.range[1] > 60


def test_bars_without_a_limit_have_no_line():
    spec = bars_with_limit.bars("axes", ["a"], [3], ["3"])
    figure = go.Figure(spec.to_dict())
    assert len(figure.layout.shapes) == 0
    assert list(figure.data[0].marker.pattern.shape) == [""]


def test_a_grid_names_each_field_and_covers_what_is_not_told():
    figure = go.Figure(
        library_grid.grid(["x", "y"], ["NumPy", "JAX"], [[0, 1], [2, -1]], ("stops", "wrong", "right")).to_dict()
    )
    heat, said = figure.data
    assert [list(row) for row in heat.text] == [["stops", "wrong"], ["right", "?"]]
    assert list(said.text) == ["stops", "wrong", "right", "?"]
    colours = [theme.LIGHT, theme.DARK, theme.DARK, theme.INK]
    assert list(said.textfont.color) == colours, "readable on blue, orange, green and on the page"
    assert np.array(heat.z, dtype=object)[1][1] is None
    assert (heat.zmin, heat.zmax) == (-0.5, 2.5)


def test_the_names_of_all_mistakes_fit_into_two_lines():
    names = [case.name for case in CASES]
    spec = library_grid.grid(names, ["NumPy"], [[0]] * len(names), ("stops", "wrong", "right"))
    ticks = spec.layout["yaxis"]["ticktext"]
    assert max(tick.count("<br>") for tick in ticks) == 1
    assert "Widths that don't<br>match" in ticks


def test_where_there_is_room_names_take_one_line_and_rows_are_low_enough_for_a_projector():
    names = [case.name for case in CASES]
    words = ("stops", "wrong", "right")
    spec = library_grid.grid(names, ["this core"], [[0]] * len(names), words, wide=True)
    assert not any("<br>" in tick for axis in ("xaxis", "yaxis") for tick in spec.layout[axis]["ticktext"])
    assert max(spec.layout["height"], room_for_names({"data": [], "layout": spec.layout})) <= 680
    narrow = library_grid.grid(names, ["this core"], [[0]] * len(names), words)
    assert narrow.layout["xaxis"]["ticktext"] == ["this<br>core"], "four heads side by side on a phone"
