"""Where tokens stand in training and in a reading: by hand, and against the model's own placement at 0 … T − 1."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.encodings import place
from explorer.nn.transformer import Transformer
from explorer.training.reasons import regimes
from explorer.training.reasons.placing import Waves, place_at
from explorer.training.reasons.regimes import Regime, window_starts


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_at_0_to_the_end_it_is_the_models_own_placement(encoding: str) -> None:
    model = Transformer(ModelConfig(9, encoding, 12, 16, 2, 4, position_std=0.3))
    if encoding == "T5":
        model.weights["t5"][...] = np.random.default_rng(0).normal(size=(32, 4))
    own = place(model.config, model.weights, 12)
    mine = place_at(model.config, model.weights, np.arange(12))
    for name in ("added", "rows", "cos", "sin", "bias", "hidden", "buckets"):
        np.testing.assert_array_equal(getattr(own, name), getattr(mine, name), err_msg=name)


def test_a_window_hides_what_is_further_back() -> None:
    config = ModelConfig(3, "none", 4, 8, 1, 2)
    placement = place_at(config, Transformer(config).weights, np.arange(5) + 100, window=2)
    seen = ~placement.hidden
    assert seen.sum(axis=1).tolist() == [1, 2, 2, 2, 2]
    assert seen.diagonal().all() and seen.diagonal(-1).all()


@pytest.mark.parametrize("encoding", ["learned", "sinusoidal"])
def test_every_sequence_can_have_positions_of_its_own(encoding: str) -> None:
    model = Transformer(ModelConfig(9, encoding, 20, 16, 2, 4, position_std=0.3))
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(0, 9, (2, 2, 6))
    positions = np.array([np.arange(6), np.arange(6) + 14])
    both = model.surprise(ids, targets, placement=place_at(model.config, model.weights, positions))
    for i in range(2):
        alone = place_at(model.config, model.weights, positions[i])
        np.testing.assert_allclose(
            both[i], model.surprise(ids[i : i + 1], targets[i : i + 1], placement=alone)[0], atol=1e-5
        )
    assert abs(both[0] - model.surprise(ids[:1], targets[:1])[0]).max() < 1e-5
    assert abs(both[1] - model.surprise(ids[1:], targets[1:])[0]).max() > 1e-3


def test_the_gradient_of_a_learned_row_comes_from_where_it_stood() -> None:
    model = Transformer(ModelConfig(7, "learned", 12, 8, 1, 2, position_std=0.3, seed=1), np.float64)
    rng = np.random.default_rng(1)
    ids, targets = rng.integers(0, 7, (2, 2, 4))
    positions = np.array([[0, 1, 8, 9], [3, 4, 5, 6]])

    def loss_and_gradient() -> tuple[float, np.ndarray]:
        places = [place_at(model.config, model.weights, positions[i : i + 1]) for i in range(2)]
        return model.loss_and_gradient(ids, targets, placements=places)

    gradient = loss_and_gradient()[1].copy()
    rows = model.weights["positions"]
    end = model.flat.size - rows.size
    of_rows = gradient[end:].reshape(rows.shape)
    assert not of_rows[[2, 7, 10, 11]].any()
    for row in (0, 3, 8):
        rows[row, 0] += 1e-5
        above = loss_and_gradient()[0]
        rows[row, 0] -= 2e-5
        below = loss_and_gradient()[0]
        rows[row, 0] += 1e-5
        assert of_rows[row, 0] == pytest.approx((above - below) / 2e-5, rel=1e-5, abs=1e-9)


def test_waves_with_a_period_come_back() -> None:
    table = Waves(period=64).table(64)
    np.testing.assert_allclose(table[64:128], table[:64], atol=1e-6)
    assert len(np.unique(table[:64].round(4), axis=0)) == 64
    assert Waves(period=64).lengths(8).tolist() == [16, 64 / 3, 32, 64]
    assert Waves().lengths(64)[0] == pytest.approx(2 * np.pi)
    assert (Waves(10.0).lengths(64) < 64).all() and (Waves(3.0).lengths(64) < 64).all()


def test_starts_jumps_and_holes() -> None:
    rng = np.random.default_rng(0)
    starts = regimes.STARTS.positions(rng, 2000, 64)
    assert (np.diff(starts, axis=1) == 1).all()
    assert (starts[:, 0].min(), starts[:, 0].max(), regimes.STARTS.rows(64)) == (0, 448, 512)
    assert np.isin(np.arange(512), starts).all()

    hole = regimes.HOLE.positions(rng, 2000, 64)
    assert not np.isin(np.arange(240, 272), hole).any()
    assert np.isin([239, 272], hole).all()

    jump = regimes.JUMP.positions(rng, 2000, 64)
    steps = np.diff(jump, axis=1)
    assert ((steps > 1).sum(axis=1) <= 1).all() and steps.min() == 1
    assert jump.max() <= 511 and (jump[:, -1] - jump[:, 0]).max() > 480

    assert regimes.STANDARD.positions(rng, 2, 3).tolist() == [[0, 1, 2]] * 2
    assert Regime("one", jump=True).positions(rng, 1, 1).tolist() == [[0]]


def test_windows_that_keep_letters_early() -> None:
    text = np.random.default_rng(0).integers(0, 5, 400)
    starts = set(window_starts(text, 8, np.array([4])).tolist())
    for start in range(392):
        assert (start in starts) == (4 not in text[start + 4 : start + 8])
