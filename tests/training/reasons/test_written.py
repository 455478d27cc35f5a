"""The model written out is the model, and what is changed in it is what was asked for."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training.reasons.placing import place_at
from explorer.training.reasons.written import read


def model_and_text(encoding: str, length: int = 12) -> tuple[Transformer, np.ndarray, np.ndarray]:
    model = Transformer(ModelConfig(9, encoding, length, 16, 2, 4, position_std=0.3))
    rng = np.random.default_rng(0)
    if encoding == "T5":
        model.weights["t5"][...] = rng.normal(size=(32, 4))
    return model, *rng.integers(0, 9, (2, 3, length))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_it_computes_what_the_transformer_computes(encoding: str) -> None:
    model, ids, targets = model_and_text(encoding)
    losses, seen = read(model, ids, targets, place_at(model.config, model.weights, np.arange(12)))
    np.testing.assert_allclose(losses, model.surprise(ids, targets), atol=1e-5)
    assert [shares.shape for shares in seen] == [(3, 4, 12, 12)] * 2
    np.testing.assert_allclose(seen[1].sum(axis=-1), 1, atol=1e-6)


def test_attention_from_elsewhere_is_used() -> None:
    model, ids, targets = model_and_text("sinusoidal")
    here, there = (place_at(model.config, model.weights, s + np.arange(12)) for s in (0, 500))
    own, seen = read(model, ids, targets, here)
    np.testing.assert_allclose(read(model, ids, targets, here, attention=seen)[0], own, atol=1e-6)
    _, foreign = read(model, ids, targets, there)
    assert abs(read(model, ids, targets, here, attention=foreign)[0] - own).max() > 1e-3


def test_distances_held_back() -> None:
    model, ids, targets = model_and_text("RoPE")
    placement = place_at(model.config, model.weights, np.arange(12))
    own, seen = read(model, ids, targets, placement)
    np.testing.assert_array_equal(read(model, ids, targets, placement, farthest=11)[0], own)
    held, changed = read(model, ids, targets, placement, farthest=4)
    np.testing.assert_allclose(held[:, :5], own[:, :5], atol=1e-6)
    # The score of a pair 9 apart is now that of the same two tokens 4 apart; nearer pairs keep theirs.
    x = model.weights["tokens"][ids]
    unit = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6)
    q, k, _ = (unit @ model.weights["layer0.attention.qkv"]).reshape(3, 12, 3, 4, 4).transpose(2, 0, 3, 1, 4)

    def score(batch: int, head: int, query: int, key: int, ago: int) -> float:
        turn = ago * 10_000.0 ** (-np.arange(2) / 2)
        a, b = q[batch, head, query], k[batch, head, key]
        rotated = np.concatenate(
            [a[:2] * np.cos(turn) - a[2:] * np.sin(turn), a[:2] * np.sin(turn) + a[2:] * np.cos(turn)]
        )
        return float(rotated @ b / 2)

    for shares, far in ((seen[0], 9), (changed[0], 4)):
        ratio = np.log(shares[1, 2, 11, 2] / shares[1, 2, 11, 10])
        assert ratio == pytest.approx(score(1, 2, 11, 2, far) - score(1, 2, 11, 10, 1), abs=1e-4)
