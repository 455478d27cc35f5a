"""Evaluations, on models with known results."""

import dataclasses

import numpy as np
import pytest

from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training.ablations.loss_rises import STRETCHED
from explorer.training.character_corpus import char_text
from tools.ablations import experiments, position_sampling
from tools.ablations.changed_window_losses import Reader

LENGTH = 16


def reader(encoding: str = "sinusoidal", length: int = LENGTH, **more: object) -> Reader:
    text = char_text()
    model = Transformer(ModelConfig(text.vocab_size, encoding, length, position_std=0.3))
    return Reader(model, text, length, windows=4, **more)


@pytest.mark.slow
def test_long_windows_are_those_of_the_evaluation() -> None:
    one = reader("RoPE")
    # Windows begin every 64 characters, as those of the evaluation do for a trained length of 64.
    ids, targets = one.text.windows(4, 128, 64)
    expected = one.model.surprise(ids, targets).mean(axis=0).reshape(-1, 8).mean(axis=1)
    np.testing.assert_allclose(one.by_position(), expected, atol=1e-5)


def test_a_model_without_positions_reads_the_same_everywhere() -> None:
    one = reader("none", 32)
    gaps = one.by_gap()
    np.testing.assert_allclose(gaps, gaps[0], atol=1e-5)
    by_start = one.by_start()
    np.testing.assert_allclose(by_start, np.broadcast_to(by_start[0], by_start.shape), atol=1e-5)


@pytest.mark.slow
def test_a_table_is_stretched_over_windows_of_every_length() -> None:
    one = reader("learned")
    stretched = one.stretched()
    assert stretched.shape == (len(STRETCHED),)
    ids, targets = one.text.windows(4, 512, 64)
    assert stretched[-1] == pytest.approx(one.model.surprise(ids, targets, "interpolate")[:, LENGTH:].mean(), abs=1e-5)


@pytest.mark.slow
def test_regimes_differ_in_positions_alone() -> None:
    tiny = experiments.AblationItem("sinusoidal", 0, windows=2, readings=("long", "starts"))
    first, again = tiny.train(2), tiny.train(2)
    np.testing.assert_array_equal(first.flat, again.flat)
    shifted = position_sampling.Regime("start 64 only", 64, 64)
    assert not np.array_equal(first.flat, dataclasses.replace(tiny, regime=shifted).train(2).flat)
    # RoPE knows distances only: a shifted start changes nothing but rounding.
    rope = dataclasses.replace(tiny, encoding="RoPE")
    np.testing.assert_allclose(rope.train(2).flat, dataclasses.replace(rope, regime=shifted).train(2).flat, atol=2e-3)
    read = {name: experiments.READINGS[name](Reader(first, char_text(), 64, windows=2)) for name in tiny.readings}
    assert {key: value.shape for key, value in read.items()} == {"long": (64,), "starts": (2, 8)}


def test_starts_and_jumps() -> None:
    rng = np.random.default_rng(0)
    starts = position_sampling.STARTS.positions(rng, 2000, 64)
    assert (np.diff(starts, axis=1) == 1).all()
    assert (starts[:, 0].min(), starts[:, 0].max(), position_sampling.STARTS.rows(64)) == (0, 448, 512)
    assert np.isin(np.arange(512), starts).all()

    jump = position_sampling.JUMP.positions(rng, 2000, 64)
    steps = np.diff(jump, axis=1)
    assert ((steps > 1).sum(axis=1) <= 1).all() and steps.min() == 1
    assert jump.max() <= 511 and (jump[:, -1] - jump[:, 0]).max() > 480

    assert position_sampling.STANDARD.positions(rng, 2, 3).tolist() == [[0, 1, 2]] * 2
    assert position_sampling.Regime("one", jump=True).positions(rng, 1, 1).tolist() == [[0]]


def test_every_shipped_item_has_its_own_name_and_known_readings() -> None:
    shipped = experiments.ablation_items()
    assert len({(item.name, item.seed) for item in shipped}) == len(shipped)
    assert {reading for item in shipped for reading in item.readings} <= set(experiments.READINGS)
    assert experiments.AblationItem("sinusoidal", 0, base=10.0).name == "ablations/sinusoidal/standard, base 10"
