"""Embedding module: owns the table that `functional.lookup` reads, and records the lookup for the backward pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .argument_checks import Seed, Whole, check_ids, generator, is_whole, size
from .autograd import Array
from .errors import SettingError
from .functional.row_sparse_gradient import RowSparse, sum_rows
from .initializers import Init, initializer
from .tensor import Tensor, as_parameter


class Embedding:
    """Trainable table of ``vocab_size`` rows that maps token ids to rows: (...) → (..., D).

    Args:
        vocab_size: V, number of rows.
        embed_dim: D, width of a row.
        seed: of the random numbers: a whole number, a generator, or None for other ones each time.
        init: "xavier_uniform" (within ±√(6/(V+D))), "normal" (standard deviation 0.02), "standard_normal" (standard
            deviation 1) or "truncated_normal" (standard deviation 1, truncated at ±3).
        padding_idx: id of the padding token. Its row starts at zero and gets no gradient; −1 is the last row.

    >>> table = Embedding(50257, 768, seed=0)
    >>> table
    Embedding(50257, 768)
    >>> table([[15496, 995]]).shape
    (1, 2, 768)
    """

    def __init__(
        self,
        vocab_size: Whole,
        embed_dim: Whole,
        *,
        seed: Seed = None,
        init: Init = "xavier_uniform",
        padding_idx: Whole | None = None,
    ) -> None:
        shape = size("vocab_size", vocab_size), size("embed_dim", embed_dim)
        self._own(Tensor(initializer(init)(shape, rng=generator(seed)), requires_grad=True), padding_idx)
        if self.padding_idx is not None:
            self.weight.data[self.padding_idx] = 0

    @classmethod
    def from_weight(cls, weight: ArrayLike, *, padding_idx: Whole | None = None, freeze: bool = False) -> Embedding:
        """Wrap an existing table (V, D), for example a trained one.

        Args:
            weight: the table, as an array. A writeable float32 array is shared; any other is copied once, as float32.
            padding_idx: id of the padding token; its row is kept and gets no gradient.
            freeze: use the table read-only, in its own float type, without a copy. It gets no gradient.

        >>> Embedding.from_weight(np.eye(3))([2]).data.tolist()
        [[0.0, 0.0, 1.0]]
        """
        self = cls.__new__(cls)
        self._own(as_parameter("weight (vocab, embed)", weight, freeze), padding_idx)
        return self

    def _own(self, weight: Tensor, padding_idx: Whole | None) -> None:
        self.weight, (self.vocab_size, self.embed_dim) = weight, weight.shape
        v = self.vocab_size
        if padding_idx is not None and not (is_whole(padding_idx) and -v <= padding_idx < v):
            raise SettingError(f"padding_idx must be an integer within vocabulary size {v}, got {padding_idx!r}")
        self.padding_idx = None if padding_idx is None else int(padding_idx) % v

    def forward(self, indices: Tensor | ArrayLike) -> Tensor:
        """The rows of ``indices``: (...) → (..., D). Raises as `functional.embedding` does."""
        ids = check_ids(indices.data if isinstance(indices, Tensor) else indices, self.vocab_size)
        if not isinstance(self.weight, Tensor):
            raise TypeError(f"weight must be a Tensor, got {type(self.weight).__name__}: from_weight takes arrays")
        return rows_of(self.weight, ids, self.padding_idx)

    __call__ = forward

    def parameters(self) -> list[Tensor]:
        """Trainable tensors: the table, unless it is frozen."""
        return [self.weight] if self.weight.requires_grad else []

    def __repr__(self) -> str:
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"Embedding({self.vocab_size}, {self.embed_dim}{padding})"


def rows_of(table: Tensor, ids: NDArray[np.int64], padding_idx: int | None = None) -> Tensor:
    """Row ``ids[...]`` of a table for each checked id; the rows that were read get gradients, padding's excepted."""
    at = ids.ravel().copy()  # the caller may reuse the array for the next batch before the backward pass
    shape = table.shape

    def rule(grad: Array) -> tuple[RowSparse]:
        learn = slice(None) if padding_idx is None else at != padding_idx
        return (sum_rows(grad.reshape(at.size, shape[1])[learn], at[learn], shape[0]),)

    return table._make(np.take(table.data, ids, axis=0), rule)
