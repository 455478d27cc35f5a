"""Two sentences as bags of tokens and as sequences.

The sum of a sentence's rows is a bag: it does not depend on the order. With positions added, the same token has a
different vector at each position.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline.stages import layer_of, rows_of
from explorer.embedding_pipeline.tokenizer_embedding_tables import table_for
from explorer.embedding_pipeline.tokens import tokenize


@dataclass(frozen=True)
class BagRequest:
    """Two sentences and the tokenizer; `init` and `seed` of its table if there is no trained one."""

    first: str
    second: str
    encoding: str = "gpt2"
    init: str = "xavier_uniform"
    seed: int = 0


@dataclass(frozen=True, eq=False)
class BagResult:
    """Comparison of two sentences.

    Attributes:
        ids: the two sentences' token ids, int64 (n,) each.
        same_bag: whether both have the same tokens with the same counts.
        sums: float64 (2, D), sum of each sentence's rows; exact, since rows have at most 24 bits of precision.
        token: id of the first token with different positions in the two, within the learned position table; None if
            there is none.
        token_positions: its positions in the first and the second sentence.
        vectors: float32 (2, D), its row + learned position at both; zeros without such a token.
        positions: rows of the learned position table.
    """

    ids: tuple[NDArray[np.int64], NDArray[np.int64]]
    same_bag: bool
    sums: NDArray[np.float64]
    token: int | None
    token_positions: tuple[int, int]
    vectors: NDArray[np.float32]
    positions: int

    @property
    def gap(self) -> float:
        """Largest difference between the two sums."""
        return float(np.abs(self.sums[0] - self.sums[1]).max())

    @property
    def moved(self) -> float:
        """Distance between the token's two vectors."""
        return float(np.linalg.norm(self.vectors[0] - self.vectors[1]))


def bags(request: BagRequest) -> BagResult:
    """Compare the two sentences of a request.

    Raises:
        ValueError: a sentence without tokens.

    >>> result = bags(BagRequest(" dog bites man", " man bites dog"))
    >>> result.same_bag, result.gap, result.token_positions, result.moved > 0
    (True, 0.0, (0, 2), True)
    """
    table = table_for(request.encoding, request.init, request.seed)
    first, second = (
        tokenize(text, request.encoding, one_sequence=True).ids for text in (request.first, request.second)
    )
    if not (len(first) and len(second)):
        raise ValueError("Expected two sentences with at least one word each")
    sums = np.stack([rows_of(ids, table).astype(np.float64).sum(axis=0) for ids in (first, second)])
    limit = len(table.positions)
    token, token_positions = _moved_token(first[:limit], second[:limit])
    vectors = np.zeros((2, sums.shape[1]), np.float32)
    if token is not None:
        layer = layer_of(table, "learned")
        read = zip((first, second), token_positions, strict=True)
        vectors = np.stack([layer(ids[None, : at + 1]).data[0, at] for ids, at in read])
    same = bool(np.array_equal(np.sort(first), np.sort(second)))
    return BagResult((first, second), same, sums, token, token_positions, vectors, limit)


def _moved_token(first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[int | None, tuple[int, int]]:
    """First token of `first` that `second` has only at other positions; else the same with the two swapped."""
    for one, other, turn in ((first, second, 1), (second, first, -1)):
        for at, token in enumerate(one.tolist()):
            elsewhere = np.flatnonzero(other == token)
            if elsewhere.size and at not in elsewhere:
                here, there = (at, int(elsewhere[0]))[::turn]
                return token, (here, there)
    return None, (0, 0)
