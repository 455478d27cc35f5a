"""The shipped model: its training, its losses beside counting, what is published."""

import math
from pathlib import Path

import numpy as np
import pytest

from explorer.data import FILES
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.lm.shipped_model import REPORT, WEIGHTS, load_lm, load_report, network, read_weights, write_weights
from explorer.lm.token_corpus import Split, split
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, decode_bytes, encode
from explorer.vectors.blas_thread_limit import one_thread
from tools.language_model.evaluation import characters, counted, last_window, measure, side_by_side, surprise
from tools.language_model.ngrams import NGrams
from tools.language_model.training import CONFIG, Training, TrainRequest, batch_at, rate_at, windows


def test_it_is_small_enough_to_ship() -> None:
    model = load_lm()
    assert model.numbers == sum(weight.size for weight in Transformer(CONFIG).weights.values())
    assert (FILES / WEIGHTS).stat().st_size + (FILES / REPORT).stat().st_size < 8e6
    for weight in model.weights.values():
        np.testing.assert_array_equal(weight, weight.astype(np.float16))
        assert not weight.flags.writeable


@pytest.mark.nightly
def test_the_published_losses_come_out_again() -> None:
    """Over all held-out tokens, of the model and of the n-grams."""
    report, text = load_report(), split()
    windows = side_by_side(text.held_out, 64)
    with one_thread():
        own = surprise(network(load_lm()), windows)
    losses = counted(NGrams(text.train, 4096), windows)
    asked = np.isfinite(losses["trigram"])
    assert asked.sum() == report["targets"]
    assert len(text.train) == report["tokens_of_the_text"]
    for name, loss in {**losses, "model": own}.items():
        assert loss[asked].mean() == pytest.approx(report["nats"][name], abs=2e-3), name
    np.testing.assert_allclose(own.mean(axis=0), report["by_position"], atol=5e-3)


def test_the_report_says_how_to_make_it_again() -> None:
    report = load_report()
    request = TrainRequest(**report["request"])
    assert report["config"] == {**CONFIG.__dict__}
    assert f"--steps {request.steps} --decay {request.decay}" in report["command"]
    assert report["tokens_read"] == request.steps * request.batch * 64
    curve = report["loss_every_100"]
    assert len(curve) == request.steps // 100
    assert np.mean(curve[-5:]) < np.mean(curve[:5]) - 1.5


def test_what_came_before_helps() -> None:
    """It predicts better later in a window than at its start, and worse again past the trained length."""
    report = load_report()
    by_position = np.array(report["by_position"])
    assert by_position[0] > by_position[4] > by_position[32:].mean()
    past = {name: np.mean(report[name][64:] if name != "last 64" else report[name]) for name in ("clamp", "wrap")}
    last = np.mean(report["last 64"])
    assert last < min(past.values())


def test_weights_of_another_size_are_refused(tmp_path) -> None:
    other = ModelConfig(4096, "learned", 64, 64, 3, 4, tied=True)
    write_weights(Transformer(other), tmp_path)
    with pytest.raises(ValueError, match="does not hold this model"):
        read_weights(folder=tmp_path)


def test_written_and_read_again_it_is_the_same_to_half_precision(tmp_path) -> None:
    config = ModelConfig(4096, "learned", 8, 8, 1, 2, tied=True)
    model = Transformer(config)
    write_weights(model, tmp_path)
    first = (tmp_path / WEIGHTS).read_bytes()
    write_weights(model, tmp_path)
    assert (tmp_path / WEIGHTS).read_bytes() == first
    again = read_weights(config, tmp_path)
    for name, weight in model.weights.items():
        np.testing.assert_array_equal(again.weights[name], weight.astype(np.float16))


MODEL = Transformer(ModelConfig(4096, "learned", 4, 8, 1, 2, tied=True, token_std=1.0, position_std=0.3))
BLOCKS = np.random.default_rng(0).integers(0, 300, (4, 17))


def test_windows_by_hand() -> None:
    windows = side_by_side(np.array([[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]]), 2)
    assert windows.ids.tolist() == [[0, 1], [2, 3], [10, 11], [12, 13]]
    assert windows.targets.tolist() == [[1, 2], [3, 4], [11, 12], [13, 14]]
    assert windows.block.tolist() == [0, 0, 1, 1]
    assert windows.first.tolist() == [True, False, True, False]


def test_surprise_is_of_the_models_own_probabilities() -> None:
    windows = side_by_side(BLOCKS, 4)
    logits = MODEL.logits(windows.ids).astype(np.float64)
    shares = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    expected = -np.log(np.take_along_axis(shares, windows.targets[..., None], axis=-1)[..., 0])
    np.testing.assert_allclose(surprise(MODEL, windows), expected, rtol=1e-4)


def test_past_the_trained_length_only_the_last_tokens_are_read() -> None:
    windows = side_by_side(BLOCKS, 8)
    losses = last_window(MODEL, windows, 4)
    assert losses.shape == (8, 4)
    for at in range(4, 8):
        alone = MODEL.surprise(windows.ids[:, at - 3 : at + 1], windows.targets[:, at - 3 : at + 1])[:, -1]
        np.testing.assert_allclose(losses[:, at - 4], alone, rtol=1e-5)


def test_counting_is_asked_about_the_same_tokens_with_the_two_before_them() -> None:
    grams = NGrams(np.arange(300).repeat(3), 4096)
    windows = side_by_side(BLOCKS, 4)
    losses = counted(grams, windows)
    flat = BLOCKS[:, :17]
    for name in ("unigram", "bigram", "trigram"):
        asked = np.isfinite(losses[name])
        assert (~asked).sum() == 4  # the second token of each block has one before it
        assert not asked[windows.first][:, 0].any()
    # The window that begins at token 4 evaluates token 5, given tokens 3 and 4.
    expected = -np.log(grams.trigram(flat[:, 3], flat[:, 4], flat[:, 5]))
    np.testing.assert_allclose(losses["trigram"][1::4, 0], expected)


def test_characters_are_counted_once_however_many_bytes() -> None:
    assert characters(encode("naïve 日本 🙂\n", SMALL)) == 11


def test_what_is_published_adds_up() -> None:
    split = Split(np.arange(300).repeat(3).astype(np.uint16), BLOCKS, ("one", "one", "two", "two"))
    report = measure(MODEL, split)
    windows = side_by_side(BLOCKS, 4)
    own = surprise(MODEL, windows)
    asked = np.ones_like(own, bool)
    asked[windows.first, 0] = False
    assert report["targets"] == 4 * 16 - 4
    assert report["nats"]["model"] == pytest.approx(own[asked].mean())
    assert report["bits_per_character"]["model"] == pytest.approx(own[asked].sum() / report["characters"] / math.log(2))
    halves = [report["by_text"][name]["model"] for name in ("one", "two")]
    assert np.mean(halves) == pytest.approx(report["nats"]["model"])
    assert report["by_position"] == pytest.approx(own.mean(axis=0).tolist(), abs=1e-4)
    assert len(report["clamp"]) == len(report["wrap"]) == 8 and len(report["last 64"]) == 4
    np.testing.assert_allclose(report["clamp"][:4], report["wrap"][:4])


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


def test_it_has_read_its_texts() -> None:
    reading = read(ReadingRequest("The President of the United"))
    best = int(reading.best(1)[0])
    assert decode_bytes([best], SMALL).decode() == " States"
    assert reading.probabilities[best] == pytest.approx(0.882, abs=5e-3)  # content that it learned, not only grammar
