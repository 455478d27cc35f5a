"""Every number of the model, against central differences in float64."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.transformer import Transformer

STEP = 2e-5
# A seed whose batch leaves every ReLU alone under steps of that size: at a kink a difference is no derivative.
SEEDS = {"learned": 1, "sinusoidal": 1, "none": 1, "RoPE": 2, "ALiBi": 1, "T5": 1}


@pytest.mark.parametrize(("encoding", "tied"), [*((encoding, False) for encoding in ENCODINGS), ("learned", True)])
def test_every_gradient_equals_central_differences(encoding: str, tied: bool) -> None:
    rng = np.random.default_rng(SEEDS[encoding])
    config = ModelConfig(7, encoding, 6, 8, 2, 2, ff_mult=2, position_std=0.3, seed=SEEDS[encoding], tied=tied)
    model = Transformer(config, np.float64)
    for name, weight in model.weights.items():
        if name.endswith("gain"):
            weight[...] = rng.uniform(0.5, 1.5, weight.shape)
        elif name == "t5":
            weight[...] = rng.normal(size=weight.shape)
    ids, targets = rng.integers(0, 7, (2, 3, 6))
    counts = rng.uniform(size=(3, 6))

    def loss_at(i: int, shift: float) -> float:
        kept = model.flat[i]
        model.flat[i] = kept + shift
        loss = model.loss_and_gradient(ids, targets, counts)[0]
        model.flat[i] = kept
        return loss

    gradient = model.loss_and_gradient(ids, targets, counts)[1].copy()
    numeric = np.empty_like(gradient)
    for i in range(gradient.size):
        near = loss_at(i, STEP) - loss_at(i, -STEP)
        far = loss_at(i, 2 * STEP) - loss_at(i, -2 * STEP)
        numeric[i] = (8 * near - far) / (12 * STEP)  # fourth order
    assert np.abs(gradient).min() == 0 or np.abs(gradient).max() > 0.01
    assert np.linalg.norm(gradient - numeric) <= 1e-9 * np.linalg.norm(gradient)


def test_every_matrix_gets_a_gradient() -> None:
    for encoding in ENCODINGS:
        model = Transformer(ModelConfig(7, encoding, 6, 8, 2, 2, seed=1))
        rng = np.random.default_rng(0)
        _, gradient = model.loss_and_gradient(*rng.integers(0, 7, (2, 4, 6)))
        at = 0
        for name, weight in model.weights.items():
            assert np.any(gradient[at : at + weight.size]), f"{encoding}: {name}"
            at += weight.size
