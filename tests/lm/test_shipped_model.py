"""The shipped model: its size, its measured losses, and its predictions."""

import numpy as np
import pytest

from explorer.data import FILES
from explorer.lm.shipped_model import REPORT, WEIGHTS, load_lm, load_report, network, read_weights, write_weights
from explorer.lm.token_corpus import split
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.vectors.blas_thread_limit import one_thread
from tools.language_model.evaluation import counted, side_by_side, surprise
from tools.language_model.ngrams import NGrams
from tools.language_model.training import CONFIG, TrainRequest


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
