"""Rows: the number of nearest pairs, and a distance that follows from the displayed numbers."""

import re

import numpy as np
import pytest

from explorer.core import functional
from explorer.views import positions as views
from explorer.wording import number, tiny


@pytest.mark.parametrize(("length", "dim"), [(256, 128), (40, 2), (9, 4)])
def test_pairs_of_rows_that_tie_are_counted(length, dim):
    rows = functional.sinusoidal(length, dim, dtype=np.float64)
    apart = np.linalg.norm(rows[:, None] - rows, axis=2)[np.triu_indices(length, 1)]
    tie = int(np.count_nonzero(np.isclose(apart, apart.min(), rtol=1e-9)))
    assert f"the {tie:,} pairs of " in views.nearest_rows(length=length, dim=dim).says


@pytest.mark.parametrize(
    ("length", "dim", "base"), [(383, 11, 1e6), (78, 13, 1e4), (40, 5, 1e4), (23, 3, 10.0), (200, 1, 1e4), (3, 3, 1e4)]
)
def test_pairs_that_are_as_near_by_the_digits_shown_are_counted_at_odd_widths_too(length, dim, base):
    """A slow last sine separates 377 pairs only in the thirteenth digit: one of them was called the nearest."""
    rows = functional.sinusoidal(length, dim, base=base, dtype=np.float64)
    apart = np.linalg.norm(rows[:, None] - rows, axis=2)
    said = views.nearest_rows(length=length, dim=dim, base=base)
    step = said.table["other position"][0] - said.table["position"][0]
    shown = [tiny(value, 4) for value in np.diagonal(apart, step)]
    least = tiny(apart[np.triu_indices(length, 1)].min(), 4)
    more = re.search(r"and so (?:is|are) ([\d,]+) more pair", said.says)
    assert f"are nearest: they are {least} apart" in said.says
    assert (int(more[1].replace(",", "")) if more else 0) == shown.count(least) - 1


def test_the_root_follows_from_the_sum_shown():
    for length, dim, base in ((256, 128, 10_000.0), (4, 2, 10.0), (8_192, 7, 1_000_000.0)):
        worked = views.nearest_rows(length=length, dim=dim, base=base).formula.worked
        total, root = re.search(r"together make ([\d.,]+), and the root of that is ([\d.,]+)\.$", worked).groups()
        assert number(float(total.replace(",", "")) ** 0.5, 4) == root


def test_seven_columns_are_each_listed_once():
    assert "alternating: 0, 2, 4, 6, 1, 3, 5." in views.orders(dim=7).says


@pytest.mark.parametrize(("length", "dim"), [(8_192, 1), (8_192, 2), (3, 1), (256, 128)])
def test_the_difference_of_the_sines_follows_from_those_shown(length, dim):
    worked = views.nearest_rows(length=length, dim=dim).formula.worked.replace("−", "-")
    one, other, gap = re.search(r"= (-?[\d.]+) - \(?(-?[\d.]+)\)? = (-?[\d.]+)\.", worked).groups()
    assert float(one) - float(other) == pytest.approx(float(gap), abs=1e-12) and float(gap) != 0
