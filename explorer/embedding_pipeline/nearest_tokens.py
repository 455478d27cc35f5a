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
from explorer.vectors.neighbours import cosine_of_pairs
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import PreparedTable, exact_unit_rows
from explorer.vectors.removed_directions import Measured, without_each
from explorer.vectors.similarity_measures import COSINE, near_vector

MOST_COMPONENTS = 10
EQUAL, MOST_TIED = 1e-12, 1_000
"""Difference of cosines within the rounding of float64, and how many rows beyond the last are looked at for it."""


@dataclass(frozen=True)
class NeighbourRequest:
    """Token, table, what to remove, and number of neighbours.

    Components are those of the centred table, so they are removed only together with the mean.

    Raises:
        ValueError: the token is not in the table, or `components` is not within 0 … 10.
    """

    token: int
    encoding: str = "gpt2"
    remove_mean: bool = True
    components: int = 5
    count: int = 10
    init: str = "xavier_uniform"
    seed: int = 0

    def __post_init__(self) -> None:
        rows = table_for(self.encoding, self.init, self.seed).vocab_size
        if not 0 <= self.components <= MOST_COMPONENTS:
            raise ValueError(f"components must be from 0 to {MOST_COMPONENTS}, got {self.components}")
        if not 0 <= self.token < rows:
            raise ValueError(f"token must be from 0 to {rows - 1}, got {self.token}")

    @property
    def table(self) -> PreparedTable:
        """The table after the removals."""
        return self.measured.view

    @property
    def measured(self) -> Measured:
        """The table after the removals, and the sum of its rows, from which all mean cosines follow."""
        return _measured(self.encoding, self.init, self.seed, self.remove_mean, self.components)


@dataclass(frozen=True, eq=False)
class NeighbourResult:
    """Ids int64 (k,) and cosines (k,), best first, with values to compare them with.

    `mean_cosine` is the token's mean cosine with all other rows; `random_cosine` the mean over all pairs of
    rows after the same steps; `explained` is the share of the centred table's variance in each of its components;
    `tied` counts rows that are as near as the last of these.
    """

    ids: NDArray[np.int64]
    cosines: NDArray[Any]
    mean_cosine: float
    random_cosine: float
    explained: NDArray[np.float64]
    tied: int = 0


@cached(max_entries=6, is_heavy=True)  # a table of every tokenizer; 20 MB in all
def _removals(encoding: str, init: str, seed: int) -> tuple[list[Measured], NDArray[np.float64]]:
    """The table after each of the removals, and its components' shares of the variance."""
    table = table_for(encoding, init, seed).weight
    with one_thread():
        found = pca(table)
        return without_each(table, found, MOST_COMPONENTS), found.shares


def _measured(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> Measured:
    return _removals(encoding, init, seed)[0][1 + components if remove_mean else 0]


def is_measured(encoding: str, init: str = "xavier_uniform", seed: int = 0) -> bool:
    """Whether neighbours in a table can be had at once; its first ones take a second of a whole core."""
    return (encoding, init, seed) in _removals


def random_cosine(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> float:
    """Mean cosine of two different rows after the removals, over all pairs."""
    found = _measured(encoding, init, seed, remove_mean, components)
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
        random_cosine(*which, request.remove_mean, request.components),
        _removals(*which)[1],
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
