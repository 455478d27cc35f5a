"""The model written out in plain NumPy, so that a reading may look at attention, replace it, or hold distances back.

It computes what `explorer.nn.transformer` computes (a test compares them), slower, from the same weights and placement.
Left out: gradients.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from explorer.nn.blocks import cross_entropy, softmax
from explorer.nn.encodings import Placement
from explorer.nn.rotary import rotate
from explorer.nn.transformer import Transformer

Array = npt.NDArray[np.floating]
Ids = npt.NDArray[np.int64]


def read(
    model: Transformer,
    ids: Ids,
    targets: Ids,
    placement: Placement,
    *,
    attention: Sequence[Array] | None = None,
    farthest: int | None = None,
) -> tuple[Array, list[Array]]:
    """Surprise at every position, and the attention of every block.

    Args:
        model: trained.
        ids: (B, T).
        targets: (B, T).
        placement: where the tokens stand.
        attention: shares of every block (B, H, T, T) to use instead of the model's own.
        farthest: for RoPE, a key further back than this is turned as if it were that far back.

    Returns:
        (B, T) nats, and a (B, H, T, T) array of shares for each block.
    """
    config, w = model.config, model.weights
    x = w["tokens"][ids]
    if placement.added is not None:
        x = x + placement.added
    seen: list[Array] = []
    for layer in range(config.n_layers):
        y = _norm(x, w[f"layer{layer}.norm1.gain"])
        heads = (y @ w[f"layer{layer}.attention.qkv"]).reshape(*ids.shape, 3, config.n_heads, config.head_dim)
        q, k, v = heads.transpose(2, 0, 3, 1, 4)
        if attention is None:
            scores = _scores(q, k, placement, farthest)
            scores *= 1 / math.sqrt(config.head_dim)
            scores += placement.bias
            shares = softmax(scores)
        else:
            shares = attention[layer]
        seen.append(shares)
        mixed = (shares @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = x + mixed @ w[f"layer{layer}.attention.out"]
        y = _norm(x, w[f"layer{layer}.norm2.gain"])
        x = x + np.maximum(y @ w[f"layer{layer}.feed.up"], 0) @ w[f"layer{layer}.feed.down"]
    logits = _norm(x, w["norm.gain"]) @ w["readout.out"]
    return cross_entropy(logits.reshape(ids.size, -1), targets.ravel()).reshape(ids.shape), seen


def _norm(x: Array, gain: Array) -> Array:
    """Divided by its root mean square, times the gain."""
    return np.asarray(x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6) * gain)


def _scores(q: Array, k: Array, placement: Placement, farthest: int | None) -> Array:
    """Q · k of every pair of places, each turned by its position under RoPE: (B, H, T, T)."""
    cos, sin = placement.cos, placement.sin
    if cos is None or sin is None:
        return np.asarray(q @ k.swapaxes(-1, -2))

    def turned(x: Array, c: Array, s: Array) -> Array:
        return rotate(np.ascontiguousarray(x), c, s, layout="concatenated")

    near = turned(q, cos, sin) @ turned(k, cos, sin).swapaxes(-1, -2)
    if farthest is None:
        return np.asarray(near)
    # Every query stands at `farthest`, every key at 0: the score of a pair that is so far apart.
    fixed = turned(q, *(np.broadcast_to(table[farthest], table.shape) for table in (cos, sin)))
    steps = np.arange(q.shape[2])
    return np.where(steps[:, None] - steps > farthest, fixed @ k.swapaxes(-1, -2), near)
