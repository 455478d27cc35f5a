"""Gradients of a tied table: through the lookup, and through the softmax.

A model with a **tied** output uses one table for the lookup and for the scores (Press and Wolf 2017). The table's
gradient is the sum of two: one through the lookup, for the rows of the tokens read, and one through the scores of all V
tokens. To separate them, the second is accumulated in a matrix of its own, like that of an untied model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional import embedding_backward
from explorer.nn.config import ModelConfig
from explorer.nn.position_inputs import position_inputs
from explorer.nn.transformer import Pass
from explorer.nn.transformer_layers import cross_entropy

Array = NDArray[np.floating[Any]]
Ids = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ends:
    """Gradients of the mean loss over T predictions, by their path.

    Attributes:
        ids: (T,) the tokens read.
        targets: (T,) the token that follows each.
        loss: mean surprise −log p(target), nats.
        lookup: (V, D) through the lookup.
        pushes: (T, V) (probabilities − one-hot targets) / T, the gradient of the scores.
        final_vectors: (T, D) the vectors whose dot products with the rows are the scores.
    """

    ids: Ids
    targets: Ids
    loss: float
    lookup: Array
    pushes: Array
    final_vectors: Array

    @cached_property
    def softmax(self) -> Array:
        """(V, D) through the scores; in an untied model the output matrix gets it."""
        found: Array = self.pushes.T @ self.final_vectors
        return found

    @property
    def vocab_size(self) -> int:
        """V."""
        return len(self.lookup)

    def gradient(self, tied: bool) -> Array:
        """Gradient (V, D) of the token table."""
        both: Array = self.lookup + self.softmax if tied else self.lookup
        return both

    def learns(self, tied: bool) -> Ids:
        """Rows of the table with a nonzero gradient, ascending."""
        return self._tied_rows if tied else self._read_rows

    @cached_property
    def _tied_rows(self) -> Ids:
        learns: NDArray[np.bool_] = np.asarray(self.softmax.any(axis=1))
        learns[self._read_rows] = (self.softmax[self._read_rows] + self.lookup[self._read_rows]).any(axis=1)
        return np.flatnonzero(learns)

    @cached_property
    def _read_rows(self) -> Ids:
        read = np.unique(self.ids)
        return read[self.lookup[read].any(axis=1)]

    @cached_property
    def lookup_lengths(self) -> Array:
        """Norm (V,) of each row's gradient through the lookup."""
        found = np.zeros(len(self.lookup), self.lookup.dtype)
        found[self._read_rows] = lengths(self.lookup[self._read_rows])
        return found


def both_ends(config: ModelConfig, weights: Mapping[str, Array], ids: Ids) -> Ends:
    """Split a tied table's gradient for the predictions of all tokens of a text.

    Raises:
        ValueError: the model is not tied, or there are too few or too many tokens.

    >>> from explorer.nn.transformer import Transformer
    >>> model = Transformer(ModelConfig(vocab_size=9, train_len=8, embed_dim=4, n_heads=1, tied=True))
    >>> ends = both_ends(model.config, model.weights, np.array([1, 5, 5, 2]))
    >>> ends.learns(tied=False).tolist(), len(ends.learns(tied=True))
    ([1, 5], 9)
    """
    if not config.tied:
        raise ValueError("Expected a model with a tied output, got one with an output matrix of its own")
    if not 2 <= len(ids) <= config.train_len + 1:
        raise ValueError(f"Expected 2 to {config.train_len + 1} tokens, got {len(ids)}")
    read, targets = ids[:-1], ids[1:]
    # The blocks' own gradients are not computed: they would cost ten times as much.
    run = Pass(config, dict(weights), position_inputs(config, dict(weights), len(read)))
    scores = run.forward(read[None])
    losses = cross_entropy(scores, targets)
    scores[np.arange(len(targets)), targets] -= 1  # cross_entropy left probabilities: p − one-hot
    scores /= len(targets)
    final_vectors = run.readout.x
    lookup = embedding_backward(run.down(scores), read, config.vocab_size)
    return Ends(read, targets, float(losses.mean()), lookup, scores, final_vectors)


def lengths(gradient: Array) -> Array:
    """Length of each row: (V, D) → (V,).

    >>> lengths(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [5.0, 0.0]
    """
    found: Array = np.sqrt(np.einsum("vd,vd->v", gradient, gradient))
    return found


def rows_for_half(gradient: Array) -> int:
    """Smallest number of rows that hold half of the sum of all squares.

    >>> rows_for_half(np.array([[2.0], [1.0], [1.0], [1.0]]))
    1
    """
    squares = np.sort(np.square(gradient, dtype=np.float64).sum(axis=1))[::-1]
    return int(np.searchsorted(np.cumsum(squares), squares.sum() / 2) + 1)
