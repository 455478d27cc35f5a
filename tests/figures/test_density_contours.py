from __future__ import annotations

import numpy as np
import pytest

from explorer.figures.figure_spec import Spec, layout
from explorer.figures.projection.density_contours import LEVELS, Density, density, density_sentence, lines
from tests.figures.test_projection import drawn

RNG = np.random.default_rng(4)


def test_lines_hold_the_shares_of_a_bell_that_they_are_named_by() -> None:
    points = RNG.normal(size=(50_000, 2))
    found = density(points)
    for rows, level in zip(found.inside, LEVELS, strict=True):
        assert rows == pytest.approx(level * len(points), abs=2)
    # Of a round bell the densest half lies within a circle of radius √(2 ln 2).
    inside = found.dense >= found.levels[1]
    x, y = np.meshgrid(found.x, found.y)
    area = inside.sum() * (found.x[1] - found.x[0]) * (found.y[1] - found.y[0])
    assert area == pytest.approx(np.pi * 2 * np.log(2), rel=0.12)
    assert np.hypot(x[inside], y[inside]).max() < 1.5 * np.sqrt(2 * np.log(2))


def test_two_heaps_are_enclosed_each() -> None:
    heaps = np.concatenate([RNG.normal((-5, 0), 0.5, (2000, 2)), RNG.normal((5, 0), 0.5, (2000, 2))])
    found = density(heaps)
    assert found.dense[:, np.abs(found.x) < 2].max() < found.levels[2]
    assert found.dense[:, found.x < -4].max() > found.levels[0]
    assert found.dense[:, found.x > 4].max() > found.levels[0]


def within(found: Density, points: np.ndarray, level: float) -> int:
    """Rows inside a contour, counted one by one: interpolated along x in both neighbouring grid lines, then along y."""
    count = 0
    for x, y in points:
        if found.x[0] <= x <= found.x[-1] and found.y[0] <= y <= found.y[-1]:
            column = [np.interp(x, found.x, line) for line in found.dense]
            count += bool(np.interp(y, found.y, column) >= level)
    return count


def crowds(rows: int) -> np.ndarray:
    """Fifteen clusters, the last with fifteen times as many rows as the first."""
    kind = np.repeat(np.arange(15), rows * np.arange(1, 16) // 120)
    return (RNG.normal(size=(15, 2)) * 5)[kind] + RNG.normal(size=(len(kind), 2))


@pytest.mark.slow
@pytest.mark.parametrize("far", [0, 20], ids=["no row far away", "twenty rows far away"])
def test_lines_around_heaps_hold_what_their_legend_says(far: int) -> None:
    points = np.concatenate([crowds(1500), RNG.normal((900, -700), 3, (far, 2))])
    found = density(points)
    for trace, counted, level, wanted in zip(lines(found), found.inside, found.levels, LEVELS, strict=True):
        assert counted == pytest.approx(wanted * len(points), abs=2)
        assert within(found, points, level) == pytest.approx(counted, abs=1)
        assert trace["name"] == f"densest {wanted:.0%}".replace("%", " %")
    # The fields are as small as the crowd asks for, and the lines end inside the grid.
    assert found.x[1] - found.x[0] < 0.6
    assert max(found.dense[[0, -1]].max(), found.dense[:, [0, -1]].max()) == 0


def test_rows_at_the_same_point_are_inside_together_and_the_legend_says_so() -> None:
    heaps = np.repeat([[0.0, 0.0], [50.0, 0.0]], [60, 40], axis=0)
    found = density(heaps)
    assert found.inside == (60, 60, 100)
    assert [trace["name"] for trace in lines(found)] == ["densest 60 %", "densest 60 %", "densest 100 %"]


@pytest.mark.parametrize("points", [np.zeros((5, 2)), np.ones((1, 2)), np.column_stack([np.arange(9.0), np.zeros(9)])])
def test_few_or_equal_points_have_lines_too(points: np.ndarray) -> None:
    found = density(points)
    assert np.isfinite(found.dense).all()
    assert found.rows == len(points)


def test_lines_differ_by_their_dashes_and_plotly_draws_them() -> None:
    found = density(RNG.normal(size=(300, 2)))
    figure = drawn(Spec(lines(found), layout("x", "y", 300)))
    assert [trace.line.dash for trace in figure.data] == ["solid", "dash", "dot"]
    assert [trace.contours.start for trace in figure.data] == list(found.levels)


def test_what_is_said_names_the_rows() -> None:
    found = Density(np.zeros(2), np.zeros(2), np.zeros((2, 2), np.float32), (0.9, 0.5, 0.1), (1200, 2400, 3600), 4800)
    assert density_sentence(found) == (
        " Inside the solid line lie 1,200 of 4,800 rows, inside the dashed one 2,400, inside the dotted one 3,600."
    )
