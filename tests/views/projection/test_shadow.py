"""The worked line of a shadow meets in the digits that it shows, at every angle of the slider."""

from __future__ import annotations

import re

import pytest

from explorer.views import projection


@pytest.mark.parametrize("angle", range(0, 180, 5))
def test_the_worked_shadow_follows_from_the_numbers_shown(angle: int) -> None:
    x, c, y, s, place = (
        float(each.replace("−", "-"))
        for each in re.findall(r"[−\d.]*\d", projection.shadow(angle=angle).formula.worked)
    )
    assert round(x * c + y * s, 2) == pytest.approx(place, abs=1e-9)


def test_a_guess_is_an_angle() -> None:
    with pytest.raises(ValueError, match="Expected guess to be a number from 0 to 180, got 200"):
        projection.shadow_by_angle(guess=200)
