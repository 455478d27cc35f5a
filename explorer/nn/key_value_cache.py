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
from explorer.nn.transformer import Pass, Transformer
from explorer.nn.transformer_layers import Array, Attention, softmax


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
        config = model.config
        self.positional = position_inputs(config, model.weights, most, extension)
        self.run, self.length = Pass(config, model.weights, self.positional), 0
        self._cache = [
            np.empty((2, config.n_heads, most, config.head_dim), model.flat.dtype) for _ in self.run.layers
        ]  # keys, values

    def read(self, token: int) -> Array:
        """Scores (V,) of what follows the tokens so far and this one."""
        x = self.run.weights["tokens"][[token]]
        if self.positional.added is not None:
            x += self.positional.added[self.length]
        for (norm1, attention, norm2, feed_forward), cache in zip(self.run.layers, self._cache, strict=True):
            x += self._attend(attention, norm1.forward(x), cache)
            x += feed_forward.forward(norm2.forward(x))
        self.length += 1
        scores: Array = self.run.scores(x)[0].copy()
        return scores

    def _attend(self, attention: Attention, x: Array, cache: Array) -> Array:
        """`Attention.forward` for the last token alone: (1, D) → (1, D)."""
        at, positional = slice(self.length, self.length + 1), self.positional
        qkv: Array = (x @ attention.w["qkv"]).reshape(3, attention.n_heads, 1, -1)
        q, k, v = qkv
        if positional.cos is not None and positional.sin is not None:
            q, k = (rotate(each, positional.cos[at], positional.sin[at], layout="concatenated") for each in (q, k))
        cache[0, :, at], cache[1, :, at] = k, v
        keys, values = cache[:, :, : at.stop]
        scores = q @ keys.swapaxes(-1, -2) / math.sqrt(q.shape[-1]) + positional.bias[:, at, : at.stop]
        mixed: Array = (softmax(scores) @ values).reshape(1, -1) @ attention.w["out"]
        return mixed
