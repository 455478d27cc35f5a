"""Learned tables: numbers of their pictures against the shipped tables, and what is left out."""

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.views import positions
from explorer.views.positions.learned_tables import TABLES
from tests.support import numbers_in


@pytest.mark.slow
@pytest.mark.parametrize(("table", "step", "drawn"), list(zip(TABLES, (2, 2, 6), (224, 256, 250), strict=True)))
def test_cosines_are_those_of_the_rows_that_are_drawn(table: str, step: int, drawn: int) -> None:
    rows = TABLES[table]().astype(np.float64)
    for waves in (False, True):
        view = positions.table_similarity(table=table, sinusoidal=waves)
        each = (sinusoidal(*rows.shape, dtype=np.float64) if waves else rows)[::step]
        unit = each / np.linalg.norm(each, axis=1, keepdims=True)
        np.testing.assert_allclose([view.table[str(p)] for p in range(0, len(rows), step)], unit @ unit.T, atol=1e-5)
        assert numbers_in(view.left_out) == {len(rows), step, drawn}


@pytest.mark.slow
@pytest.mark.parametrize(("table", "tied"), list(zip(TABLES, (False, False, True), strict=True)))
def test_where_all_steps_are_as_weak_none_is_called_the_weakest(table: str, tied: bool) -> None:
    rows = TABLES[table]().astype(np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    steps = (unit[1:-1] * unit[2:]).sum(axis=1)
    assert (np.ptp(steps) < 1e-4) == tied
    worked = positions.table_similarity(table=table).formula.worked
    step = 1 if tied else int(steps.argmin()) + 1
    assert {step, step + 1} <= numbers_in(worked)
