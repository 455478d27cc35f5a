"""Position tables: learned (`PositionalEncoding`) or sinusoidal (`create_sinusoidal_embeddings`)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .argument_checks import Seed, Whole, generator, size
from .embedding import rows_of
from .errors import ShapeError
from .functional.frequencies import BASE, Layout
from .functional.sinusoidal import sinusoidal
from .initializers import uniform
from .tensor import Tensor, as_parameter, tensor


class PositionalEncoding:
    """Learned position embeddings: row p of the table is added to the token at position p.

    Any pattern can be learned, but positions past the last row have no encoding (Gehring et al. 2017, §3.1; BERT and
    GPT-2 do the same). The table (L, D) starts uniform within ±√(2/D).

    >>> positions = PositionalEncoding(512, 64, seed=0)
    >>> positions(Tensor(np.zeros((2, 10, 64)))).shape
    (2, 10, 64)
    """

    def __init__(self, max_seq_len: Whole, embed_dim: Whole, *, seed: Seed = None) -> None:
        self.max_seq_len, self.embed_dim = size("max_seq_len", max_seq_len), size("embed_dim", embed_dim)
        bound = math.sqrt(2 / max(self.embed_dim, 1))
        table = uniform((self.max_seq_len, self.embed_dim), bound, rng=generator(seed))
        self.position_embeddings = Tensor(table, requires_grad=True)

    @classmethod
    def from_table(cls, table: ArrayLike, *, freeze: bool = False) -> PositionalEncoding:
        """Wrap an existing table (L, D); ``freeze`` as in `Embedding.from_weight`."""
        self = cls.__new__(cls)
        self.position_embeddings = as_parameter("position table (seq, embed)", table, freeze)
        self.max_seq_len, self.embed_dim = self.position_embeddings.shape
        return self

    def forward(self, x: Tensor | ArrayLike, start_pos: Whole = 0) -> Tensor:
        """Add rows ``start_pos`` … ``start_pos + T − 1`` to x: (B, T, D) → (B, T, D)."""
        x = tensor(x)
        if x.ndim != 3:
            raise ShapeError(f"Expected 3D input (batch, seq, embed), got shape {x.shape}")
        if x.shape[2] != self.embed_dim:
            raise ShapeError(f"Embedding dimension mismatch: expected {self.embed_dim}, got {x.shape[2]}")
        return x + self.rows(x.shape[1], start_pos)

    __call__ = forward

    def rows(self, seq_len: Whole, start_pos: Whole = 0) -> Tensor:
        """Rows ``start_pos`` … ``start_pos + seq_len − 1`` of the table, (seq_len, D), with a row-sparse gradient."""
        if size("start_pos", start_pos) + size("seq_len", seq_len) > self.max_seq_len:
            start = f" from start_pos {start_pos}" if start_pos else ""
            raise ShapeError(f"Sequence length {seq_len}{start} exceeds maximum {self.max_seq_len}")
        return rows_of(self.position_embeddings, np.arange(start_pos, start_pos + seq_len))

    def parameters(self) -> list[Tensor]:
        """Trainable tensors: the position table, unless it is frozen."""
        return [self.position_embeddings] if self.position_embeddings.requires_grad else []

    def __repr__(self) -> str:
        return f"PositionalEncoding({self.max_seq_len}, {self.embed_dim})"


def create_sinusoidal_embeddings(
    max_seq_len: Whole, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved"
) -> Tensor:
    """Sinusoidal table (L, D) of Vaswani et al. 2017, §3.5, as a Tensor without gradient."""
    return Tensor(sinusoidal(size("max_seq_len", max_seq_len), embed_dim, base=base, layout=layout))
