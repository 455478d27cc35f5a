"""The small transformer in idiomatic PyTorch, the reference for speed and gradients.

It copies our model's weights, so that a batch must give the same loss and gradients.
"""

from typing import Any

import numpy as np

from benchmarks import torch
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Transformer


class TorchModel:
    """Our model's weights as tensors, and its forward pass in PyTorch operations."""

    def __init__(self, ours: Transformer, seq_len: int) -> None:
        self.config = ours.config
        self.w = {name: torch.tensor(np.array(value), requires_grad=True) for name, value in ours.weights.items()}
        here = position_inputs(ours.config, ours.weights, seq_len)
        self.fixed = None if here.added is None or here.rows is not None else torch.tensor(here.added)
        self.turn = None if here.cos is None else (torch.tensor(here.cos), torch.tensor(here.sin))
        self.buckets = None if here.buckets is None else torch.tensor(here.buckets)
        self.hidden = torch.tensor(here.hidden)
        bias = np.zeros_like(here.bias) if here.buckets is not None else here.bias
        self.bias = torch.tensor(np.where(here.hidden, -np.inf, bias).astype(ours.flat.dtype))

    def parameters(self) -> list[Any]:
        """Trainable tensors."""
        return list(self.w.values())

    def loss(self, ids: Any, targets: Any) -> Any:
        """Mean cross-entropy of a batch."""
        w, config = self.w, self.config
        functional = torch.nn.functional
        x = w["tokens"][ids]
        if "positions" in w:
            x = x + w["positions"][: ids.shape[1]]
        elif self.fixed is not None:
            x = x + self.fixed
        bias = self.bias
        if self.buckets is not None:
            bias = bias + w["t5"][self.buckets].permute(2, 0, 1)
        for i in range(config.n_layers):
            x = x + self.attention(self.norm(x, w[f"layer{i}.norm1.gain"]), i, bias)
            h = functional.relu(self.norm(x, w[f"layer{i}.norm2.gain"]) @ w[f"layer{i}.feed.up"])
            x = x + h @ w[f"layer{i}.feed.down"]
        logits = self.norm(x, w["norm.gain"]) @ w["readout.out"]
        return functional.cross_entropy(logits.flatten(0, 1), targets.flatten())

    def norm(self, x: Any, gain: Any) -> Any:
        """PyTorch's own RMSNorm."""
        return torch.nn.functional.rms_norm(x, x.shape[-1:], gain, 1e-6)

    def attention(self, x: Any, i: int, bias: Any) -> Any:
        """PyTorch's own scaled dot-product attention."""
        batch, time, width = x.shape
        qkv = (x @ self.w[f"layer{i}.attention.qkv"]).view(batch, time, 3, self.config.n_heads, -1)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        if self.turn is not None:
            q, k = self.rotate(q), self.rotate(k)
        mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        return mixed.transpose(1, 2).reshape(batch, time, width) @ self.w[f"layer{i}.attention.out"]

    def rotate(self, x: Any) -> Any:
        """RoPE with the two halves of a head as pairs."""
        cos, sin = self.turn
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
