"""Shares of the components against NumPy's singular values."""

from pathlib import Path

import numpy as np
import pytest

from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.views import projection
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in


@pytest.mark.parametrize("center", [True, False])
def test_the_spectrum_is_that_of_the_singular_values(center: bool) -> None:
    rows = shipped("GloVe").vectors.astype(np.float64)
    values = np.linalg.svd(rows - center * rows.mean(axis=0), compute_uv=False) ** 2
    total = np.cumsum(values) / values.sum()
    view = projection.spectrum(table="GloVe", center=center, shown=8)
    assert view.table["sum of squares, summed"] == pytest.approx(total)
    half, most = (int(np.argmax(total >= part)) + 1 for part in (0.5, 0.9))
    assert {half, most, 50} <= numbers_in(view.sentence) and numbers_in(view.left_out) == {50, 8}


@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("rows", [5, 30])
def test_rounding_is_not_taken_for_variance(rows: int, center: bool, unit: bool, tmp_path: Path) -> None:
    line = np.outer(np.arange(1, rows + 1), np.random.default_rng(0).normal(size=8))
    for remove in (0, 1):
        found = pca(prepare(line, Preprocessing(center, unit, remove)), center=center)
        assert not found.moments[1:].any() and not found.shares[1:].any()
        # One direction holds everything: its spread, or (rows of length 1 that are all the same) the mean row.
        assert found.squares[0] == 1 - remove and found.shares[0] == 1 - (remove or (unit and not center))
    path = tmp_path / "line.csv"
    path.write_text("\n".join(f"w{i},{','.join(map(str, row))}" for i, row in enumerate(line)))
    view = projection.spectrum(table=str(path), center=center, unit=unit, remove=1)
    assert not np.any(view.table["share of the sum of squares"])
    assert all(not np.any(trace["y"]) for trace in view.spec.data if "random" not in trace["name"])


@pytest.mark.parametrize("rows", [3, 8, 9, 10])
def test_all_columns_of_the_spectrum_are_equally_long(tmp_path: Path, rows: int) -> None:
    numbers = np.random.default_rng(0).normal(size=(rows, 9)).round(3).tolist()
    path = tmp_path / "few.tsv"
    path.write_text("".join("\t".join([f"w{at}", *map(str, row)]) + "\n" for at, row in enumerate(numbers)))
    table = projection.spectrum(table=str(path)).table
    assert {len(column) for column in table.values()} == {min(rows, 9)}
    assert len(table.csv().splitlines()) == min(rows, 9) + 1
