"""Batch of a text: ids, counts, and the gradient of each touched row."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core import RowSparse
from explorer.core.functional import embedding_backward_rows
from explorer.data.cache import cached
from explorer.excerpt import Excerpt, ranges
from explorer.tokenizers import clean, encode, split_lines, vocab_size

MOST_TOKENS = 50_000
REPEATS = "the cat and the dog and the boy saw the cat"
"""A text with repeated tokens."""

ONES, RANDOM = "1 everywhere", "random"
LAWS = (ONES, RANDOM)
"""Output gradients: 1 everywhere (the loss is the sum of all outputs), or normal random numbers."""


@dataclass(frozen=True, eq=False)
class Batch:
    """The tokens of a text, one sequence per line.

    Attributes:
        ids: (N,) all tokens, line by line, without padding.
        lines: number of sequences.
        vocab_size: V of the encoding.
        left_out: tokens beyond `MOST_TOKENS`.
    """

    ids: NDArray[np.int64]
    lines: int
    vocab_size: int
    left_out: int = 0

    @property
    def rows(self) -> NDArray[np.int64]:
        """Distinct ids, ascending: the rows that get a gradient."""
        return np.unique(self.ids)


@cached(8, expires=True)
def read(text: str, encoding: str) -> Batch:
    r"""Tokenize a text line by line, skipping empty lines.

    >>> batch = read("a cat\n\na dog", "gpt2")
    >>> batch.ids.tolist(), batch.lines, batch.rows.tolist()
    ([64, 3797, 64, 3290], 2, [64, 3290, 3797])
    """
    lines = [encode(line, encoding) for line in split_lines(clean(text)[0]) if line]
    ids = np.concatenate(lines) if lines else np.empty(0, np.int64)
    starts = np.cumsum([0, *map(len, lines)])[:-1]
    kept = int(np.sum(starts < MOST_TOKENS))
    return Batch(ids[:MOST_TOKENS], kept, vocab_size(encoding), max(0, len(ids) - MOST_TOKENS))


def cut_words(batch: Batch) -> str:
    """Sentence on the tokens that are left out; "" if none is.

    >>> cut_words(Batch(np.arange(2), 1, 10, left_out=3)), cut_words(Batch(np.arange(2), 1, 10))
    ('Used: the first 2 of 5 tokens.', '')
    """
    return ranges("Used", Excerpt("token", batch.ids, len(batch.ids) + batch.left_out))


def output_gradient(batch: Batch, width: int, law: str, seed: int = 0) -> NDArray[np.float32]:
    """Output gradient (N, D), one vector per token.

    >>> output_gradient(read("a cat", "gpt2"), 3, ONES).tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """
    if law not in LAWS:
        raise ValueError(f"law must be one of {', '.join(LAWS)}, got {law!r}")
    shape = (len(batch.ids), width)
    return np.ones(shape, np.float32) if law == ONES else np.random.default_rng(seed).standard_normal(shape, np.float32)


def weight_gradient(batch: Batch, gradient: NDArray[np.float32]) -> RowSparse:
    """Row-sparse gradient of the table from an output gradient; repeated tokens add up.

    >>> batch = read("a cat a", "gpt2")
    >>> weight_gradient(batch, np.array([[1.0], [10.0], [100.0]], np.float32)).values.ravel().tolist()
    [1.0, 100.0, 10.0]
    """
    return embedding_backward_rows(gradient, batch.ids, batch.vocab_size)


@dataclass(frozen=True)
class Summary:
    """Statistics of one batch: tokens, lines, touched rows of V, count of the most frequent token, and bytes of the
    sparse and the dense gradient.
    """

    tokens: int
    lines: int
    rows: int
    vocab_size: int
    most: int
    sparse_bytes: int
    dense_bytes: int

    @property
    def share(self) -> float:
        """Rows touched / V."""
        return self.rows / self.vocab_size


def summarise(batch: Batch, sparse: RowSparse) -> Summary:
    """Counts and bytes of a batch and its gradient.

    >>> batch = read("a cat", "gpt2")
    >>> summarise(batch, weight_gradient(batch, output_gradient(batch, 4, ONES))).dense_bytes
    804112
    """
    counts: NDArray[Any] = np.unique(batch.ids, return_counts=True)[1]
    dense = sparse.shape[0] * sparse.shape[1] * sparse.values.itemsize
    return Summary(
        len(batch.ids),
        batch.lines,
        len(sparse.rows),
        batch.vocab_size,
        int(counts.max(initial=0)),
        sparse.nbytes,
        dense,
    )
