"""The shift as a matrix: its numbers against the rows, and its worked line."""

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.views import positions
from tests.support import numbers_in


@pytest.mark.parametrize(("layout", "dim"), [("interleaved", 16), ("concatenated", 16), ("interleaved", 4)])
@pytest.mark.parametrize("k", [1, 64])
def test_the_matrix_turns_each_row_into_the_one_k_on(layout: Layout, dim: int, k: int) -> None:
    rows = sinusoidal(100 + k, dim, layout=layout, dtype=np.float64)
    table = positions.shift_matrix(dim=dim, layout=layout, k=k).table
    matrix = np.stack([table[f"column {c}"] for c in range(dim)], axis=1)
    np.testing.assert_allclose(rows[:100] @ matrix.T, rows[k:], atol=1e-12)
    view = positions.shift_error(length=100, dim=dim, layout=layout, k=k)
    assert view.table["position"].tolist() == list(range(100)) and view.table["largest error"].max() < 1e-12


def test_what_is_not_drawn_or_compared_is_said() -> None:
    assert numbers_in(positions.shift_matrix(dim=128).left_out) == {64, 12}
    assert positions.shift_matrix(dim=24).left_out == ""
    some = positions.shift_error(length=2_000, dim=1_024)
    assert len(some.table["position"]) == 32 and {32, 2_000} <= numbers_in(some.sentence)
    assert "all 2,000" in positions.shift_error(length=2_000, dim=1_024, every=True).sentence
