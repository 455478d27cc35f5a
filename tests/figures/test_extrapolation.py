"""Figures of the Extrapolation page: traces, data, axes."""

import numpy as np
import pytest

from explorer.figures import theme
from explorer.figures.extrapolation import loss_curves
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.views.extrapolation import _missing_rows
from tests.support import checked


def test_a_curve_has_a_band_from_the_lowest_to_the_highest_seed() -> None:
    curve = Curve("RoPE", 3, np.array([[1.0, 2.0], [3.0, 4.0]]))
    band, line = checked(loss_curves.loss_by_position(np.array([0.0, 8.0]), [curve], train_len=64)).data
    assert (band.x.tolist(), band.y.tolist(), line.y.tolist()) == ([0, 8, 8, 0], [3, 4, 2, 1], [2, 3])


def test_a_curve_rises_at_the_trained_length_and_not_before() -> None:
    """Blocks of 8 positions, 2.0 in the trained ones and 3.0 after them: the line stays level up to the edge."""
    curve = Curve("sinusoidal", 1, np.array([[2.0, 2.0, 3.0]]))
    (line,) = checked(loss_curves.loss_by_position(np.array([3.5, 11.5, 19.5]), [curve], train_len=16)).data
    assert line.x.tolist() == [3.5, 11.5, 15.5, 15.5, 19.5]
    assert line.y.tolist() == [2, 2, 2, 3, 3]


def test_a_guess_is_drawn_over_the_curves_and_an_empty_figure_keeps_its_axes() -> None:
    figure = checked(loss_curves.loss_by_position(np.array([0.0]), [], train_len=64, guess=((63, 96), (1.8, 3.0))))
    assert list(figure.data[-1].y) == [1.8, 3.0]
    assert figure.data[-1].name == "your guess"
    grid = checked(
        loss_curves.loss_by_position(np.array([0.0]), [], train_len=64, targets=((96, 192), (1.4, 1.5, 1.6)))
    )
    assert (grid.data[-1].x.tolist(), grid.data[-1].marker.opacity) == ([96, 192] * 3, 0)
    assert grid.data[-1].y.round(1).tolist() == pytest.approx([1.4, 1.4, 1.5, 1.5, 1.6, 1.6])
    assert (grid.layout.hovermode, grid.layout.hoverdistance) == ("closest", -1)
    empty = checked(loss_curves.loss_by_position(np.array([]), [], train_len=64, length=512))
    assert len(empty.data) == 1
    assert list(empty.layout.xaxis.range) == [0, 512]


def test_another_reading_has_the_same_colour_and_another_dash() -> None:
    curves = [Curve("RoPE", 3, np.ones((1, 2))), Curve("RoPE (window)", 3, np.ones((1, 2)), variant=3)]
    plain, window = checked(loss_curves.loss_by_length((64, 128), curves, train_len=64, levels={})).data
    assert plain.line.color == window.line.color
    assert (plain.line.dash, window.line.dash) == (theme.DASHES[3], theme.DASHES[0])
    assert (plain.marker.symbol, window.marker.symbol) == (theme.SYMBOLS[3], theme.SYMBOLS[0])


@pytest.mark.parametrize("length", [65, 70, 512])
def test_what_is_missing_is_framed_as_high_as_it_is(length: int) -> None:
    """From 6 rows on the label is in the middle of the frame; fewer are too low for words, which stand below them."""
    figure = checked(_missing_rows.position_rows(np.ones((2, 64)), train_len=64, length=length, largest=1))
    frame = figure.layout.shapes[1]
    assert (frame.y0, frame.y1) == (63.5, length - 0.5)
    (note,) = figure.layout.annotations
    assert "no row" in note.text and note.bgcolor is None, "the gap is in sight behind it"
    assert note.y >= frame.y1 if length < 70 else note.y == pytest.approx((frame.y0 + frame.y1) / 2)
    top, bottom = reversed(figure.layout.yaxis.range)
    assert top < frame.y0 < frame.y1 <= bottom and figure.data[0].transpose, "a row is a line, the first at the top"
