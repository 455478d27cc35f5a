"""Nearest tokens by cosine, before and after removing what all rows have in common.

Rows of a trained table share a large mean vector and a few strong directions, so cosines are high for all pairs.
Removing the mean and the top principal components is "all-but-the-top" (Mu and Viswanath 2018).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.embedding_pipeline.tokenizer_embedding_tables import table_for
from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.neighbours import cosine_of_pairs, sum_of_unit_rows
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import PreparedTable, exact_unit_rows
from explorer.vectors.similarity_measures import COSINE, near_vector

DIRECTIONS = 5
"""Strongest directions that are taken off with the mean."""
EQUAL, MOST_TIED = 1e-12, 1_000
"""Difference of cosines within the rounding of float64, and how many rows beyond the last are looked at for it."""


@dataclass(frozen=True)
class NeighbourRequest:
    """Token, table, whether what all rows share is removed, and number of neighbours.

    Raises:
        ValueError: the token is not in the table.
    """

    token: int
    encoding: str = "gpt2"
    remove_shared: bool = True
    count: int = 10
    init: str = "xavier_uniform"
    seed: int = 0

    def __post_init__(self) -> None:
        rows = table_for(self.encoding, self.init, self.seed).vocab_size
        if not 0 <= self.token < rows:
            raise ValueError(f"token must be from 0 to {rows - 1}, got {self.token}")

    @property
    def table(self) -> PreparedTable:
        """The table, without what its rows share if it is removed."""
        return self.measured.view

    @property
    def measured(self) -> "Measured":
        """The table, and the sum of its rows at length 1, from which all mean cosines follow."""
        return _measured(self.encoding, self.init, self.seed, self.remove_shared)


@dataclass(frozen=True, eq=False)
class NeighbourResult:
    """Ids int64 (k,) and cosines (k,), best first, with values to compare them with.

    `mean_cosine` is the token's mean cosine with all other rows; `random_cosine` the mean over all pairs of
    rows after the same steps; `held` is the share of the variance about the mean in what was removed; `tied` counts
    rows that are as near as the last of these.
    """

    ids: NDArray[np.int64]
    cosines: NDArray[Any]
    mean_cosine: float
    random_cosine: float
    held: float
    tied: int = 0


@dataclass(frozen=True, eq=False)
class Measured:
    """A table, the sum (D,) of its rows at length 1, how many are not zero, and the variance removed."""

    view: PreparedTable
    total: NDArray[np.float64]
    directed: int
    held: float


@cached(max_entries=12, is_heavy=True)  # a table of every tokenizer, with and without; 20 MB in all
def _measured(encoding: str, init: str, seed: int, remove_shared: bool) -> Measured:
    view, held = PreparedTable(table_for(encoding, init, seed).weight), 0.0
    with one_thread():
        if remove_shared:
            found = pca(view)
            view = PreparedTable(view.table, found.mean, found.components[:DIRECTIONS])
            held = float(found.shares[:DIRECTIONS].sum())
        return Measured(view, *sum_of_unit_rows(view), held)


def is_measured(encoding: str, init: str = "xavier_uniform", seed: int = 0) -> bool:
    """Whether neighbours in a table can be had at once; its first ones take a second of a whole core."""
    return (encoding, init, seed, True) in _measured


def random_cosine(encoding: str, init: str, seed: int, remove_shared: bool) -> float:
    """Mean cosine of two different rows, over all pairs."""
    found = _measured(encoding, init, seed, remove_shared)
    return cosine_of_pairs(found.total, found.directed, found.view.shape[0])


def mean_cosine(request: NeighbourRequest) -> float:
    """Mean cosine of the request's token with all other rows."""
    own = exact_unit_rows(request.table.rows([request.token]))[0]
    return (float(own @ request.measured.total) - 1) / (request.table.shape[0] - 1)


@cached(64, expires=True)
def neighbours(request: NeighbourRequest) -> NeighbourResult:
    """The nearest tokens by cosine, the token itself left out.

    >>> king = 5822  # " king"; its nearest are " King" and " queen"
    >>> neighbours(NeighbourRequest(king)).ids[:2].tolist()
    [2677, 16599]
    """
    view = request.table
    which = request.encoding, request.init, request.seed
    own = view.rows([request.token])
    with one_thread():
        found = near_vector(view, own, request.count + MOST_TIED, COSINE, leave_out=[request.token])
    last, beyond = found.values[: request.count][-1], found.values[request.count :]
    return NeighbourResult(
        found.ids[: request.count],
        found.values[: request.count],
        mean_cosine(request),
        random_cosine(*which, request.remove_shared),
        request.measured.held,
        int(np.count_nonzero(beyond >= last - EQUAL)),
    )


def cosine_parts(request: NeighbourRequest, other: int) -> tuple[float, float, float]:
    """Parts of the cosine of the request's token and another: dot product and both norms.

    >>> dot, one, two = cosine_parts(NeighbourRequest(5822, count=1), 2677)
    >>> round(dot / (one * two), 3) == round(float(neighbours(NeighbourRequest(5822, count=1)).cosines[0]), 3)
    True
    """
    first, second = request.table.rows([request.token, other]).astype(np.float64)
    return float(first @ second), float(np.linalg.norm(first)), float(np.linalg.norm(second))
