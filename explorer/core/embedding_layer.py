"""EmbeddingLayer, the input of a transformer: token rows, optionally times √D, plus positions.

    out[t] = W[ids[t]] (· √D)  +  P[start_pos + t]

Vaswani et al. 2017, §3.4 (the factor √D) and §3.5 (positions).
"""

from __future__ import annotations

import math
from typing import Literal

from numpy.typing import ArrayLike

from .argument_checks import Seed, Whole, flag, generator, one_of, size
from .embedding import Embedding
from .errors import ShapeError
from .functional.sinusoidal import sinusoidal
from .initializers import Init
from .position_tables import PositionalEncoding, create_sinusoidal_embeddings
from .tensor import Tensor

PositionKind = Literal["learned", "sinusoidal"]


class EmbeddingLayer:
    """output = token row (× √D) + position row: ids (B, T) → (B, T, D), or (T,) → (T, D).

    With the defaults, positions are larger than tokens at first: at V = 50257 and D = 64 the numbers of token rows have
    a standard deviation of 0.006 (`init` depends on V), those of learned position rows 0.102. `scale_embeddings` makes
    the former √D times as large, here 0.050.

    Args:
        vocab_size: V.
        embed_dim: D.
        max_seq_len: rows of the learned table; longer sequences raise a ShapeError. Sinusoids have no limit.
        pos_encoding: "learned", "sinusoidal" or None; kept as `pos_encoding_type`. The attribute `pos_encoding` is
            then a `PositionalEncoding`, a Tensor (L, D) of sinusoids, or None.
        scale_embeddings: multiply token rows by √D.
        seed: as in `Embedding`.
        init: initializer of the token table, as in `Embedding`.
        padding_idx: padding token, as in `Embedding`. Positions are added to it, too.

    >>> layer = EmbeddingLayer(10, 4, pos_encoding="sinusoidal", seed=0)
    >>> layer([[1, 2, 3]]).shape, layer([1, 2, 3]).shape
    ((1, 3, 4), (3, 4))
    """

    def __init__(
        self,
        vocab_size: Whole,
        embed_dim: Whole,
        max_seq_len: Whole = 512,
        pos_encoding: PositionKind | None = "learned",
        scale_embeddings: bool = False,
        *,
        seed: Seed = None,
        init: Init = "xavier_uniform",
        padding_idx: Whole | None = None,
    ) -> None:
        one_of("pos_encoding", pos_encoding, ("learned", "sinusoidal", None))
        rng = generator(seed)  # both tables draw from it
        tokens = Embedding(vocab_size, embed_dim, seed=rng, init=init, padding_idx=padding_idx)
        learned = PositionalEncoding(max_seq_len, embed_dim, seed=rng) if pos_encoding == "learned" else None
        self._compose(tokens, learned or pos_encoding, max_seq_len, scale_embeddings)

    def _compose(
        self, tokens: Embedding, positions: PositionalEncoding | str | None, max_seq_len: Whole, scale_embeddings: bool
    ) -> None:
        self.token_embedding, self.vocab_size, self.embed_dim = tokens, tokens.vocab_size, tokens.embed_dim
        self.max_seq_len = size("max_seq_len", max_seq_len)
        self.scale_embeddings = flag("scale_embeddings", scale_embeddings)
        self.pos_encoding_type: PositionKind | None = None
        self.pos_encoding: PositionalEncoding | Tensor | None = None
        if isinstance(positions, PositionalEncoding):
            self.pos_encoding_type, self.pos_encoding = "learned", positions
        elif positions is not None:
            self.pos_encoding_type = "sinusoidal"
            self.pos_encoding = create_sinusoidal_embeddings(max_seq_len, tokens.embed_dim)

    @classmethod
    def from_tables(
        cls,
        token_weight: ArrayLike,
        positions: ArrayLike | Literal["sinusoidal"] | None = None,
        *,
        scale_embeddings: bool = False,
        max_seq_len: Whole = 512,
        padding_idx: Whole | None = None,
        freeze: bool = False,
    ) -> EmbeddingLayer:
        """Build a layer from existing tables, for example a trained model's: token rows (V, D), position rows (L, D).

        `max_seq_len` is the length of the precomputed sinusoidal table; `freeze` is as in `Embedding.from_weight`, the
        other arguments are as in the class.

        >>> layer = EmbeddingLayer.from_tables([[0.0, 0.0], [1.0, 2.0]], [[10.0, 20.0]])
        >>> layer([[1]]).data.tolist(), layer
        ([[[11.0, 22.0]]], EmbeddingLayer(2, 2, max_seq_len=1, pos_encoding='learned', scale_embeddings=False))
        """
        tokens = Embedding.from_weight(token_weight, padding_idx=padding_idx, freeze=freeze)
        layer = cls.__new__(cls)
        if positions is None or isinstance(positions, str):
            one_of("positions, unless it is a table,", positions, ("sinusoidal", None))
            layer._compose(tokens, positions, max_seq_len, scale_embeddings)
            return layer
        learned = PositionalEncoding.from_table(positions, freeze=freeze)
        if learned.embed_dim != tokens.embed_dim:
            raise ShapeError(f"Embedding dimension mismatch: expected {tokens.embed_dim}, got {learned.embed_dim}")
        layer._compose(tokens, learned, learned.max_seq_len, scale_embeddings)
        return layer

    def forward(self, indices: Tensor | ArrayLike, start_pos: Whole = 0) -> Tensor:
        """Vectors of ``indices``, whose first token is at position ``start_pos``: (B, T) → (B, T, D).

        ``start_pos`` is for generation token by token: position 7 of a text is ``layer([[id]], start_pos=7)``.
        """
        x = self.scaled(self.token_embedding(indices))
        if x.ndim not in (2, 3):
            raise ShapeError(f"Expected ids (batch, seq) or (seq,), got shape {x.shape[:-1]}")
        positions = self.positions(x.shape[-2], start_pos)
        return x if positions is None else x + positions

    __call__ = forward

    def scaled(self, rows: Tensor) -> Tensor:
        """Token rows (..., D) times √D if the layer scales them; otherwise unchanged."""
        return rows * math.sqrt(self.embed_dim) if self.scale_embeddings else rows

    def positions(self, seq_len: Whole, start_pos: Whole = 0) -> Tensor | None:
        """Position rows (seq_len, D) at ``start_pos`` … ``start_pos + seq_len − 1``; None without an encoding."""
        end = size("start_pos", start_pos) + size("seq_len", seq_len)
        if isinstance(self.pos_encoding, PositionalEncoding):
            return self.pos_encoding.rows(seq_len, start_pos)
        if self.pos_encoding is None:
            return None
        if end <= self.max_seq_len:
            return self.pos_encoding[start_pos:end]
        return Tensor(sinusoidal(int(seq_len), self.embed_dim, start_pos=int(start_pos)))

    def parameters(self) -> list[Tensor]:
        """Trainable tensors: the token table, and the position table if it is learned."""
        learned = self.pos_encoding.parameters() if isinstance(self.pos_encoding, PositionalEncoding) else []
        return self.token_embedding.parameters() + learned

    def __repr__(self) -> str:
        return (
            f"EmbeddingLayer({self.vocab_size}, {self.embed_dim}, max_seq_len={self.max_seq_len}, "
            f"pos_encoding={self.pos_encoding_type!r}, scale_embeddings={self.scale_embeddings})"
        )
