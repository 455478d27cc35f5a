"""Reading token by token with a key-value cache: each token passes the blocks once, whatever is read after it.

A token sees only those before it, so the keys and values of these never change. Writing n letters one by one costs n
tokens, where a pass over the text so far for each letter would cost n² / 2.
"""

from __future__ import annotations

import math

import numpy as np

from explorer.nn.config import Extension
from explorer.nn.position_inputs import position_inputs
from explorer.nn.rotary import rotate
from explorer.nn.transformer import Transformer
from explorer.nn.transformer_layers import Array, RMSNorm, softmax


class CachedReader:
    """One text as a model reads it, token by token.

    Args:
        model: the model; its weights must not change meanwhile.
        most: maximum tokens.
        extension: what to do past the trained length; not one that depends on the length of the whole text.

    >>> from explorer.nn.config import ModelConfig
    >>> model, ids = Transformer(ModelConfig(vocab_size=54)), np.array([3, 1, 4])
    >>> reader = CachedReader(model, most=3)
    >>> one_by_one = np.array([reader.read(token) for token in ids])
    >>> bool(np.allclose(one_by_one, model.logits(ids[None])[0], atol=1e-5))
    True
    """

    def __init__(self, model: Transformer, most: int, extension: Extension = "plain") -> None:
        config, weights = model.config, model.weights
        self.positional, self.length = position_inputs(config, weights, most, extension), 0
        self._tokens, self._n_heads = weights["tokens"], config.n_heads
        # A norm's gain is part of the matrix after it: a letter costs as much as the number of NumPy's calls.
        last = self._tokens.T if config.tied else weights["readout.out"]
        self._readout = weights["norm.gain"][:, None] * last
        self._layers = [
            (
                weights[f"{layer}.norm1.gain"][:, None] * weights[f"{layer}.attention.qkv"],
                weights[f"{layer}.attention.out"],
                weights[f"{layer}.norm2.gain"][:, None] * weights[f"{layer}.feed.up"],
                weights[f"{layer}.feed.down"],
                np.empty((2, config.n_heads, most, config.head_dim), self._tokens.dtype),  # keys, values
            )
            for layer in (f"layer{i}" for i in range(config.n_layers))
        ]

    def read(self, token: int) -> Array:
        """Scores (V,) of what follows the tokens so far and this one."""
        x: Array = self._tokens[token].copy()
        if self.positional.added is not None:
            x += self.positional.added[self.length]
        for qkv, out, up, down, cache in self._layers:
            x += self._attend(_unit(x) @ qkv, cache) @ out
            x += np.maximum(_unit(x) @ up, 0) @ down
        self.length += 1
        scores: Array = _unit(x) @ self._readout
        return scores

    def _attend(self, qkv: Array, cache: Array) -> Array:
        """The heads of `Attention.forward` for the last token alone: (3 D,) → (D,)."""
        at, positional = slice(self.length, self.length + 1), self.positional
        q, k, v = qkv.reshape(3, self._n_heads, 1, -1)
        if positional.cos is not None and positional.sin is not None:
            q, k = (rotate(each, positional.cos[at], positional.sin[at], layout="concatenated") for each in (q, k))
        cache[0, :, at], cache[1, :, at] = k, v
        keys, values = cache[:, :, : at.stop]
        scores = q @ keys.swapaxes(-1, -2) / math.sqrt(q.shape[-1]) + positional.bias[:, at, : at.stop]
        mixed: Array = softmax(scores) @ values
        return mixed.ravel()


def _unit(x: Array) -> Array:
    """`RMSNorm` of one row (D,) without its gain."""
    return x / math.sqrt(x @ x / len(x) + RMSNorm.epsilon)
