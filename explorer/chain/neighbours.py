"""Nearest tokens by cosine, before and after removing what all rows have in common.

Rows of a trained table share a large mean vector and a few strong directions, so cosines are high for all pairs.
Removing the mean and the top principal components is "all-but-the-top" (Mu and Viswanath 2018).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.chain.encoding_tables import table_for
from explorer.data.cache import cached, cached_expiring
from explorer.vectors.blas import one_thread
from explorer.vectors.neighbours import mean_cosine, nearest, products
from explorer.vectors.pca import Pca, pca
from explorer.vectors.preprocessing import PreparedTable, unit_rows

MOST_COMPONENTS = 10


@dataclass(frozen=True)
class NeighbourRequest:
    """Token, table, what to remove, and number of neighbours."""

    token: int
    encoding: str = "gpt2"
    remove_mean: bool = True
    components: int = 5
    count: int = 10
    init: str = "xavier_uniform"
    seed: int = 0


@dataclass(frozen=True, eq=False)
class NeighbourResult:
    """Ids int64 (k,) and cosines float32 (k,), best first, with values to compare them with.

    `mean_cosine` is the token's mean cosine with all other rows; `random_cosine` the mean over all pairs of
    rows after the same steps; `explained` (10,) is the share of the centred table's variance in each of its
    top components.
    """

    ids: NDArray[np.int64]
    cosines: NDArray[np.float32]
    mean_cosine: float
    random_cosine: float
    explained: NDArray[np.float64]


@cached(max_entries=4, is_heavy=True)
def _components(encoding: str, init: str, seed: int) -> Pca:
    """Mean and components of a table, about 1 MB; the table itself is not kept."""
    return pca(table_for(encoding, init, seed).weight)


def _view(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> PreparedTable:
    """The table after the removals."""
    weight = table_for(encoding, init, seed).weight
    if not remove_mean:
        return PreparedTable(weight)
    found = _components(encoding, init, seed)
    return PreparedTable(weight, mean=found.mean, removed=found.components[:components] if components else None)


@cached(max_entries=16, is_heavy=True)
def _lengths(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> NDArray[np.float32]:
    """Norm of each row of that view, (V,); caching the view would keep its table of up to 51 MB."""
    return _view(encoding, init, seed, remove_mean, components).lengths


@cached(max_entries=32, is_heavy=True)
def random_cosine(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> float:
    """Mean cosine of two different rows of that view, over all pairs."""
    which = encoding, init, seed, remove_mean, components
    with one_thread():
        return mean_cosine(_view(*which), _lengths(*which))


@cached_expiring(most=64)
def neighbours(request: NeighbourRequest) -> NeighbourResult:
    """The nearest tokens by cosine, the token itself left out.

    Components are those of the centred table, so they are removed only together with the mean.

    Raises:
        ValueError: the token is not in the table, or `components` is not within 0 … 10.

    >>> king = 5822  # " king"; its nearest are " King" and " queen"
    >>> neighbours(NeighbourRequest(king)).ids[:2].tolist()
    [2677, 16599]
    """
    table = table_for(request.encoding, request.init, request.seed)
    if not 0 <= request.components <= MOST_COMPONENTS:
        raise ValueError(f"components must be from 0 to {MOST_COMPONENTS}, got {request.components}")
    if not 0 <= request.token < table.vocab_size:
        raise ValueError(f"token must be from 0 to {table.vocab_size - 1}, got {request.token}")
    with one_thread():
        which = request.encoding, request.init, request.seed, request.remove_mean, request.components
        view, lengths = _view(*which), _lengths(*which)
        found = products(view, unit_rows(view.rows([request.token])))[:, 0]
        found /= np.where(lengths > 0, lengths, np.inf)
        best = nearest(found, request.count, leave_out=[request.token])
        others = (float(found.sum(dtype=np.float64)) - float(found[request.token])) / (table.vocab_size - 1)
        shares = _components(request.encoding, request.init, request.seed).shares[:MOST_COMPONENTS]
    return NeighbourResult(best.ids, best.values, others, random_cosine(*which), shares)


def product(request: NeighbourRequest, other: int) -> tuple[float, float, float]:
    """Parts of the cosine of the request's token and another: dot product and both norms.

    >>> dot, one, two = product(NeighbourRequest(5822, count=1), 2677)
    >>> round(dot / (one * two), 3) == round(float(neighbours(NeighbourRequest(5822, count=1)).cosines[0]), 3)
    True
    """
    view = _view(request.encoding, request.init, request.seed, request.remove_mean, request.components)
    first, second = view.rows([request.token, other]).astype(np.float64)
    return float(first @ second), float(np.linalg.norm(first)), float(np.linalg.norm(second))
