"""Counting: dials and steps between positions, against an independent computation."""

import math

import numpy as np
import pytest

from explorer.views import positions
from explorer.views.positions.counting import KINDS
from tests.support import numbers_in


@pytest.mark.parametrize("kind", KINDS)
def test_the_hands_of_the_dials_and_the_steps_between_positions(kind: str) -> None:
    radices, _ = KINDS[kind]
    periods = np.cumprod(radices)

    def tips(position: int) -> np.ndarray:
        return np.concatenate(
            [[np.sin(t), np.cos(t)] for t in 2 * np.pi * (position // (periods // radices) / radices)]
        )

    apart = [np.linalg.norm(tips(position + 1) - tips(position)) for position in range(128)]
    view = positions.neighbours(kind=kind, position=99)
    assert view.table["if they jump"] == pytest.approx(apart)
    assert {round(value, 3) for value in (min(apart), max(apart), apart[99])} <= numbers_in(view.sentence)
    # Positions beyond the drawn ones may lie further apart: the sentence says that they are not drawn.
    assert bool(view.left_out) == (math.prod(radices) > 128)


def test_a_dials_hand_points_where_its_turns_say() -> None:
    view = positions.dials(kind="tens", hands="glide", position=47)
    assert view.table["turns"] == pytest.approx([4.7, 0.47, 0.047])
    hands = [trace for trace in view.spec.data if trace["mode"] == "lines+markers"]
    assert hands[0]["x"][1] - hands[0]["x"][0] == pytest.approx(0.8 * math.sin(2 * math.pi * 0.7), abs=1e-6)
