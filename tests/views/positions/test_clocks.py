"""Clock hands: the worked line agrees in its digits, and an odd width's last hand is half in the row."""

from __future__ import annotations

import math
import re

import pytest

from explorer.views import positions


def _read(text: str) -> float:
    text = text.replace(",", "").replace("−", "-").replace(" × 10", "e")
    return float(text.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))


@pytest.mark.parametrize("pair", [0, 2, 31, 63])
@pytest.mark.parametrize("position", [3, 8_191])
@pytest.mark.parametrize("base", [10.0, 1_000_000.0])
def test_the_product_of_the_numbers_shown_gives_the_tip_shown(pair: int, position: int, base: float) -> None:
    said = positions.clocks(position=position, base=base, pairs=(pair,)).formulas[0].worked
    omega, angle, sine, cosine = re.findall(r"turned [\d,]+ × (\S.*?) = (.*?) radian.*\((\S+), (\S+)\)", said)[0]
    for turned in (position * _read(omega), _read(angle)):
        assert math.sin(turned) == pytest.approx(_read(sine), abs=6e-5)
        assert math.cos(turned) == pytest.approx(_read(cosine), abs=6e-5)
