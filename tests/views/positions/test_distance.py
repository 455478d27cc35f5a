"""Similarity of rows: numbers of both pictures against the table, at usual and unusual widths."""

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.ui.positions.near_positions import ALIKE, FAR, answer
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


@pytest.mark.parametrize(("dim", "base"), [(128, 10_000.0), (4, 100.0), (6, 10.0)])
def test_rows_100_apart_are_as_alike_as_their_cosine(dim: int, base: float) -> None:
    rows = sinusoidal(FAR + 1, dim, base=base, dtype=np.float64)
    cosine = rows[0] @ rows[FAR] / np.linalg.norm(rows[0]) / np.linalg.norm(rows[FAR])
    assert alike(Waves(1, dim, base), 0, FAR) == pytest.approx(cosine)
    low, high = {ALIKE[0]: (-1, 0.2), ALIKE[1]: (0.2, 0.6), ALIKE[2]: (0.6, 1)}[answer(cosine)]
    assert low <= round(cosine, 2) <= high
    assert abs(round(cosine, 2)) in numbers_in(positions.similarity_matrix(dim=dim, base=base).sentence)
