"""RoPE and ALiBi, the successors of sinusoids: attention scores over positions.

The kernels are those of attention (`explorer.nn.rotary`, `.attention_bias`), applied to one query and one key.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.position_similarity import BLOCK, spread_positions

Floats = NDArray[np.float64]


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
        curve: the score at m − n = 0 … length − 1, for keys before the query, (length,).
        ahead: the score at n − m = 0 … length − 1, for keys after the query, (length,).
        deviation: largest difference between the matrix and the score at m − n, from rounding.
    """

    positions: NDArray[np.int64]
    matrix: Floats
    curve: Floats
    ahead: Floats
    deviation: float


def query_and_key(head_dim: int, seed: int) -> tuple[Floats, Floats]:
    """A query and a key of independent normal numbers, the query first, each (head_dim,)."""
    query, key = np.random.default_rng(seed).normal(size=(2, head_dim))
    return query, key


def rotary_scores(request: RotaryRequest) -> RotaryScores:
    """Scores of the query rotated by m and the key rotated by n, which depend on m − n only.

    Raises:
        ValueError: an odd width, or no position.

    >>> scores = rotary_scores(RotaryRequest(40, 16))
    >>> scores.deviation < 1e-12, scores.curve.shape
    (True, (40,))
    """
    if request.length < 1:
        raise ValueError(f"At least one position is needed, got {request.length}")
    query, key = query_and_key(request.head_dim, request.seed)
    positions = spread_positions(request.length, request.head_dim)
    matrix = _scores(request, query, key, positions, positions)
    # The score depends on m − n only, so a query at 64 a and a key at −b stand for all pairs 64 a + b apart.
    far, near = np.arange(0, request.length, BLOCK), np.arange(BLOCK)
    curve = _scores(request, query, key, far, -near).ravel()[: request.length]
    ahead = _scores(request, query, key, -far, near).ravel()[: request.length]
    offset = positions[:, None] - positions
    deviation = float(np.abs(matrix - np.where(offset >= 0, curve[np.abs(offset)], ahead[np.abs(offset)])).max())
    return RotaryScores(positions, matrix, curve, ahead, deviation)


def score_at(request: RotaryRequest, at_query: int, at_key: int) -> float:
    """Score of the query rotated to one position and the key rotated to another.

    >>> request = RotaryRequest(9, 8)
    >>> abs(score_at(request, 3, 0) - score_at(request, 8, 5)) < 1e-9
    True
    """
    query, key = query_and_key(request.head_dim, request.seed)
    return float(_scores(request, query, key, np.array([at_query]), np.array([at_key]))[0, 0])


def _scores(
    request: RotaryRequest, query: Floats, key: Floats, at_query: NDArray[np.int64], at_key: NDArray[np.int64]
) -> Floats:
    """Scores (M, N) of the query rotated to each of its positions and the key to each of its own."""
    turned = []
    for vector, at in ((query, at_query), (key, at_key)):
        cos, sin = rotary_tables(at, request.head_dim, base=request.base, dtype=np.float64)
        turned.append(rotate(np.broadcast_to(vector, (len(at), len(vector))), cos, sin))
    return np.asarray(turned[0] @ turned[1].T)


def alibi_rule(heads: int) -> tuple[int, int]:
    """ALiBi's slopes for any number of heads: (first, rest).

    The first heads, the largest power of two, have the slopes of that many heads; the rest have every second slope for
    twice as many heads, from the steepest on (Press et al. 2022, their published code).

    >>> alibi_rule(12), alibi_rule(8)
    ((8, 4), (8, 0))
    """
    first = 1 << heads.bit_length() - 1
    return first, heads - first
