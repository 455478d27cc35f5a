"""The tokens whose rows point the same way as a token's row, before and after what all rows share is taken off.

Rows of a trained table share a large common vector and a few strong directions, so raw cosines are high for any pair.
Taking off the mean and the top principal components is "all-but-the-top" (Mu and Viswanath 2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.chain.tables import Table, table_for
from explorer.vectors.blas import one_thread

MOST_COMPONENTS = 10
_BLOCK = 8192


@dataclass(frozen=True)
class NeighbourRequest:
    """Which token of which table; what to take off first; how many neighbours."""

    token: int
    encoding: str = "gpt2"
    remove_mean: bool = True
    components: int = 5
    count: int = 10
    init: str = "xavier_uniform"
    seed: int = 0


@dataclass(frozen=True, eq=False)
class NeighbourResult:
    """Ids int64 (k,) with their cosines float32 (k,), best first, and what to hold them against.

    `mean_cosine` is the token's mean cosine with all other rows; `random_cosine` the mean of 4,000 random pairs of
    rows (seed 0) treated the same way;
    `explained` (10,) is the share of the centred table's variance in each of its top components.
    """

    ids: NDArray[np.int64]
    cosines: NDArray[np.float32]
    mean_cosine: float
    random_cosine: float
    explained: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Profile:
    """What is needed of a table besides its rows; small, so the table itself stays on the disk."""

    mean: NDArray[np.float32]
    components: NDArray[np.float32]  # (10, D)
    explained: NDArray[np.float64]
    raw_squares: NDArray[np.float32]  # (V,) squared length of each row
    squares: NDArray[np.float32]  # (V,) of each row less the mean
    shares: NDArray[np.float32]  # (V, 10) of each centred row along each component


@lru_cache(maxsize=4)
def _profile(encoding: str, init: str, seed: int) -> _Profile:
    weight = table_for(encoding, init, seed).weight
    V, D = weight.shape
    blocks = [slice(first, first + _BLOCK) for first in range(0, V, _BLOCK)]
    mean = sum(weight[block].sum(axis=0, dtype=np.float64) for block in blocks) / V
    scatter = np.zeros((D, D))
    for block in blocks:
        centred = weight[block] - mean.astype(np.float32)
        scatter += centred.T @ centred
    values, vectors = np.linalg.eigh(scatter)
    components = vectors[:, ::-1][:, :MOST_COMPONENTS].T.astype(np.float32)
    shares, squares, raw = [], [], []
    for block in blocks:
        rows = weight[block].astype(np.float32)
        raw.append(np.square(rows).sum(axis=1))
        rows -= mean.astype(np.float32)
        squares.append(np.square(rows).sum(axis=1))
        shares.append(rows @ components.T)
    return _Profile(
        mean=mean.astype(np.float32),
        components=components,
        explained=values[::-1][:MOST_COMPONENTS] / values.sum(),
        raw_squares=np.concatenate(raw),
        squares=np.concatenate(squares),
        shares=np.concatenate(shares),
    )


def _treat(rows: NDArray[np.float32], profile: _Profile, remove_mean: bool, components: int) -> NDArray[np.float32]:
    """Rows less the mean and their part along the top components."""
    if not remove_mean:
        return rows
    rows = rows - profile.mean
    axes = profile.components[:components]
    return np.asarray(rows - (rows @ axes.T) @ axes, np.float32)


@lru_cache(maxsize=64)
def neighbours(request: NeighbourRequest) -> NeighbourResult:
    """The nearest tokens by cosine, the token itself left out.

    Components are those of the centred table, so they are taken off only together with the mean.

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
        return _search(request, table, _profile(request.encoding, request.init, request.seed))


def _search(request: NeighbourRequest, table: Table, profile: _Profile) -> NeighbourResult:
    k = request.components if request.remove_mean else 0

    query = _treat(table.weight[request.token][None].astype(np.float32), profile, request.remove_mean, k)[0]
    # The query has no part along what was taken off, so rows need not be treated: only their lengths do.
    dots = np.concatenate(
        [
            table.weight[first : first + _BLOCK].astype(np.float32) @ query
            for first in range(0, table.vocab_size, _BLOCK)
        ]
    )
    if request.remove_mean:
        dots -= profile.mean @ query
        squares = profile.squares - np.square(profile.shares[:, :k]).sum(axis=1)
    else:
        squares = profile.raw_squares
    lengths = np.sqrt(np.maximum(squares, 1e-12))
    cosines = dots / (lengths * max(float(np.linalg.norm(query)), 1e-6))
    mean_cosine = float((cosines.sum(dtype=np.float64) - cosines[request.token]) / (len(cosines) - 1))
    cosines[request.token] = -np.inf
    best = np.argpartition(-cosines, request.count)[: request.count]
    best = best[np.argsort(-cosines[best], kind="stable")]

    pairs = np.random.default_rng(0).integers(0, table.vocab_size, (2, 4_000))
    left, right = (_treat(table.weight[ids].astype(np.float32), profile, request.remove_mean, k) for ids in pairs)
    dots_of_pairs = np.einsum("nd,nd->n", left, right)
    sizes = np.maximum(np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1), 1e-12)
    return NeighbourResult(best, cosines[best], mean_cosine, float((dots_of_pairs / sizes).mean()), profile.explained)
