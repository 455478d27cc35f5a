"""Rows that fewer bits make alike: what is kept of their neighbours then follows the file, and their number is told."""

from pathlib import Path

import numpy as np
import pytest

from explorer.memory.quantization_error import QuantizationRequest, quantise
from explorer.views import memory
from tests.support import numbers_in


@pytest.mark.parametrize(("offset", "merged"), [(1e4, 40), (0.0, 0)])
def test_rows_that_are_read_back_alike_are_counted(offset: float, merged: int, tmp_path: Path) -> None:
    table = (offset + np.random.default_rng(0).uniform(0.1, 0.9, (40, 6))).astype(np.float32)
    first = next(quantise(QuantizationRequest(), table))
    assert np.ptp(table.astype(np.float16), axis=0).any() == (merged == 0)
    assert (first.tied, first.merged) == (0, merged)
    np.save(tmp_path / "a.npy", table)
    said = memory.precision(table=str(tmp_path / "a.npy")).sentence
    assert ("read back" in said) == (merged > 0)


def test_of_few_rows_not_all_others_are_the_nearest(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.random.default_rng(1).normal(size=(9, 4)))
    view = memory.precision(table=str(tmp_path / "a.npy"))
    assert 2 in numbers_in(view.sentence) and min(view.table["neighbours kept, %"]) < 100
