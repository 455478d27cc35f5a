"""Reading token by token with a key-value cache: each token passes the blocks once, whatever is read after it.

A token sees only those before it, so the keys and values of these never change. Writing n letters one by one costs n
tokens, where a pass over the text so far for each letter would cost n² / 2. Models of one size read side by side: a
letter costs as much as the number of NumPy's calls, which is the same for all of them together.
"""

import copy
import math
from collections.abc import Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Extension
from explorer.nn.position_inputs import position_inputs
from explorer.nn.rotary import rotate
from explorer.nn.transformer import Transformer
from explorer.nn.transformer_layers import Array, RMSNorm, softmax


class CachedReader:
    """A text of each of M models of one size as they read it, token by token.

    Args:
        models: whose weights must not change meanwhile.
        most: maximum tokens of a text.
        extensions: what each does past the trained length; none that depends on the length of the whole text.

    Attributes:
        length: tokens read of each text.

    >>> from explorer.nn.config import ModelConfig
    >>> model, ids = Transformer(ModelConfig(vocab_size=54)), np.array([[3, 1, 4]])
    >>> reader = CachedReader([model], 3, ["plain"])
    >>> one_by_one = np.concatenate([reader.read(ids[:, :1]), reader.read(ids[:, 1:2]), reader.read(ids[:, 2:])])
    >>> bool(np.allclose(one_by_one, model.logits(ids)[0], atol=1e-5))
    True
    """

    def __init__(self, models: Sequence[Transformer], most: int, extensions: Sequence[Extension]) -> None:
        config, every, self.length = models[0].config, [model.weights for model in models], 0
        self._tokens, self._n_heads = np.stack([weights["tokens"] for weights in every]), config.n_heads
        encodings = [
            position_inputs(model.config, model.weights, most, way)
            for model, way in zip(models, extensions, strict=True)
        ]
        nothing = np.zeros((most, config.embed_dim), self._tokens.dtype)
        self._added = np.stack([nothing if each.added is None else each.added for each in encodings])
        bias = (config.n_heads, most, most)
        self._bias = np.stack([np.broadcast_to(each.bias, bias) for each in encodings])
        self._turned = [
            (number, each.cos, each.sin)
            for number, each in enumerate(encodings)
            if each.cos is not None and each.sin is not None
        ]
        # A norm's gain is part of the matrix after it.
        last = self._tokens.swapaxes(-1, -2) if config.tied else np.stack([weights["readout.out"] for weights in every])
        self._readout = np.stack([weights["norm.gain"] for weights in every])[:, :, None] * last
        self._layers = [
            (
                np.stack([w[f"{layer}.norm1.gain"][:, None] * w[f"{layer}.attention.qkv"] for w in every]),
                np.stack([w[f"{layer}.attention.out"] for w in every]),
                np.stack([w[f"{layer}.norm2.gain"][:, None] * w[f"{layer}.feed.up"] for w in every]),
                np.stack([w[f"{layer}.feed.down"] for w in every]),
            )
            for layer in (f"layer{i}" for i in range(config.n_layers))
        ]
        shape = config.n_layers, 2, len(models), config.n_heads, most, config.head_dim
        self._cached = np.empty(shape, self._tokens.dtype)  # of each layer: keys, values

    def anew(self) -> Self:
        """Another one of the same weights, which has read nothing yet."""
        other = copy.copy(self)
        other.length, other._cached = 0, np.empty_like(self._cached)
        return other

    def read(self, tokens: npt.NDArray[np.int64]) -> Array:
        """Scores (M, V) of what follows the tokens so far and these: (M, T), at least one of each text."""
        x: Array = self._tokens[np.arange(len(tokens))[:, None], tokens]
        at = slice(self.length, self.length + tokens.shape[1])
        x += self._added[:, at]
        for (qkv, out, up, down), cache in zip(self._layers, self._cached, strict=True):
            x += self._attend(_unit(x) @ qkv, cache, at) @ out
            x += np.maximum(_unit(x) @ up, 0) @ down
        self.length = at.stop
        scores: Array = _unit(x[:, -1:]) @ self._readout
        return scores[:, 0]

    def _attend(self, qkv: Array, cache: Array, at: slice) -> Array:
        """The heads of `Attention.forward` for the last tokens alone: (M, T, 3 D) → (M, T, D)."""
        models, tokens, _ = qkv.shape
        q, k, v = qkv.reshape(models, tokens, 3, self._n_heads, -1).transpose(2, 0, 3, 1, 4)
        for number, cos, sin in self._turned:
            for each in (q, k):
                each[number] = rotate(each[number], cos[at], sin[at], layout="concatenated")
        cache[0, :, :, at], cache[1, :, :, at] = k, v
        keys, values = cache[:, :, :, : at.stop]
        scores = q @ keys.swapaxes(-1, -2) / math.sqrt(q.shape[-1]) + self._bias[:, :, at, : at.stop]
        mixed: Array = softmax(scores) @ values
        return mixed.swapaxes(1, 2).reshape(models, tokens, -1)


def _unit(x: Array) -> Array:
    """`RMSNorm` of rows (…, D) without its gain."""
    found: Array = x / np.sqrt(np.vecdot(x, x)[..., None] / x.shape[-1] + RMSNorm.epsilon)
    return found
