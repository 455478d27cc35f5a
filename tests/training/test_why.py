"""The measures behind "why": waves, shift maps, neighbours, probe."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core import functional
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training import why
from explorer.training.text import char_text


def test_waves_seen_whole() -> None:
    waves = why.waves_seen(64, 64)
    assert waves.wavelength[0] == pytest.approx(2 * np.pi)
    # λ = 2π · 10000^(2i/64) ≤ 63 steps for i ≤ 8.01
    whole, width, waves_of_it, length = (9, 64, 32, 64)
    assert (waves.whole, width, waves_of_it, length) == (whole, 64, len(waves.wavelength), 64)
    assert why.waves_seen(64, 512).whole > 9
    assert waves.sine_seen[0] > 0.99 and waves.cosine_seen[0] > 0.99
    assert waves.sine_seen[-1] < 0.01 and waves.cosine_seen[-1] < 1e-4
    assert waves.new_next[-1].all() and not waves.new_next[0].any()


def test_a_fitted_shift_is_good_inside_and_poor_outside_but_the_exact_one_is_good_everywhere() -> None:
    rows = functional.sinusoidal(512, 64)
    fitted = why.fitted_shift_error(rows, 64, 4)
    exact = why.exact_shift_error(512, 64, 4)
    assert fitted.shape == exact.shape == (508,)
    assert fitted[:60].max() < 0.01
    assert fitted[256:].mean() > 20 * fitted[:60].mean()
    assert exact.max() < 1e-6


def test_a_random_table_fits_its_own_pairs_and_means_nothing_by_it() -> None:
    rows = np.random.default_rng(0).normal(size=(64, 64))
    error = why.fitted_shift_error(rows, 64, 1)
    assert error[0:63:2].max() < 1e-3  # the pairs that were fitted
    assert error[1:63:2].min() > 0.5  # the pairs between them
    with pytest.raises(ValueError, match="A shift of 63 leaves fewer than two pairs"):
        why.fitted_shift_error(rows, 64, 63)


def test_neighbour_similarity_of_a_wave() -> None:
    rows = functional.sinusoidal(64, 32)
    similar = why.neighbour_similarity(rows)
    omega = functional.frequencies(32)
    np.testing.assert_allclose(similar[:8], [np.cos(d * omega).mean() for d in range(1, 9)], atol=1e-5)


def test_a_probe_reads_a_position_that_is_written_in_the_stream() -> None:
    text = char_text()
    model = Transformer(ModelConfig(text.vocab_size, "sinusoidal", 32, 64, 1, 4))
    answers = why.position_probe(model, text, 64, windows=24)
    assert answers.shape == (2, 2, 64)
    read, miss = answers[:, 0]
    np.testing.assert_allclose(read[:32], np.arange(32), atol=3)
    # Answers that scatter miss by more than their mean does.
    assert (miss >= abs(read - np.arange(64)) - 1e-9).all() and miss.sum() > abs(read - np.arange(64)).sum()
