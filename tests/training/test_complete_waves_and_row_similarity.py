"""Diagnostics behind "why": waves, shift maps, neighbours, probe."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core import functional
from explorer.training import complete_waves_and_row_similarity


def test_waves_seen_whole() -> None:
    waves = complete_waves_and_row_similarity.count_waves(64, 64)
    assert waves.wavelength[0] == pytest.approx(2 * np.pi)
    # λ = 2π · 10000^(2i/64) ≤ 63 steps for i ≤ 8.01
    whole, width, waves_of_it, length = (9, 64, 32, 64)
    assert (waves.whole, width, waves_of_it, length) == (whole, 64, len(waves.wavelength), 64)
    assert complete_waves_and_row_similarity.count_waves(64, 512).whole > 9
    assert waves.sine_seen[0] > 0.99 and waves.cosine_seen[0] > 0.99
    assert waves.sine_seen[-1] < 0.01 and waves.cosine_seen[-1] < 1e-4
    assert waves.new_next[-1].all() and not waves.new_next[0].any()


def test_neighbour_similarity_of_a_wave() -> None:
    rows = functional.sinusoidal(64, 32)
    similar = complete_waves_and_row_similarity.neighbour_similarity(rows)
    omega = functional.frequencies(32)
    np.testing.assert_allclose(similar[:8], [np.cos(d * omega).mean() for d in range(1, 9)], atol=1e-5)
