"""The fitted shift: fitted positions, and errors there and beyond, against an independent least-squares fit."""

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.views import positions
from tests.support import numbers_in


def _errors(length: int, dim: int, k: int, ridge: float) -> np.ndarray:
    rows = sinusoidal(2 * length + k, dim, dtype=np.float64)
    now, later = rows[: length - k], rows[k:length]
    weights = np.linalg.solve(now.T @ now + ridge * np.eye(dim), now.T @ later)
    return np.sqrt(((rows[: 2 * length] @ weights - rows[k:]) ** 2).mean(axis=1))


@pytest.mark.parametrize(("length", "dim", "k", "ridge"), [(16, 64, 8, 0.001), (64, 64, 1, 0.1), (128, 16, 3, 10.0)])
def test_shaded_are_the_positions_that_were_fitted_and_no_other(length: int, dim: int, k: int, ridge: float) -> None:
    settings = {"length": length, "dim": dim, "k": k, "ridge": ridge}
    expected = _errors(length, dim, k, ridge)
    view, before = (positions.fit_by_position(**settings).at_question(answered) for answered in (True, False))
    np.testing.assert_allclose(view.table["error"], expected, rtol=1e-4, atol=1e-6)
    assert before.table["position"].tolist() == list(range(length - k))
    for each in (view, before):
        assert each.spec is not None
        (shaded,) = each.spec.layout["shapes"]
        assert (shaded["x0"], shaded["x1"]) == (0, length - k - 1)
    assert numbers_in(view.left_out) >= {length - 1}
    inside = positions.fit_by_wavelength(**settings).at_question(False)
    most = float(inside.table["error inside"].max())
    assert min(abs(said - most) for said in numbers_in(inside.sentence)) < 0.05 * most
    mean = np.sqrt((inside.table["error inside"] ** 2).mean())
    assert mean == pytest.approx(np.sqrt((expected[: length - k] ** 2).mean()), rel=1e-3)


def test_the_error_of_what_was_not_fitted_is_not_said_to_be_inside() -> None:
    """Of 16 positions and k = 8 the last 8 rows were seen, but not their targets."""
    view = positions.fit_by_position(length=16, k=8)
    error = view.table["error"]
    assert error[:8].max() < 0.003 < 0.4 < error[8:16].max()
    assert numbers_in(view.left_out) == {8, 15}
    inside = positions.fit_by_wavelength(length=16, k=8).at_question(False)
    assert numbers_in(inside.sentence.partition(":")[0]) == {8, 0, 7}
    assert "error beyond" not in inside.table


def test_one_position_that_is_neither_fitted_nor_beyond_is_written_as_the_others() -> None:
    assert "1,023 " in positions.fit_by_position(length=1_024, dim=4).left_out
