"""Pictures of Positions: their numbers against an independent computation, and what they say of themselves."""

import math

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.ui.positions.near_positions import ALIKE, FAR, answer
from explorer.views import positions
from explorer.views.positions.counting import KINDS
from explorer.views.positions.learned_tables import TABLES
from tests.support import numbers_in


@pytest.mark.parametrize("kind", KINDS)
def test_the_hands_of_the_dials_and_the_steps_between_positions(kind: str) -> None:
    radices, _ = KINDS[kind]
    periods = np.cumprod(radices)

    def tips(position: int) -> np.ndarray:
        return np.concatenate(
            [[np.sin(t), np.cos(t)] for t in 2 * np.pi * (position // (periods // radices) / radices)]
        )

    apart = [np.linalg.norm(tips(position + 1) - tips(position)) for position in range(128)]
    view = positions.neighbours(kind=kind, position=99)
    assert view.table["if they jump"] == pytest.approx(apart)
    assert {round(value, 3) for value in (min(apart), max(apart), apart[99])} <= numbers_in(view.sentence)
    # Positions beyond the drawn ones may lie further apart: the sentence says that they are not drawn.
    assert bool(view.left_out) == (math.prod(radices) > 128)


NUMBER = r"−?[\d,]+(?:\.\d+)?"


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


@pytest.mark.parametrize(("dim", "base"), [(128, 10_000.0), (4, 100.0), (6, 10.0)])
def test_rows_100_apart_are_as_alike_as_their_cosine(dim: int, base: float) -> None:
    rows = sinusoidal(FAR + 1, dim, base=base, dtype=np.float64)
    cosine = rows[0] @ rows[FAR] / np.linalg.norm(rows[0]) / np.linalg.norm(rows[FAR])
    assert alike(Waves(1, dim, base), 0, FAR) == pytest.approx(cosine)
    low, high = {ALIKE[0]: (-1, 0.2), ALIKE[1]: (0.2, 0.6), ALIKE[2]: (0.6, 1)}[answer(cosine)]
    assert low <= round(cosine, 2) <= high
    assert abs(round(cosine, 2)) in numbers_in(positions.similarity_matrix(dim=dim, base=base).sentence)


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


@pytest.mark.parametrize(("layout", "dim"), [("interleaved", 16), ("concatenated", 16), ("interleaved", 4)])
@pytest.mark.parametrize("k", [1, 64])
def test_the_matrix_turns_each_row_into_the_one_k_on(layout: Layout, dim: int, k: int) -> None:
    rows = sinusoidal(100 + k, dim, layout=layout, dtype=np.float64)
    table = positions.shift_matrix(dim=dim, layout=layout, k=k).table
    matrix = np.stack([table[f"column {c}"] for c in range(dim)], axis=1)
    np.testing.assert_allclose(rows[:100] @ matrix.T, rows[k:], atol=1e-12)
    view = positions.shift_error(length=100, dim=dim, layout=layout, k=k)
    assert view.table["position"].tolist() == list(range(100)) and view.table["largest error"].max() < 1e-12
