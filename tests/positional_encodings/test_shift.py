"""The shift is a rotation at every position; a fitted one is right inside and, mostly, wrong beyond."""

import numpy as np
import pytest

from explorer.core.functional import shift_matrix
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import FitRequest, error_groups, fit_shift, shift_errors


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize("k", [1, 7, 64])
def test_errors_are_those_of_the_whole_matrix(layout, k):
    waves = Waves(1_100, 12, 100.0, layout)
    rows, moved = waves.rows(np.arange(1_100)), waves.rows(np.arange(k, 1_100 + k))
    matrix = shift_matrix(k, 12, base=100.0, layout=layout)
    whole = np.abs(moved - rows @ matrix.T).max(axis=1)
    found = shift_errors(waves, k)
    np.testing.assert_allclose(found, whole, atol=1e-15)
    assert found.max() < 1e-12


def test_the_rotation_holds_at_every_position_of_the_largest_table():
    assert shift_errors(Waves(8_192, 256), 64).max() < 2e-12


def test_a_wrong_shift_would_be_seen(monkeypatch):
    from explorer.positional_encodings import shift as positions_shift

    monkeypatch.setattr(positions_shift.functional, "shift_matrix", lambda k, *a, **b: shift_matrix(k + 1, *a, **b))
    assert shift_errors(Waves(50, 8), 3).min() > 0.1


def test_without_ridge_it_is_the_least_squares_solution():
    waves, k = Waves(40, 8), 3
    rows = waves.rows(np.arange(83))
    weights = np.linalg.lstsq(rows[: 40 - k], rows[k:40], rcond=None)[0]
    error = rows[40:80] @ weights - rows[43:83]
    target = rows[43:83]
    expected = 1 - (error**2).sum() / ((target - target.mean(axis=0)) ** 2).sum()
    fit = fit_shift(FitRequest(waves, k))
    assert fit.beyond == pytest.approx(expected, abs=1e-6)
    np.testing.assert_allclose(fit.by_position[40:], np.sqrt((error**2).mean(axis=1)), atol=1e-6)


def test_right_inside_at_a_small_ridge_and_anything_from_below_zero_to_one_beyond():
    fits = {
        (length, dim, k, ridge): fit_shift(FitRequest(Waves(length, dim), k, ridge))
        for length in (16, 64, 256)
        for dim in (4, 8, 64, 128)
        for k in (1, 8)
        for ridge in (0.0, 1e-3, 0.1)
    }
    assert min(fit.inside for fit in fits.values()) > 0.99
    assert min(fit.beyond for fit in fits.values()) < -1
    assert 0.999 < fits[256, 8, 1, 0.0].beyond <= 1
    assert 0 < fits[64, 64, 1, 1e-3].beyond < 0.3
    assert fit_shift(FitRequest(Waves(16, 4), 8, 10)).inside < 0.2


def test_waves_shorter_than_a_sixth_are_carried_on_and_most_longer_ones_are_not():
    ridge = 0.001
    for length, dim in ((64, 64), (128, 64), (64, 128), (256, 128)):
        short, whole, never = error_groups(fit_shift(FitRequest(Waves(length, dim), 1, ridge)), length)
        assert short.error < 0.05
        assert whole.error > 0.3  # among them waves seen in full, and lost all the same
        assert never.error > 0.2
        assert short.pairs + whole.pairs + never.pairs == dim // 2
    fit = fit_shift(FitRequest(Waves(64, 64), 1, ridge))
    above = fit.beyond_error[fit.wavelengths > 64 / 6]
    assert (above[:3] < 0.04).all() and (above[3:] > 0.04).all()
    exact = error_groups(fit_shift(FitRequest(Waves(64, 64), 1)), 64)
    assert max(group.error for group in exact) < 0.02


def test_two_pairs_are_enough_to_fit():
    assert fit_shift(FitRequest(Waves(5, 4), 3)).inside > 0.999


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fit_shift(FitRequest(Waves(4, 4), 3)), "A shift by 3 leaves 1 training pairs below 4"),
        (lambda: fit_shift(FitRequest(Waves(9, 4), -1)), "A shift by -1"),
        (lambda: fit_shift(FitRequest(Waves(9, 4), 1, -0.1)), "Ridge must not be negative, got -0.1"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()
