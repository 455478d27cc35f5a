"""What came after sinusoids: scores of rotated queries and keys, and of ALiBi's straight lines, over positions.

The kernels are the core's (`explorer.core.functional.rotary`, `.bias`); here they meet a query and a key.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional

Floats = NDArray[np.float64]
BLOCK = 64


@dataclass(frozen=True)
class RotaryRequest:
    """One query and one key of width `head_dim` (even), drawn from `seed`, at every position below `length`."""

    length: int
    head_dim: int
    base: float = 10_000.0
    seed: int = 0


@dataclass(frozen=True, eq=False)
class RotaryScores:
    """Scores of the same query and key at different positions.

    Attributes:
        positions: the positions drawn, evenly spaced from 0, (P,).
        matrix: query at position m, key at position n, (P, P).
        offsets: m − n from −(length − 1) to length − 1.
        curve: the score at every offset.
        deviation: largest |matrix − curve at m − n|: rounding alone.
    """

    positions: NDArray[np.int64]
    matrix: Floats
    offsets: NDArray[np.int64]
    curve: Floats
    deviation: float


def query_and_key(head_dim: int, seed: int) -> tuple[Floats, Floats]:
    """A query and a key of independent normal numbers, the query first, each (head_dim,)."""
    query, key = np.random.default_rng(seed).normal(size=(2, head_dim))
    return query, key


def rotary_scores(request: RotaryRequest, *, most: int = 256) -> RotaryScores:
    """Turn the query by m and the key by n; their score is the same wherever m − n is.

    Raises:
        ValueError: an odd width, which can't be cut into pairs, or no position.

    >>> scores = rotary_scores(RotaryRequest(40, 16))
    >>> scores.deviation < 1e-12, scores.curve.shape
    (True, (79,))
    """
    if request.length < 1:
        raise ValueError(f"At least one position is needed, got {request.length}")
    query, key = query_and_key(request.head_dim, request.seed)
    positions = np.arange(0, request.length, -(-request.length // most))
    turned_query, turned_key = (_at(positions, vector, request) for vector in (query, key))
    matrix = turned_query @ turned_key.T
    offsets = np.arange(1 - request.length, request.length)
    curve = _curve(query, key, request)
    deviation = float(np.abs(matrix - curve[positions[:, None] - positions + request.length - 1]).max())
    return RotaryScores(positions, matrix, offsets, curve, deviation)


def _at(positions: NDArray[np.int64], vector: Floats, request: RotaryRequest) -> Floats:
    cos, sin = functional.rotary_tables(positions, request.head_dim, base=request.base, dtype=np.float64)
    return np.asarray(functional.rotate(np.tile(vector, (len(positions), 1)), cos, sin))


def _curve(query: Floats, key: Floats, request: RotaryRequest) -> Floats:
    """The score at every offset, without turning a vector.

    With each pair as one complex number, a turn by ω·offset multiplies it by e^(iω·offset): the score is the real
    part of Σ q k̄ e^(iω·offset), and offsets start + 64 a + b make that one matrix product.
    """
    pairs = query.view(np.complex128) * key.view(np.complex128).conj()
    omega = functional.frequencies(request.head_dim, base=request.base)
    count, start = 2 * request.length - 1, 1 - request.length
    coarse = pairs * np.exp(1j * np.outer(start + np.arange(0, count, BLOCK), omega))
    curve: Floats = (coarse @ np.exp(1j * np.outer(omega, np.arange(BLOCK)))).real.ravel()[:count]
    return curve
