"""Gradients of the transformer and of its embedding, and its optimizer."""

import numpy as np
import pytest

from explorer.nn.adam_optimizer import rate_at
from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Pass, Transformer

STEP = 2e-5
# With this seed no step crosses a ReLU's kink, where a difference quotient is no derivative.
DIRECTIONS = 3  # of every matrix
TOLERANCE = 1e-9  # relative to the gradient's norm; one of 64 numbers wrong by 1 % makes 1e-3
SEEDS = {"learned": 1, "sinusoidal": 1, "none": 1, "RoPE": 2, "ALiBi": 1, "T5": 1}


@pytest.mark.slow
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

    def loss_at(weight: np.ndarray, moved: np.ndarray) -> float:
        kept = weight.copy()
        weight += moved
        loss = model.loss_and_gradient(ids, targets, counts)[0]
        weight[...] = kept
        return loss

    gradient = model.views(model.loss_and_gradient(ids, targets, counts)[1].copy())
    for name, weight in model.weights.items():
        assert np.abs(gradient[name]).max() > 1e-4, name
        for _ in range(DIRECTIONS):
            # Along a random direction a wrong number shows: others cancel it with probability 0.
            way = rng.normal(size=weight.shape)
            way *= STEP / np.linalg.norm(way)
            near = loss_at(weight, way) - loss_at(weight, -way)
            far = loss_at(weight, 2 * way) - loss_at(weight, -2 * way)
            numeric = (8 * near - far) / 12  # fourth order
            error = abs(numeric - np.vdot(gradient[name], way)) / (STEP * np.linalg.norm(gradient[name]))
            assert error <= TOLERANCE, f"{name}: {error:.1e}"


def test_every_matrix_gets_a_gradient() -> None:
    for encoding in ENCODINGS:
        model = Transformer(ModelConfig(7, encoding, 6, 8, 2, 2, seed=1))
        rng = np.random.default_rng(0)
        _, gradient = model.loss_and_gradient(*rng.integers(0, 7, (2, 4, 6)))
        at = 0
        for name, weight in model.weights.items():
            assert np.any(gradient[at : at + weight.size]), f"{encoding}: {name}"
            at += weight.size


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("encoding", ["learned", "RoPE", "T5"])
def test_the_blocks_own_gradients_change_nothing_of_what_comes_down(encoding: str, tied: bool) -> None:
    config = ModelConfig(13, encoding, 6, embed_dim=8, n_layers=2, n_heads=2, tied=tied)
    model = Transformer(config)
    ids, chance = np.array([[1, 5, 5, 2, 12, 0]]), np.random.default_rng(3)
    wanted = chance.standard_normal((6, 13)).astype(np.float32)
    came = []
    for gradients in ({name: np.zeros_like(weight) for name, weight in model.weights.items()}, {}):
        run = Pass(config, model.weights, position_inputs(config, model.weights, 6), gradients)
        run.forward(ids)
        came.append(run.down(wanted.copy()).copy())
    assert np.array_equal(*came) and came[0].any()


@pytest.mark.parametrize(
    ("steps", "expected"), [(1, [1]), (2, [1, 1]), (4, [0.5, 1, 1, 0.5]), (6, [1 / 3, 2 / 3, 1, 1, 2 / 3, 1 / 3])]
)
def test_a_run_shorter_than_its_warm_up_climbs_for_half_of_its_steps(steps: int, expected: list[float]) -> None:
    assert [rate_at(step, steps, 1.0) for step in range(steps)] == pytest.approx(expected)
