"""EmbeddingLayer: what a transformer reads. Token rows, optionally times √D, plus positions."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from explorer.core import errors
from explorer.core.checks import size
from explorer.core.embedding import Embedding
from explorer.core.functional.sinusoidal import sinusoidal
from explorer.core.positional import PositionalEncoding, create_sinusoidal_embeddings
from explorer.core.tensor import Tensor


class EmbeddingLayer:
    """output = token row (× √D) + position row: ids (B, T) → (B, T, D), or (T,) → (T, D).

    Vaswani et al. 2017, §3.4 (the factor √D) and §3.5 (positions).

    Args:
        vocab_size: V.
        embed_dim: D.
        max_seq_len: rows of the learned table. A sinusoidal table has no end: longer sequences are computed.
        pos_encoding: "learned", "sinusoidal" or None.
        scale_embeddings: multiply token rows by √D.
        rng: a generator, a seed, or None for a fresh one.
        init: start of the token table, as in `Embedding`.
        padding_idx: filler token, as in `Embedding`. Its position is added all the same.

    >>> layer = EmbeddingLayer(10, 4, pos_encoding="sinusoidal", rng=0)
    >>> layer([[1, 2, 3]]).shape, layer([1, 2, 3]).shape
    ((1, 3, 4), (3, 4))
    """

    def __init__(
        self,
        vocab_size: int,
        embed_dim: int,
        max_seq_len: int = 512,
        pos_encoding: Literal["learned", "sinusoidal"] | None = "learned",
        scale_embeddings: bool = False,
        *,
        rng: np.random.Generator | int | None = None,
        init: str = "xavier_uniform",
        padding_idx: int | None = None,
    ) -> None:
        if pos_encoding not in ("learned", "sinusoidal", None):
            raise errors.not_one_of("pos_encoding", ("learned", "sinusoidal", None), pos_encoding)
        rng = np.random.default_rng(rng)
        self.max_seq_len = size("max_seq_len", max_seq_len)
        self.pos_encoding, self.scale_embeddings = pos_encoding, scale_embeddings
        self.token_embedding = Embedding(vocab_size, embed_dim, rng=rng, init=init, padding_idx=padding_idx)
        self.positional = PositionalEncoding(max_seq_len, embed_dim, rng=rng) if pos_encoding == "learned" else None
        self._waves = create_sinusoidal_embeddings(max_seq_len if pos_encoding == "sinusoidal" else 0, embed_dim)

    @property
    def vocab_size(self) -> int:
        """V."""
        return self.token_embedding.vocab_size

    @property
    def embed_dim(self) -> int:
        """D."""
        return self.token_embedding.embed_dim

    def forward(self, indices: Tensor | ArrayLike, start_pos: int = 0) -> Tensor:
        """Vectors of ``indices``, the first of which stands at position ``start_pos``.

        ``start_pos`` serves a model that reads one token at a time: position 7 of a running text is
        ``layer([[id]], start_pos=7)``.

        Raises:
            InputShapeError: ids are neither (B, T) nor (T,).
            TokenIdError, IndexRangeError: as `functional.embedding`.
            SequenceLengthError: a learned table has no row for the last position.
        """
        size("start_pos", start_pos)
        x = self.token_embedding(indices)
        if x.ndim not in (2, 3):
            raise errors.not_a_batch(x.shape[:-1])
        if self.scale_embeddings:
            x = x * math.sqrt(self.embed_dim)
        if self.positional is not None:
            batch = x if x.ndim == 3 else x.reshape(1, *x.shape)
            return self.positional(batch, start_pos).reshape(x.shape)
        if self.pos_encoding == "sinusoidal":
            return x + self._sinusoids(start_pos, x.shape[-2])
        return x

    __call__ = forward

    def _sinusoids(self, start_pos: int, seq_len: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        end = start_pos + seq_len
        if end <= self.max_seq_len:
            return self._waves.data[start_pos:end]
        return sinusoidal(seq_len, self.embed_dim, start_pos=start_pos)

    def parameters(self) -> list[Tensor]:
        """What an optimizer may move: the token table, and the position table if it is learned."""
        return self.token_embedding.parameters() + (self.positional.parameters() if self.positional else [])

    def __repr__(self) -> str:
        return (
            f"EmbeddingLayer({self.vocab_size}, {self.embed_dim}, max_seq_len={self.max_seq_len}, "
            f"pos_encoding={self.pos_encoding!r}, scale_embeddings={self.scale_embeddings})"
        )
