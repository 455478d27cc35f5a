"""EmbeddingLayer: what a transformer reads. Token rows, optionally times √D, plus positions."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from explorer.core import errors
from explorer.core.checks import size
from explorer.core.embedding import Embedding
from explorer.core.functional.sinusoidal import sinusoidal
from explorer.core.positional import PositionalEncoding, create_sinusoidal_embeddings
from explorer.core.tensor import Tensor

PositionKind = Literal["learned", "sinusoidal"]


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

    Attributes:
        token_embedding: the `Embedding`.
        pos_encoding: what knows the positions: a `PositionalEncoding`, a Tensor (L, D) of sinusoids, or None.
        pos_encoding_type: which of the three it is: "learned", "sinusoidal" or None.

    >>> layer = EmbeddingLayer(10, 4, pos_encoding="sinusoidal", rng=0)
    >>> layer([[1, 2, 3]]).shape, layer([1, 2, 3]).shape
    ((1, 3, 4), (3, 4))
    """

    def __init__(
        self,
        vocab_size: int,
        embed_dim: int,
        max_seq_len: int = 512,
        pos_encoding: PositionKind | None = "learned",
        scale_embeddings: bool = False,
        *,
        rng: np.random.Generator | int | None = None,
        init: str = "xavier_uniform",
        padding_idx: int | None = None,
    ) -> None:
        if pos_encoding not in (*get_args(PositionKind), None):
            raise errors.not_one_of("pos_encoding", (*get_args(PositionKind), None), pos_encoding)
        rng = np.random.default_rng(rng)
        tokens = Embedding(vocab_size, embed_dim, rng=rng, init=init, padding_idx=padding_idx)
        size("max_seq_len", max_seq_len)
        if pos_encoding == "learned":
            self._own(tokens, PositionalEncoding(max_seq_len, embed_dim, rng=rng), max_seq_len, scale_embeddings)
        else:
            self._own(tokens, pos_encoding, max_seq_len, scale_embeddings)

    @classmethod
    def from_tables(
        cls,
        token_weight: ArrayLike,
        positions: ArrayLike | Literal["sinusoidal"] | None = None,
        *,
        scale_embeddings: bool = False,
        max_seq_len: int = 512,
        padding_idx: int | None = None,
        freeze: bool = False,
    ) -> EmbeddingLayer:
        """A layer around tables that exist already, a trained model's say.

        Args:
            token_weight: (V, D).
            positions: (L, D), the learned position table; "sinusoidal"; or None for no positions.
            scale_embeddings: multiply token rows by √D.
            max_seq_len: length of the sinusoidal table that is computed beforehand.
            padding_idx: filler token, as in `Embedding`.
            freeze: only read the tables, from where they lie and in their own float type, as `Embedding.from_weight`.

        Raises:
            InputShapeError: a table does not have two axes.
            DimensionError: the two tables have different widths.

        >>> layer = EmbeddingLayer.from_tables(np.eye(3), [[10.0, 20.0, 30.0]])
        >>> layer([[2]]).data.tolist(), layer
        ([[[10.0, 20.0, 31.0]]], EmbeddingLayer(3, 3, max_seq_len=1, pos_encoding='learned', scale_embeddings=False))
        """
        tokens = Embedding.from_weight(token_weight, padding_idx=padding_idx, freeze=freeze)
        self = cls.__new__(cls)
        if positions is None or isinstance(positions, str):
            if positions is not None and positions != "sinusoidal":
                raise errors.not_one_of("positions", ("a table", "sinusoidal", None), positions)
            kind: Literal["sinusoidal"] | None = None if positions is None else "sinusoidal"
            self._own(tokens, kind, size("max_seq_len", max_seq_len), scale_embeddings)
        else:
            learned = PositionalEncoding.from_table(positions, freeze=freeze)
            if learned.embed_dim != tokens.embed_dim:
                raise errors.dimension_mismatch(tokens.embed_dim, learned.embed_dim)
            self._own(tokens, learned, learned.max_seq_len, scale_embeddings)
        return self

    def _own(
        self,
        tokens: Embedding,
        positions: PositionalEncoding | Literal["sinusoidal"] | None,
        max_seq_len: int,
        scale_embeddings: bool,
    ) -> None:
        self.token_embedding, self.max_seq_len, self.scale_embeddings = tokens, max_seq_len, scale_embeddings
        self.pos_encoding: PositionalEncoding | Tensor | None
        self.pos_encoding_type: PositionKind | None
        if isinstance(positions, PositionalEncoding):
            self.pos_encoding, self.pos_encoding_type = positions, "learned"
        elif positions is not None:
            self.pos_encoding = create_sinusoidal_embeddings(max_seq_len, tokens.embed_dim)
            self.pos_encoding_type = "sinusoidal"
        else:
            self.pos_encoding = self.pos_encoding_type = None

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
        x = self.scaled(self.token_embedding(indices))
        if x.ndim not in (2, 3):
            raise errors.not_a_batch(x.shape[:-1])
        positions = self.positions(x.shape[-2], start_pos)
        return x if positions is None else x + positions

    __call__ = forward

    def scaled(self, rows: Tensor) -> Tensor:
        """Token rows (..., D) as the layer adds positions to them: times √D if it scales, else as they are."""
        return rows * math.sqrt(self.embed_dim) if self.scale_embeddings else rows

    def positions(self, seq_len: int, start_pos: int = 0) -> Tensor | None:
        """What is added at positions ``start_pos`` … ``start_pos + seq_len − 1``, (seq_len, D); None for no positions.

        Raises:
            SequenceLengthError: a learned table has no row for the last position.
        """
        end = size("start_pos", start_pos) + size("seq_len", seq_len)
        if isinstance(self.pos_encoding, PositionalEncoding):
            return self.pos_encoding.rows(seq_len, start_pos)
        if self.pos_encoding is None:
            return None
        if end <= self.max_seq_len:
            return self.pos_encoding[start_pos:end]
        return Tensor(sinusoidal(seq_len, self.embed_dim, start_pos=start_pos))

    def parameters(self) -> list[Tensor]:
        """What an optimizer may move: the token table, and the position table if it is learned."""
        learned = self.pos_encoding.parameters() if isinstance(self.pos_encoding, PositionalEncoding) else []
        return self.token_embedding.parameters() + learned

    def __repr__(self) -> str:
        return (
            f"EmbeddingLayer({self.vocab_size}, {self.embed_dim}, max_seq_len={self.max_seq_len}, "
            f"pos_encoding={self.pos_encoding_type!r}, scale_embeddings={self.scale_embeddings})"
        )
