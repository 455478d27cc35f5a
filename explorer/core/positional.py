"""Positions as a second table: learned (`PositionalEncoding`), or a fixed wave (`create_sinusoidal_embeddings`)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from explorer.core import errors
from explorer.core.checks import size
from explorer.core.functional.frequencies import BASE, Layout
from explorer.core.functional.lookup import pick_rows
from explorer.core.functional.sinusoidal import sinusoidal
from explorer.core.initializers import uniform
from explorer.core.operations import EmbeddingBackward
from explorer.core.tensor import Tensor, tensor


class PositionalEncoding:
    """Learned position embeddings, added to the tokens: row p of a table goes to whatever stands at position p.

    Any pattern can be learned, and there is nothing beyond the last row (Gehring et al. 2017, "Convolutional Sequence
    to Sequence Learning", §3.1; BERT and GPT-2 do the same).

    Args:
        max_seq_len: L, number of rows.
        embed_dim: D. The table starts uniform within ±√(2/D).
        rng: a generator, a seed, or None for a fresh one.

    >>> positions = PositionalEncoding(512, 64, rng=0)
    >>> positions(Tensor(np.zeros((2, 10, 64)))).shape
    (2, 10, 64)
    """

    def __init__(self, max_seq_len: int, embed_dim: int, *, rng: np.random.Generator | int | None = None) -> None:
        self.max_seq_len, self.embed_dim = size("max_seq_len", max_seq_len), size("embed_dim", embed_dim)
        bound = math.sqrt(2 / max(embed_dim, 1))
        table = uniform((max_seq_len, embed_dim), bound, rng=np.random.default_rng(rng))
        self.position_embeddings = Tensor(table, requires_grad=True)

    def forward(self, x: Tensor | ArrayLike, start_pos: int = 0) -> Tensor:
        """Add rows ``start_pos`` … ``start_pos + T − 1`` to x: (B, T, D) → (B, T, D).

        Raises:
            InputShapeError: x has not three axes.
            DimensionError: x is not D wide.
            SequenceLengthError: the last position has no row.
        """
        x = tensor(x)
        check_sequence(x, self.embed_dim)
        seq_len = x.shape[1]
        if size("start_pos", start_pos) + seq_len > self.max_seq_len:
            raise errors.sequence_too_long(seq_len, self.max_seq_len, start_pos)
        table = self.position_embeddings
        at = np.arange(start_pos, start_pos + seq_len)  # a lookup like any other, so its gradient is row-sparse too
        return x + table._make(pick_rows(table.data, at), EmbeddingBackward(self.max_seq_len, at))

    __call__ = forward

    def parameters(self) -> list[Tensor]:
        """What an optimizer may move: the position table."""
        return [self.position_embeddings]

    def __repr__(self) -> str:
        return f"PositionalEncoding({self.max_seq_len}, {self.embed_dim})"


def create_sinusoidal_embeddings(
    max_seq_len: int, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved"
) -> Tensor:
    """The fixed table (L, D) of Vaswani et al. 2017, §3.5, as a Tensor without gradient.

    >>> create_sinusoidal_embeddings(2, 5).data.round(4).tolist()[0]
    [0.0, 1.0, 0.0, 1.0, 0.0]
    """
    return Tensor(sinusoidal(size("max_seq_len", max_seq_len), embed_dim, base=base, layout=layout))


def check_sequence(x: Tensor, embed_dim: int) -> None:
    """Raise unless x is (B, T, ``embed_dim``)."""
    if x.ndim != 3:
        raise errors.not_three_axes(x.shape)
    if x.shape[2] != embed_dim:
        raise errors.dimension_mismatch(embed_dim, x.shape[2])
