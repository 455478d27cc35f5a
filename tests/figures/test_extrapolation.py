"""The Extrapolation page's figures without pixels: traces, data, axes."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.figures import extrapolation, extrapolation_cells, extrapolation_why, theme
from explorer.figures.extrapolation import Curve

CURVES = [
    Curve("RoPE", 3, np.array([[1.0, 2.0], [3.0, 4.0]])),
    Curve("T5, step 5", 5, np.array([[1.5, 2.5]]), faint=True),
]


def test_a_curve_has_a_band_from_the_lowest_to_the_highest_seed() -> None:
    figure = extrapolation.loss_by_position(np.array([0.0, 8.0]), CURVES, train_len=64, levels={"bigram": 2.36})
    band, line, faint = figure.data
    assert band.y.tolist() == [3, 4, 2, 1]
    assert band.x.tolist() == [0, 8, 8, 0]
    assert band.mode == "lines"
    assert line.y.tolist() == [2, 3]
    assert line.line.dash == theme.category(3)["dash"]
    assert not faint.showlegend
    assert [shape.y0 for shape in figure.layout.shapes] == [0, 2.36]
    assert figure.layout.shapes[0].x0 == 64
    assert "bigram" in figure.layout.annotations[1].text


def test_a_guess_is_drawn_over_the_curves_and_an_empty_figure_keeps_its_axes() -> None:
    figure = extrapolation.loss_by_position(np.array([0.0]), [], train_len=64, guess=((63, 96), (1.8, 3.0)))
    assert list(figure.data[-1].y) == [1.8, 3.0]
    assert figure.data[-1].name == "your guess"
    empty = extrapolation.loss_by_position(np.array([]), [], train_len=64, length=512)
    assert len(empty.data) == 1
    assert list(empty.layout.xaxis.range) == [0, 512]


def test_lengths_are_on_a_logarithmic_axis() -> None:
    figure = extrapolation.loss_by_length((64, 128), CURVES[:1], train_len=64, levels={})
    assert figure.layout.xaxis.type == "log"
    assert list(figure.layout.xaxis.ticktext) == ["64", "128"]
    budget = extrapolation.budget((75, 2400), CURVES[:1], levels={"bigram": 2.36})
    assert list(budget.layout.xaxis.ticktext) == ["75", "2,400"]


def test_published_lines_stand_beside_the_trained_length() -> None:
    figure = extrapolation.published((1024, 2048), {"plain": (3.0, 50.0)}, trained_at=1024)
    assert list(figure.data[0].y) == [3.0, 50.0]
    assert figure.layout.shapes[0].x0 == 1024


def test_missing_rows_are_said_to_be_missing() -> None:
    rows = np.arange(8.0).reshape(4, 2)
    figure = extrapolation_cells.position_rows(rows, train_len=4, length=6, largest=7)
    assert figure.data[0].z.shape == (2, 4)
    assert figure.data[0].z.dtype == np.float32
    assert "no row" in [note.text for note in figure.layout.annotations]
    whole = extrapolation_cells.position_rows(rows, train_len=4, length=4, largest=7)
    assert "no row" not in [note.text for note in whole.layout.annotations]


def test_every_cell_of_the_task_table_has_its_number() -> None:
    figure = extrapolation_cells.task_table(
        np.array([[0.5, 1.0]]), np.array([[0.1, 0.0]]), ["copy k back"], ["RoPE", "T5"]
    )
    assert list(figure.data[0].text[0]) == ["50<br>±10", "100"]
    assert figure.data[0].y[0] == "copy<br>k back"


def test_training_loss_leaves_room_for_the_rest_of_the_run() -> None:
    figure = extrapolation.training_loss([10, 20], [3.0, 2.0], total=600, top=4.0)
    assert list(figure.layout.xaxis.range) == [0, 600]
    assert figure.data[0].y.tolist() == [3, 2]


def test_waves_are_sorted_into_seen_whole_and_seen_in_part() -> None:
    figure = extrapolation_why.waves(np.array([6.0, 60.0, 600.0]), np.array([10.0, 1.0, 0.1]), train_len=60)
    assert [trace.name for trace in figure.data] == ["seen whole (2)", "seen in part (1)"]
    assert figure.layout.annotations[0].y == pytest.approx(np.log10(60))


def test_errors_of_zero_can_be_drawn_on_a_logarithmic_axis() -> None:
    figure = extrapolation_why.shift_errors({"exact": np.array([0.0, 1e-7])}, train_len=64)
    assert figure.data[0].y.min() > 0


def test_a_probe_has_a_diagonal_and_a_band_a_stream() -> None:
    figure = extrapolation_why.probe({"after block 1": np.array([[0.0, 1.0], [0.0, 3.0]])}, train_len=1)
    diagonal, band, line = figure.data
    assert list(diagonal.y) == [0, 1]
    assert band.y.tolist() == [0, 3, 1, 0]
    assert line.y.tolist() == [0, 2]


def test_neighbours_have_bars_from_the_lowest_to_the_highest_seed() -> None:
    figure = extrapolation_why.neighbours({"trained": np.array([[0.5], [0.9]])})
    assert figure.data[0].y[0] == pytest.approx(0.7)
    assert figure.data[0].error_y.array[0] == pytest.approx(0.2)
