"""Initialization of a transformer's matrices, and their layout in one flat vector."""

import math

import numpy as np

from explorer.nn.config import T5_BUCKETS, ModelConfig
from explorer.nn.transformer_layers import Array, Weights


def start(config: ModelConfig, *, drawn: bool = True) -> Weights:
    """Randomly initialized matrices, in the order of the flat vector; without `drawn`, empty arrays of their shapes."""
    rng, rng_positions = np.random.default_rng([config.seed, 0]), np.random.default_rng([config.seed, 1])
    width, wide, deep = config.embed_dim, config.ff_mult * config.embed_dim, math.sqrt(2 * config.n_layers)

    def normal(rows: int, columns: int, std: float) -> Array:
        return rng.normal(0.0, std, (rows, columns)) if drawn else np.empty((rows, columns))

    weights = {"tokens": normal(config.vocab_size, width, config.token_std)}
    for i in range(config.n_layers):
        weights[f"layer{i}.norm1.gain"] = np.ones(width)
        weights[f"layer{i}.attention.qkv"] = normal(width, 3 * width, 1 / math.sqrt(width))
        # Residual projections start smaller in deeper models (Radford et al. 2019, section 2.3).
        weights[f"layer{i}.attention.out"] = normal(width, width, 1 / math.sqrt(width) / deep)
        weights[f"layer{i}.norm2.gain"] = np.ones(width)
        weights[f"layer{i}.feed.up"] = normal(width, wide, math.sqrt(2 / width))
        weights[f"layer{i}.feed.down"] = normal(wide, width, 1 / math.sqrt(wide) / deep)
    weights["norm.gain"] = np.ones(width)
    if not config.tied:
        weights["readout.out"] = normal(width, config.vocab_size, 1 / math.sqrt(width))
    if config.encoding == "learned":
        weights["positions"] = rng_positions.normal(0.0, config.position_std, (config.train_len, width))
    elif config.encoding == "T5":
        weights["t5"] = np.zeros((T5_BUCKETS, config.n_heads))
    return weights


def views(flat: Array, shapes: Weights) -> Weights:
    """Views into the flat vector, one for each matrix."""
    views, at = {}, 0
    for name, like in shapes.items():
        views[name] = flat[at : at + like.size].reshape(like.shape)
        at += like.size
    return views
