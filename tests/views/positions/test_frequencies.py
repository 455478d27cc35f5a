"""Frequencies: numbers that a reader can recompute, and the ends of the controls."""

import re

import numpy as np
import pytest

from explorer.core import functional
from explorer.views import positions as views
from explorer.wording import number
from tests.support import parse_number

NUMBER = r"−?[\d,]+(?:\.\d+)?"


@pytest.mark.parametrize(("dim", "base", "pair"), [(1_022, 1_000_000.0, 510), (1_024, 1_000_000.0, 300), (8, 10.0, 1)])
def test_a_wavelength_follows_from_the_power_shown(dim, base, pair):
    view = views.wavelengths(dim=dim, base=base, pairs=(pair,))
    factor, power, said = re.search(rf"= ({NUMBER}) · ({NUMBER}) = ({NUMBER}) positions", view.formula.worked).groups()
    assert said == number(parse_number(factor) * parse_number(power), 4)
    assert parse_number(said) == pytest.approx(2 * np.pi / functional.frequencies(dim, base=base)[pair], rel=1e-3)


@pytest.mark.parametrize("length", [2, 5, 8_192])
def test_the_last_position_lies_in_sight(length):
    drawn = views.wavelengths(length=length).spec.to_dict()["layout"]
    low, high = drawn["yaxis"]["range"]
    assert low < np.log10(drawn["shapes"][0]["y0"]) < high
