"""Shares of the components against NumPy's singular values."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.views import projection
from explorer.words.tables import shipped


@pytest.mark.parametrize("center", [True, False])
def test_the_spectrum_is_that_of_the_singular_values(center: bool) -> None:
    rows = shipped("GloVe").vectors.astype(np.float64)
    values = np.linalg.svd(rows - center * rows.mean(axis=0), compute_uv=False) ** 2
    total = np.cumsum(values) / values.sum()
    view = projection.spectrum(table="GloVe", center=center, shown=8)
    assert view.table["sum of squares, summed"] == pytest.approx(total)
    half, most = (int(np.argmax(total >= part)) + 1 for part in (0.5, 0.9))
    assert f"takes {half} components, nine tenths {most} of 50" in view.sentence
    assert view.left_out == "42 components after the first 8 are not drawn."
