"""Layers of the transformer, each with its forward as in the paper and a hand-written backward.

RMSNorm (Zhang and Sennrich 2019, https://arxiv.org/abs/1910.07467), causal multi-head attention and the feed-forward
layer (Vaswani et al. 2017, sections 3.2 and 3.3, https://arxiv.org/abs/1706.03762), here without bias terms. Every
part works on (N, D) rows, N = batch × time, keeps what its backward needs, and writes into preallocated buffers: a new
array in each step costs page faults, which made this slower than PyTorch. Left out: dropout. A key-value cache is in
`key_value_cache.py`.
"""

import math

import numpy as np
import numpy.typing as npt

from explorer.core.losses import log_sum_exp
from explorer.nn.position_inputs import PositionInputs
from explorer.nn.rotary import rotate

Array = npt.NDArray[np.floating]
Weights = dict[str, Array]


class Part:
    """Base of the layers: weights by short name, gradients of the requested ones, and buffers."""

    def __init__(self, name: str, weights: Weights, gradients: Weights) -> None:
        cut = len(name) + 1
        self.w = {key[cut:]: value for key, value in weights.items() if key.startswith(f"{name}.")}
        self.g = {key[cut:]: value for key, value in gradients.items() if key.startswith(f"{name}.")}
        self._buffers: Weights = {}

    def buffer(self, name: str, *shape: int) -> Array:
        """Uninitialised array that is reused by calls with the same shape."""
        found = self._buffers.get(name)
        if found is None or found.shape != shape:
            found = self._buffers[name] = np.empty(shape, next(iter(self.w.values())).dtype)
        return found

    def collect(self, name: str, left: Array, right: Array) -> None:
        """Add leftᵀ right to a matrix's gradient, if it was requested."""
        if name in self.g:
            self.g[name] += left.T @ right


class RMSNorm(Part):
    """y = x / √(mean(x²) + ε) · gain."""

    epsilon = 1e-6

    def forward(self, x: Array) -> Array:
        """(N, D) → (N, D)."""
        self.scale = self.buffer("scale", len(x), 1)
        np.einsum("nd,nd->n", x, x, out=self.scale[:, 0])
        self.scale /= x.shape[1]
        self.scale += self.epsilon
        np.sqrt(self.scale, out=self.scale)
        np.reciprocal(self.scale, out=self.scale)
        self.unit = np.multiply(x, self.scale, out=self.buffer("unit", *x.shape))
        return np.multiply(self.unit, self.w["gain"], out=self.buffer("out", *x.shape))

    def backward(self, dy: Array) -> Array:
        """dL/dy → dL/dx; adds to the gain's gradient. Overwrites dy."""
        if "gain" in self.g:
            self.g["gain"] += np.einsum("nd,nd->d", dy, self.unit)
        dy *= self.w["gain"]
        along = np.einsum("nd,nd->n", dy, self.unit)
        along /= -dy.shape[1]
        dx = self.buffer("dx", *dy.shape)
        np.multiply(self.unit, along[:, None], out=dx)
        dx += dy
        dx *= self.scale
        return dx


class FeedForward(Part):
    """y = max(0, x W₁) W₂ (Vaswani et al. 2017, equation 2)."""

    def forward(self, x: Array) -> Array:
        """(N, D) → (N, D)."""
        self.x = x
        self.h = np.matmul(x, self.w["up"], out=self.buffer("h", len(x), self.w["up"].shape[1]))
        np.maximum(self.h, 0, out=self.h)
        return np.matmul(self.h, self.w["down"], out=self.buffer("out", *x.shape))

    def backward(self, dy: Array) -> Array:
        """dL/dy → dL/dx; adds to both matrices' gradients."""
        self.collect("down", self.h, dy)
        dh = np.matmul(dy, self.w["down"].T, out=self.buffer("dh", *self.h.shape))
        dh *= np.greater(self.h, 0)
        self.collect("up", self.x, dh)
        return np.matmul(dh, self.w["up"].T, out=self.buffer("dx", *self.x.shape))


class Attention(Part):
    """softmax(Q Kᵀ / √d + bias) V, for every head, then one matrix over all heads (equation 1 and section 3.2.2)."""

    def __init__(self, name: str, weights: Weights, gradients: Weights, n_heads: int) -> None:
        super().__init__(name, weights, gradients)
        self.n_heads = n_heads

    def forward(self, x: Array, positional: PositionInputs) -> Array:
        """(N, D) → (N, D); `positional.bias` includes the causal mask."""
        self.x, self.positional = x, positional
        q, k, v = self._heads(np.matmul(x, self.w["qkv"], out=self.buffer("qkv", len(x), 3 * x.shape[1])))
        q *= 1 / math.sqrt(q.shape[-1])
        if positional.cos is not None and positional.sin is not None:
            q = rotate(q, positional.cos, positional.sin, layout="concatenated", out=self.buffer("q", *q.shape))
            k = rotate(k, positional.cos, positional.sin, layout="concatenated", out=self.buffer("k", *k.shape))
        self.q, self.k, self.v = q, k, v
        scores = np.matmul(q, k.swapaxes(-1, -2), out=self.buffer("scores", *q.shape[:3], q.shape[2]))
        scores += positional.bias
        self.attention = softmax(scores)
        self.mixed = self.buffer("mixed", *x.shape)
        np.matmul(self.attention, v, out=self._heads(self.mixed)[0])
        return np.matmul(self.mixed, self.w["out"], out=self.buffer("y", *x.shape))

    def backward(self, dy: Array) -> Array:
        """dL/dy → dL/dx; adds to the matrices' gradients and keeps `dscores` for a learned bias."""
        self.collect("out", self.mixed, dy)
        dmixed = np.matmul(dy, self.w["out"].T, out=self.buffer("dmixed", *dy.shape))
        dqkv = self.buffer("dqkv", len(dy), 3 * dy.shape[1])
        (dq, dk, dv), (dhead,) = self._heads(dqkv), self._heads(dmixed)
        np.matmul(self.attention.swapaxes(-1, -2), dhead, out=dv)
        # Softmax: dS = A · (dA − Σ dA A); the sum equals dout · out, which is shorter by T / head_dim.
        (head,) = self._heads(self.mixed)
        along = np.einsum("bhtd,bhtd->bht", dhead, head)
        dscores = np.matmul(dhead, self.v.swapaxes(-1, -2), out=self.buffer("dscores", *self.attention.shape))
        dscores -= along[..., None]
        dscores *= self.attention
        self.dscores = dscores
        np.matmul(dscores, self.k, out=dq)
        np.matmul(dscores.swapaxes(-1, -2), self.q, out=dk)
        if self.positional.cos is not None and self.positional.sin is not None:
            # q and k are kept after rotation, so their gradients are rotated back.
            dq[...] = rotate(
                dq, self.positional.cos, -self.positional.sin, layout="concatenated", out=self.buffer("turn", *dq.shape)
            )
            dk[...] = rotate(
                dk, self.positional.cos, -self.positional.sin, layout="concatenated", out=self.buffer("turn", *dk.shape)
            )
        dq *= 1 / math.sqrt(dq.shape[-1])
        self.collect("qkv", self.x, dqkv)
        return np.matmul(dqkv, self.w["qkv"].T, out=self.buffer("dx", *self.x.shape))

    def _heads(self, rows: Array) -> tuple[Array, ...]:
        """(B·T, n·D) as n views (B, H, T, head_dim), without a copy."""
        seq_len = self.positional.bias.shape[-1]
        width = self.w["out"].shape[0]
        parts = rows.reshape(-1, seq_len, rows.shape[1] // width, self.n_heads, width // self.n_heads)
        return tuple(parts.transpose(2, 0, 3, 1, 4))


class Readout(Part):
    """Scores for the next token, x W, and the loss on them."""

    def forward(self, x: Array) -> Array:
        """(N, D) → (N, V)."""
        self.x = x
        return np.matmul(x, self.w["out"], out=self.buffer("logits", len(x), self.w["out"].shape[1]))

    def backward(self, dlogits: Array) -> Array:
        """dL/dlogits → dL/dx; adds to the matrix's gradient."""
        self.collect("out", self.x, dlogits)
        return np.matmul(dlogits, self.w["out"].T, out=self.buffer("dx", *self.x.shape))


class TiedReadout(Part):
    """Scores for the next token with tied embeddings, x Eᵀ: the lookup and the output share the token rows.

    Press and Wolf 2017, "Using the Output Embedding to Improve Language Models", https://arxiv.org/abs/1608.05859.
    """

    def forward(self, x: Array) -> Array:
        """(N, D) → (N, V)."""
        self.x = x
        return np.matmul(x, self.w["rows"].T, out=self.buffer("logits", len(x), len(self.w["rows"])))

    def backward(self, dlogits: Array) -> Array:
        """dL/dlogits → dL/dx; adds to the rows' gradient, to which the lookup adds its own."""
        if "rows" in self.g:
            self.g["rows"] += np.matmul(dlogits.T, self.x, out=self.buffer("drows", *self.g["rows"].shape))
        return np.matmul(dlogits, self.w["rows"], out=self.buffer("dx", *self.x.shape))


def softmax(scores: Array) -> Array:
    """Softmax over the last axis, in place.

    >>> softmax(np.array([[0.0, -np.inf], [1.0, 1.0]])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def cross_entropy(logits: Array, targets: npt.NDArray[np.int64]) -> Array:
    """Surprise −log p(target) of every row, in nats: (N, V), (N,) → (N,). Turns `logits` into probabilities.

    >>> cross_entropy(np.array([[0.0, 0.0]]), np.array([1])).round(4).tolist()
    [0.6931]
    """
    surprise: Array = log_sum_exp(logits) - logits[np.arange(len(targets)), targets]
    softmax(logits)
    return surprise
