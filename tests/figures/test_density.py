from __future__ import annotations

import numpy as np
import pytest

from explorer.figures.projection.density import LEVELS, Held, held, lines, said
from explorer.figures.spec import Spec, layout
from tests.figures.test_projection import drawn

RNG = np.random.default_rng(4)


def test_lines_hold_the_shares_of_a_bell_that_they_are_named_by() -> None:
    points = RNG.normal(size=(50_000, 2))
    found = held(points)
    for rows, level in zip(found.inside, LEVELS, strict=True):
        assert rows / len(points) == pytest.approx(level, abs=0.03)
    # Of a round bell the densest half lies within a circle of radius √(2 ln 2).
    inside = found.shares <= 0.5
    x, y = np.meshgrid(found.x, found.y)
    area = inside.sum() * (found.x[1] - found.x[0]) * (found.y[1] - found.y[0])
    assert area == pytest.approx(np.pi * 2 * np.log(2), rel=0.12)
    assert np.hypot(x[inside], y[inside]).max() < 1.5 * np.sqrt(2 * np.log(2))


def test_two_heaps_are_enclosed_each() -> None:
    heaps = np.concatenate([RNG.normal((-5, 0), 0.5, (2000, 2)), RNG.normal((5, 0), 0.5, (2000, 2))])
    found = held(heaps)
    assert found.shares[:, np.abs(found.x) < 2].min() > 0.75
    assert found.shares[:, found.x < -4].min() < 0.25
    assert found.shares[:, found.x > 4].min() < 0.25


@pytest.mark.parametrize("points", [np.zeros((5, 2)), np.ones((1, 2)), np.column_stack([np.arange(9.0), np.zeros(9)])])
def test_few_or_equal_points_have_lines_too(points: np.ndarray) -> None:
    found = held(points)
    assert np.isfinite(found.shares).all()
    assert found.rows == len(points)


def test_lines_differ_by_their_dashes_and_plotly_draws_them() -> None:
    figure = drawn(Spec(lines(held(RNG.normal(size=(300, 2)))), layout("x", "y", 300)))
    assert [trace.line.dash for trace in figure.data] == ["solid", "dash", "dot"]
    assert [trace.contours.start for trace in figure.data] == list(LEVELS)


def test_what_is_said_names_the_rows() -> None:
    found = Held(np.zeros(2), np.zeros(2), np.zeros((2, 2), np.float32), (1200, 2400, 3600), 4800)
    assert said(found) == (
        " Inside the solid line lie 1,200 of 4,800 rows, inside the dashed one 2,400, inside the dotted one 3,600."
    )
