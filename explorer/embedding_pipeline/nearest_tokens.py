"""Nearest tokens by cosine, before and after removing what all rows have in common.

Rows of a trained table share a large mean vector and a few strong directions, so cosines are high for all pairs.
Removing the mean and the top principal components is "all-but-the-top" (Mu and Viswanath 2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.embedding_pipeline.tokenizer_embedding_tables import table_for
from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.neighbours import Neighbours, exact_lengths, nearest, top
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import ROUNDING, row_blocks

MOST_COMPONENTS = 10
COARSE, EQUAL, MOST_CLOSE = 1e-6, 1e-12, 10_000
"""Differences of cosines within the rounding of float32 and of float64, and how many rows are compared again."""
BLOCK = 512
"""Rows of a block: 1.6 MB in float64, which the processor's caches hold. Blocks of 4,096 took twice as long."""


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
    """Ids int64 (k,) and cosines (k,), best first, with values to compare them with.

    `mean_cosine` is the token's mean cosine with all other rows; `random_cosine` the mean over all pairs of
    rows after the same steps; `explained` (10,) is the share of the centred table's variance in each of its
    top components; `tied` counts rows that are as near as the last of these.
    """

    ids: NDArray[np.int64]
    cosines: NDArray[Any]
    mean_cosine: float
    random_cosine: float
    explained: NDArray[np.float64]
    tied: int = 0


@dataclass(frozen=True, eq=False)
class _Measured:
    """What all neighbours need of a table, whatever is removed: a change of that costs no pass over the table.

    Numbers that differences are taken of are float64: a row may lose all but a ten-thousandth of its square.
    `removals` below: 0 nothing, 1 the mean, 1 + k the mean and k components.

    Attributes:
        mean: (D,); components: (10, D); shares: (10,) of the variance.
        along_mean: (V,) products of each row with the mean.
        coordinates: (10, V) of each row less the mean, along the components.
        lengths: (12, V) of the rows after each of the removals; 0 for a row of which only rounding is left.
        random: (12,) mean cosine of two different rows, over all pairs, after each of them.
    """

    mean: NDArray[np.float64]
    components: NDArray[np.float64]
    shares: NDArray[np.float64]
    along_mean: NDArray[np.float64]
    coordinates: NDArray[np.float64]
    lengths: NDArray[np.float32]
    random: NDArray[np.float64]


@cached(max_entries=2, is_heavy=True)
def _measured(encoding: str, init: str, seed: int) -> _Measured:
    table = table_for(encoding, init, seed).weight
    with one_thread():
        found = pca(table)
        axes = found.components[:MOST_COMPONENTS]
        rows, removals = len(table), MOST_COMPONENTS + 2
        along_mean, coordinates = np.empty(rows), np.empty((MOST_COMPONENTS, rows))
        lengths, total = np.empty((removals, rows), np.float32), np.zeros((removals, table.shape[1]))
        for start, stored in row_blocks(table, BLOCK):
            at = slice(start, start + len(stored))
            part = stored.astype(np.float64)
            squares = np.empty((removals, len(part)))
            squares[0] = np.einsum("vd,vd->v", part, part)
            along_mean[at] = part @ found.mean
            part -= found.mean
            coordinates[:, at] = axes @ part.T
            squares[1] = np.einsum("vd,vd->v", part, part)
            squares[2:] = squares[1] - np.cumsum(coordinates[:, at] ** 2, axis=0)
            squares[2:][squares[2:] <= ROUNDING * (squares[0] + found.mean @ found.mean)] = 0
            lengths[:, at] = np.sqrt(squares)
            inverse = np.divide(1, lengths[:, at], out=np.zeros_like(squares), where=squares > 0)
            total += inverse @ part
            total[0] += inverse[0].sum() * found.mean
    for removed in range(1, MOST_COMPONENTS + 1):
        total[1 + removed] -= (total[1 + removed] @ axes[:removed].T) @ axes[:removed]
    pairs = max(rows * (rows - 1), 1)
    random = (np.einsum("rd,rd->r", total, total) - np.count_nonzero(lengths, axis=1)) / pairs
    return _Measured(found.mean, axes, found.shares[:MOST_COMPONENTS], along_mean, coordinates, lengths, random)


def is_measured(encoding: str, init: str = "xavier_uniform", seed: int = 0) -> bool:
    """Whether a table's neighbours can be had at once; the first ones take a second of a whole core."""
    return (encoding, init, seed) in _measured


def _removals(remove_mean: bool, components: int) -> int:
    """Which of the removals of `_Measured` it is."""
    return 1 + components if remove_mean else 0


@cached(16, expires=True)
def _row_products(encoding: str, init: str, seed: int, token: int) -> NDArray[np.float64]:
    """Product of each stored row with that of a token, (V,): the one pass over the table that a new token takes."""
    table = table_for(encoding, init, seed).weight
    out, row = np.empty(len(table)), table[token].astype(np.float64)
    with one_thread():
        for start, stored in row_blocks(table, BLOCK):
            out[start : start + len(stored)] = stored.astype(np.float64) @ row
    return out


def random_cosine(encoding: str, init: str, seed: int, remove_mean: bool, components: int) -> float:
    """Mean cosine of two different rows after the removals, over all pairs."""
    return float(_measured(encoding, init, seed).random[_removals(remove_mean, components)])


def _exact_rows(request: NeighbourRequest, ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Rows (n, D) after the removals, in float64."""
    which = request.encoding, request.init, request.seed
    rows = table_for(*which).weight[ids].astype(np.float64)
    if request.remove_mean:
        found = _measured(*which)
        axes = found.components[: request.components]
        rows -= found.mean
        rows -= (rows @ axes.T) @ axes
        rows[found.lengths[_removals(True, request.components)][ids] == 0] = 0
    return rows


def _ranked(request: NeighbourRequest, values: NDArray[np.float32]) -> tuple[Neighbours, int]:
    """The nearest by cosines in float64, and how many more rows are as near as the last of them.

    `values` (V,) have float32's rounding, within which rows of unused tokens lie, some of them the very same.
    """
    best = nearest(values, request.count, leave_out=[request.token])
    close = values >= best.values[-1] - COARSE
    close[request.token] = False
    ids = np.flatnonzero(close)
    own = _exact_rows(request, np.array([request.token]))[0]
    if not own.any() or len(ids) > MOST_CLOSE:
        return best, 0
    rows = _exact_rows(request, ids)
    exact = rows @ own / exact_lengths(rows) / np.linalg.norm(own)
    first = top(exact, request.count)
    tied = int(np.count_nonzero(exact >= exact[first[-1]] - EQUAL)) - len(first)
    return Neighbours(ids[first], exact[first]), max(tied, 0)


@cached(64, expires=True)
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
    which = request.encoding, request.init, request.seed
    measured, removals = _measured(*which), _removals(request.remove_mean, request.components)
    found = _row_products(*which, request.token)
    if request.remove_mean:
        along, own = measured.along_mean, measured.coordinates[: request.components, request.token]
        found = found - along - (along[request.token] - measured.mean @ measured.mean)
        found -= own @ measured.coordinates[: request.components]
    lengths = measured.lengths[removals]
    # A row of which nothing is left has cosine 0 with every row.
    scale = lengths.astype(np.float64) * lengths[request.token]
    values = np.divide(found, scale, out=np.zeros_like(found), where=scale > 0).astype(np.float32)
    best, tied = _ranked(request, values)
    others = (float(values.sum(dtype=np.float64)) - float(values[request.token])) / (table.vocab_size - 1)
    random = float(measured.random[removals])
    return NeighbourResult(best.ids, best.values, others, random, measured.shares, tied)


def cosine_parts(request: NeighbourRequest, other: int) -> tuple[float, float, float]:
    """Parts of the cosine of the request's token and another: dot product and both norms.

    >>> dot, one, two = cosine_parts(NeighbourRequest(5822, count=1), 2677)
    >>> round(dot / (one * two), 3) == round(float(neighbours(NeighbourRequest(5822, count=1)).cosines[0]), 3)
    True
    """
    first, second = _exact_rows(request, np.array([request.token, other]))
    return float(first @ second), float(np.linalg.norm(first)), float(np.linalg.norm(second))
