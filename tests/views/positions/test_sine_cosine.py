"""Sine and cosine: the worked line, and the waves of the moving hand, against an independent computation."""

import math

import numpy as np
import pytest

from explorer.views import positions
from explorer.views.positions._sine_cosine import MOST, TURNS
from tests.support import decimals_in


@pytest.mark.parametrize("per_turn", TURNS)
def test_the_worked_sine_is_that_of_the_angle_shown_beside_it(per_turn: int) -> None:
    for position in range(MOST + 1):
        angle, sine, cosine = decimals_in(positions.face(per_turn=per_turn, position=position).formula.worked)
        assert (math.sin(angle), math.cos(angle)) == pytest.approx((sine, cosine), abs=0.006)
        assert math.isclose(angle, 2 * math.pi * (position % per_turn) / per_turn, abs_tol=0.001)


def test_the_hand_s_pen_has_drawn_what_it_passed_within_the_last_turn():
    for position, oldest in ((0, 0), (5, 5), (23, 12)):
        made = positions.face(position=position).figure()
        waves = {trace.name: trace for trace in made.data if trace.name in ("sine", "cosine")}
        angles = 2 * np.pi * np.array([position, position - oldest]) / 12
        assert np.allclose([waves["sine"].x[0], waves["sine"].x[-1]], np.sin(angles), atol=1e-6)
        assert np.allclose([waves["cosine"].y[0], waves["cosine"].y[-1]], np.cos(angles), atol=1e-6)
        assert len(waves["sine"].x) == 73, "as many points at every position, so that Play can glide"
