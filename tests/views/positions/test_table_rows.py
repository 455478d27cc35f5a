"""Rows: the number of nearest pairs, and a distance that follows from the displayed numbers."""

import re

import numpy as np
import pytest

from explorer.core import functional
from explorer.views import positions as views
from explorer.wording import number
from tests.support import numbers_in


@pytest.mark.slow
@pytest.mark.parametrize(("length", "dim"), [(256, 128), (40, 4), (9, 6)])
def test_pairs_of_rows_that_tie_are_counted(length, dim):
    rows = functional.sinusoidal(length, dim, dtype=np.float64)
    apart = np.linalg.norm(rows[:, None] - rows, axis=2)[np.triu_indices(length, 1)]
    tie = int(np.count_nonzero(np.isclose(apart, apart.min(), rtol=1e-9)))
    assert tie in numbers_in(views.nearest_rows(length=length, dim=dim).says)


def test_the_root_follows_from_the_sum_shown():
    for length, dim, base in ((256, 128, 10_000.0), (4, 4, 10.0), (8_192, 8, 1_000_000.0)):
        worked = views.nearest_rows(length=length, dim=dim, base=base).formula.worked
        total, root = re.findall(r"\d[\d,]*(?:\.\d+)?", worked)[-2:]
        assert number(float(total.replace(",", "")) ** 0.5, 4) == root
