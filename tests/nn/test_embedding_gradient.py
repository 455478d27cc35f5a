"""The gradient of the embedded input is the same with and without the blocks' own gradients."""

import numpy as np
import pytest

from explorer.nn.config import ModelConfig
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Pass, Transformer


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
