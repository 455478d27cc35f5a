"""Training steps: data, learning rate, and bitwise equal resumption."""

from pathlib import Path

import numpy as np
import pytest

from explorer.nn.config import ModelConfig
from tools.language_model.training import Training, TrainRequest, batch_at, rate_at, windows

TINY = ModelConfig(vocab_size=16, encoding="learned", train_len=8, embed_dim=8, n_layers=1, n_heads=2, tied=True)
TEXT = np.random.default_rng(0).integers(0, 16, 400).astype(np.uint16)


def test_a_round_reads_every_token_once() -> None:
    seq_len, batch, tokens = 8, 3, 400
    in_a_round = (tokens - seq_len) // seq_len // batch
    starts = np.concatenate([windows(step, tokens, batch, seq_len, seed=4) for step in range(in_a_round)])
    read = (starts[:, None] + np.arange(seq_len)).ravel()
    assert len(np.unique(read)) == len(read) == in_a_round * batch * seq_len
    assert read.max() + 1 < tokens  # a last target is left
    assert len(read) > tokens - (2 + batch) * seq_len


def test_the_next_round_lies_and_goes_otherwise() -> None:
    first, second = (windows(step, 400, 3, 8, seed=4) for step in (0, 16))
    assert not np.array_equal(first, second)


def test_targets_are_what_follows() -> None:
    ids, targets = batch_at(0, TEXT, TrainRequest(10, 5, batch=2), 8)
    np.testing.assert_array_equal(ids[:, 1:], targets[:, :-1])
    assert ids.shape == (2, 8)


def test_the_rate_by_hand() -> None:
    request = TrainRequest(steps=10, decay=4, warmup=2)
    assert [rate_at(step, request) for step in range(10)] == pytest.approx([0.5, *[1] * 6, 0.75, 0.5, 0.25])


def run(request: TrainRequest, until: int | None = None) -> Training:
    training = Training(request, TINY)
    for _ in training.run(TEXT, until):
        pass
    return training


def test_stopped_and_taken_up_again_it_ends_in_the_same_bits(tmp_path: Path) -> None:
    request = TrainRequest(steps=12, decay=4, batch=2, warmup=2)
    whole = run(request)
    run(request, until=5).save(tmp_path / "state.npz")
    again = Training(request, TINY)
    again.load(tmp_path / "state.npz")
    for _ in again.run(TEXT):
        pass
    np.testing.assert_array_equal(whole.model.flat, again.model.flat)
    assert whole.losses == again.losses and len(whole.losses) == 12


def test_the_end_may_be_moved_only_while_the_rates_made_stay(tmp_path: Path) -> None:
    run(TrainRequest(steps=100, decay=4, batch=2, warmup=2), until=6).save(tmp_path / "state.npz")
    Training(TrainRequest(steps=10, decay=4, batch=2, warmup=2), TINY).load(tmp_path / "state.npz")
    for other in (
        TrainRequest(steps=9, decay=6, batch=2, warmup=2),  # the rate of step 5 would have been lower
        TrainRequest(steps=100, decay=4, batch=3, warmup=2),
        TrainRequest(steps=100, decay=4, batch=2, warmup=2, seed=1),
    ):
        with pytest.raises(ValueError, match="don't begin"):
            Training(other, TINY).load(tmp_path / "state.npz")


@pytest.mark.slow
def test_it_learns_what_can_be_learned() -> None:
    text = np.tile(np.arange(16), 40).astype(np.uint16)
    training = Training(TrainRequest(steps=300, decay=100, batch=4, warmup=5, peak=1e-2), TINY)
    losses = [loss for _, loss in training.run(text)]
    assert losses[0] > 2.5 and losses[-1] < 0.1


def test_a_loss_that_is_no_number_stops_the_run() -> None:
    training = Training(TrainRequest(steps=3, decay=1, batch=2), TINY)
    training.model.flat[:] = np.nan
    with pytest.raises(FloatingPointError, match="The loss of step 0 is nan"):
        next(training.run(TEXT))
