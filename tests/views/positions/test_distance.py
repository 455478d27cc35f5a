"""Similarity of rows: numbers of both pictures against the table, at usual and unusual widths."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.ui.positions.near_positions import FAR, HARDLY, NEARLY, SOMEWHAT, answer
from explorer.views import positions
from tests.support import numbers_in


@pytest.mark.parametrize(("dim", "base"), [(8, 10_000.0), (4, 100.0), (128, 10.0)])
def test_the_matrix_and_the_curve_are_those_of_the_rows(dim: int, base: float) -> None:
    rows = sinusoidal(20, dim, base=base, dtype=np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    for measure, expected in (("cosine", unit @ unit.T), ("dot product", rows @ rows.T)):
        settings = {"length": 20, "dim": dim, "base": base, "measure": measure}
        table = positions.similarity_matrix(**settings).table
        np.testing.assert_allclose([table[str(p)] for p in range(20)], expected, atol=1e-12)
        curve = positions.similarity_curve(**settings).table[measure]
        np.testing.assert_allclose(curve, expected[0], atol=1e-12)


@pytest.mark.parametrize(("length", "step", "drawn"), [(256, 1, 256), (1_500, 8, 188)])
def test_what_is_not_drawn_is_said(length: int, step: int, drawn: int) -> None:
    view = positions.similarity_matrix(length=length)
    assert len(view.table["position"]) == drawn
    assert numbers_in(view.left_out) == ({length, step, drawn} - {1} if step > 1 else set())


def test_the_colours_end_at_the_largest_value() -> None:
    for measure, largest in (("cosine", 1), ("dot product", 2)):
        view = positions.similarity_matrix(length=8, dim=4, measure=measure)
        assert view.spec is not None and view.spec.data[0]["zmax"] == largest
        assert np.max([view.table[str(p)] for p in range(8)]) == pytest.approx(largest)


@pytest.mark.parametrize(
    ("dim", "base", "cosine", "expected"),
    [(2, 10_000.0, 0.983, NEARLY), (3, 100.0, 0.875, SOMEWHAT), (128, 10_000.0, -0.035, HARDLY)],
)
def test_rows_0_and_6283_are_as_alike_as_their_cosine(dim: int, base: float, cosine: float, expected: str) -> None:
    found = alike(Waves(1, dim, base), 0, FAR)
    assert found == pytest.approx(cosine, abs=5e-4)
    assert answer(found) == expected
