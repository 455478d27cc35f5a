"""The readings, on models whose answer is known beforehand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training.reasons import items, measures, regimes
from explorer.training.reasons.measures import Reader
from explorer.training.reasons.placing import Waves
from explorer.training.text import char_text

LENGTH = 16


def reader(encoding: str = "sinusoidal", length: int = LENGTH, **more: object) -> Reader:
    text = char_text()
    model = Transformer(ModelConfig(text.vocab_size, encoding, length, position_std=0.3))
    return Reader(model, text, length, windows=4, **more)


def test_long_windows_are_those_of_the_evaluation() -> None:
    one = reader("RoPE")
    # Windows begin every 64 characters, as those of the evaluation do for a trained length of 64.
    ids, targets = one.text.windows(4, 128, 64)
    expected = one.model.surprise(ids, targets).mean(axis=0).reshape(-1, 8).mean(axis=1)
    np.testing.assert_allclose(one.by_position(), expected, atol=1e-5)


def test_removed_rows_change_only_what_lies_past_the_trained_length() -> None:
    one = reader()
    plain = one.by_position()
    for removed in measures.REMOVED[1:4]:
        changed = one.by_position(None, removed)
        np.testing.assert_allclose(changed[:2], plain[:2], atol=1e-6)
        assert abs(changed[2:] - plain[2:]).max() > 1e-3
    assert abs(one.by_position(None, "no rows at all")[0] - plain[0]) > 1e-3


def test_rows_with_a_period_are_the_same_rows_again() -> None:
    one = reader(waves=Waves(period=LENGTH))
    np.testing.assert_allclose(one.by_position(), one.by_position(None, "from row 0 again"), atol=1e-5)
    by_start = one.by_start()
    np.testing.assert_allclose(by_start, np.broadcast_to(by_start[0], by_start.shape), atol=1e-5)


def test_a_model_without_positions_reads_the_same_everywhere() -> None:
    one = reader("none", 32)
    gaps = one.by_gap()
    np.testing.assert_allclose(gaps[:-1], gaps[0], atol=1e-5)
    assert abs(gaps[-1] - gaps[0]) > 1e-4
    by_start = one.by_start()
    np.testing.assert_allclose(by_start, np.broadcast_to(by_start[0], by_start.shape), atol=1e-5)


def test_a_short_learned_table_is_read_where_it_has_rows() -> None:
    text = char_text()
    model = Transformer(ModelConfig(text.vocab_size, "learned", 64, position_std=0.3))
    one = Reader(model, text, LENGTH, table=64, windows=4)
    assert one.starts() == (0, 16, 32, 48)
    assert one.by_start().shape == (4, 2)


def test_some_waves_move() -> None:
    every, short, middle, long = reader().by_start_of_some_waves()
    np.testing.assert_array_equal(every, reader().by_start())
    for some in (short, middle, long):
        np.testing.assert_array_equal(some[0], every[0])
        assert abs(some - every)[4:].max() > 1e-3
    # Waves that come back within the length are all seen whole: nothing else can move.
    every, short, middle, long = reader(waves=Waves(2.0)).by_start_of_some_waves()
    np.testing.assert_array_equal(short, every)
    for none in (middle, long):
        np.testing.assert_array_equal(none, np.broadcast_to(every[0], every.shape))


@pytest.mark.slow
def test_a_table_is_stretched_over_windows_of_every_length() -> None:
    one = reader("learned")
    stretched = one.stretched()
    assert stretched.shape == (len(measures.STRETCHED),)
    ids, targets = one.text.windows(4, 512, 64)
    assert stretched[-1] == pytest.approx(one.model.surprise(ids, targets, "interpolate")[:, LENGTH:].mean(), abs=1e-5)


def test_rows_and_attention_swapped() -> None:
    one = reader()
    swapped = one.swapped(200)
    by_start = {s: one.by_start(starts=[s])[0, 1] for s in (0, 200)}
    assert swapped[0, 0] == pytest.approx(by_start[0], abs=1e-5)
    assert swapped[1, 1] == pytest.approx(by_start[200], abs=1e-5)
    assert len({round(float(loss), 5) for loss in swapped.ravel()}) == 4


def test_shares_of_attention_add_up_and_follow_the_bias() -> None:
    shares = reader("ALiBi").looks(0, 16, (0, 1, 5))
    np.testing.assert_allclose(shares.sum(axis=-1), 1, atol=1e-5)
    # The first head falls off by 2^(−2) per place, the last by 2^(−8): it looks back further.
    assert (shares[:, 0, 2] < shares[:, 3, 2]).all()


def test_the_loss_after_letters_is_taken_at_the_letters() -> None:
    one = reader("none")
    ids, targets = one.text.windows((20_000 - LENGTH - 1) // 16, LENGTH, 16)
    losses = one.model.surprise(ids, targets)
    wanted = items.letters(one.text, "v")
    at = ids == wanted[0]
    np.testing.assert_allclose(
        one.after_letters(wanted), [losses[:, 8:][at[:, 8:]].mean(), losses[:, 4:8][at[:, 4:8]].mean()], atol=1e-5
    )


def test_regimes_differ_in_positions_alone() -> None:
    tiny = items.ReasonItem("sinusoidal", 0, steps=2, train_len=16, windows=2, readings=("long", "starts"))
    first, again = tiny.train(), tiny.train()
    np.testing.assert_array_equal(first.flat, again.flat)
    moved = dataclasses.replace(tiny, regime=regimes.SHIFTED).train()
    assert not np.array_equal(first.flat, moved.flat)
    # RoPE knows distances only: a shifted start changes nothing but rounding.
    rope = dataclasses.replace(tiny, encoding="RoPE")
    np.testing.assert_allclose(
        rope.train().flat, dataclasses.replace(rope, regime=regimes.SHIFTED).train().flat, atol=2e-3
    )
    assert {key: value.shape for key, value in tiny.measure().items()} == {"long": (16,), "starts": (16, 2)}


def test_every_shipped_item_has_its_own_name_and_known_readings() -> None:
    shipped = items.reason_items()
    assert len({(item.name, item.seed) for item in shipped}) == len(shipped)
    assert {reading for item in shipped for reading in item.readings} <= set(items.READINGS)
    assert items.ReasonItem("RoPE", 0, waves=Waves(10.0), steps=5).name == "reasons/RoPE/standard, base 10, 5 steps"
