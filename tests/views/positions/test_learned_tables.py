"""Learned tables: numbers of their pictures against the shipped tables, and what is left out."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.data import load_whisper
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


def test_a_spectrum_says_how_many_components_are_drawn() -> None:
    view = positions.table_spectrum()
    values = np.linalg.eigvalsh(np.cov(load_whisper().positions.astype(np.float64).T))[::-1]
    np.testing.assert_allclose(view.table["share"], values / values.sum(), atol=1e-9)
    assert numbers_in(view.left_out) == {384, 200}
    assert view.spec is not None and max(len(trace["y"]) for trace in view.spec.data) == 200


def test_two_of_three_components_are_drawn_unless_asked() -> None:
    flat, deep = (positions.table_components(three=three) for three in (False, True))
    rows = load_whisper().positions.astype(np.float64)
    values = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    held = 100 * values[:2].sum() / values.sum()
    assert min(abs(number - held) for number in numbers_in(flat.left_out)) < 0.5
    assert deep.left_out == ""


def test_only_one_of_the_four_formulas_is_whispers() -> None:
    table = load_whisper().sinusoids.astype(np.float64)
    positions_, pairs = np.arange(1_500)[:, None], np.arange(192)
    angles = positions_ * 10_000.0 ** (-2 * pairs / 382)
    ours = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    left = np.abs(table - ours).max()
    view = positions.whisper_formula(layout="concatenated", denominator="D − 2")
    assert min(view.table["largest difference"]) == pytest.approx(left, abs=1e-6)
    assert left == pytest.approx(2**-12, rel=1e-3)  # half a step of float16 just below 1
    assert sorted(view.table["largest difference"])[1] > 1.9
    assert numbers_in(view.left_out) == {150, 1_500}


@pytest.mark.slow
@pytest.mark.parametrize(("table", "tied"), list(zip(TABLES, (False, False, True), strict=True)))
def test_where_all_steps_are_as_weak_none_is_called_the_weakest(table: str, tied: bool) -> None:
    rows = TABLES[table]().astype(np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    steps = (unit[1:-1] * unit[2:]).sum(axis=1)
    assert (np.ptp(steps) < 1e-4) == tied
    worked = positions.table_lengths(table=table).formula.worked
    step = 1 if tied else int(steps.argmin()) + 1
    assert {step, step + 1} <= numbers_in(worked)
