"""Counting, Sine and cosine, Two arrows: their numbers against an independent computation."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from explorer.views import positions
from explorer.views.positions._counting import KINDS
from explorer.views.positions._sine_cosine import MOST, TURNS
from explorer.waves.intro_demos import POSITIONS, WORDS
from explorer.wording import fixed
from tests.support import numbers_in


def shown(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in re.findall(r"−?\d+\.\d+", text)]


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
    assert view.table["hands that jump"] == pytest.approx(apart)
    assert {round(value, 3) for value in (min(apart), max(apart), apart[99])} <= numbers_in(view.sentence)
    # Positions beyond the drawn ones may lie further apart: the sentence says that they are not drawn.
    assert bool(view.left_out) == (math.prod(radices) > 128)


def test_a_dials_hand_points_where_its_turns_say() -> None:
    view = positions.dials(kind="tens", hands="glide", position=47)
    assert view.table["turns"] == pytest.approx([4.7, 0.47, 0.047])
    hands = [trace for trace in view.spec.data if trace["mode"] == "lines+markers"]
    assert hands[0]["x"][1] - hands[0]["x"][0] == pytest.approx(0.8 * math.sin(2 * math.pi * 0.7), abs=1e-6)


@pytest.mark.parametrize("per_turn", TURNS)
def test_the_worked_sine_is_that_of_the_angle_shown_beside_it(per_turn: int) -> None:
    for position in range(MOST + 1):
        angle, sine, cosine = shown(positions.face(per_turn=per_turn, position=position).formula.worked)
        assert (math.sin(angle), math.cos(angle)) == pytest.approx((sine, cosine), abs=0.006)
        assert math.isclose(angle, 2 * math.pi * (position % per_turn) / per_turn, abs_tol=0.001)


@pytest.mark.parametrize("word", WORDS)
def test_the_two_sums_of_the_arrows_add_up_as_they_are_shown(word: str) -> None:
    for position in range(POSITIONS):
        first, step, total, first_up, step_up, total_up = shown(
            positions.arrows(word=word, position=position).formula.worked
        )
        assert (first + step, first_up + step_up) == pytest.approx((total, total_up), abs=1e-9)
        assert (step, step_up) == pytest.approx((math.sin(position), math.cos(position)), abs=0.005)


def test_one_growing_number_drowns_the_word() -> None:
    for position in range(POSITIONS):
        view = positions.arrows(position=position, encoding="One growing number")
        first, step, total, *_ = shown(view.formula.worked)
        assert (first, step, total) == pytest.approx((2.8, position, 2.8 + position), abs=1e-9)
        dog, man = (np.array(WORDS[word]) + position for word in ("dog", "man"))
        cosine = dog @ man / np.linalg.norm(dog) / np.linalg.norm(man)
        assert f"have a cosine of {fixed(float(cosine))}, their rows alone one of −0.77" in view.sentence


def test_bad_settings_are_named() -> None:
    with pytest.raises(ValueError, match="Expected kind to be one of"):
        positions.dials(kind="hex")
    with pytest.raises(ValueError, match="Expected position to be a whole number from 0 to 23"):
        positions.face(position=24)


@pytest.mark.parametrize("per_turn", TURNS)
def test_the_hand_has_drawn_its_waves_up_to_where_it_stands(per_turn: int) -> None:
    quarter = per_turn // 4
    table = positions.hand_waves(per_turn=per_turn, position=MOST).table
    np.testing.assert_allclose(table["cosine"][:-quarter], table["sine"][quarter:], atol=1e-6)
    sine, end, *_ = positions.hand_waves(per_turn=per_turn, position=5).spec.data
    assert sine["x"].max() == 5 and end["x"].tolist() == [5]
    np.testing.assert_allclose(end["y"], np.sin(2 * np.pi * 5 / per_turn), atol=1e-6)
    assert len(sine["x"]) == len(positions.hand_waves(position=0).spec.data[0]["x"]), "Play draws what lies between"
