"""Frequencies of the sinusoids: how fast each pair of columns rotates, and which two columns form a pair.

    ωᵢ = base^(−2i / D)      radians per position, i = 0 … ⌈D/2⌉ − 1

Sinusoids and rotary embeddings (RoPE) both encode a position as the angles of D/2 clock hands: the first turns one
radian per position, each further one more slowly. Sinusoids add the coordinates of the hands' tips to the token rows;
RoPE rotates queries and keys by the angles.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import argument_checks
from ..errors import ShapeError

Layout = Literal["interleaved", "concatenated"]
BASE = 10_000.0


def frequencies(embed_dim: int, *, base: float = BASE) -> NDArray[np.float64]:
    """ωᵢ = base^(−2i/D) in radians per position, for i = 0 … ⌈D/2⌉ − 1, in float64.

    >>> frequencies(4).tolist()
    [1.0, 0.01]
    """
    width = argument_checks.size("embed_dim", embed_dim)
    return np.asarray(argument_checks.positive("base", base) ** (-np.arange(0, width, 2) / max(width, 1)), np.float64)


def pair_columns(width: int, layout: str) -> tuple[slice, slice]:
    """First and second column of every pair, as two slices; at an odd width the last pair has no second column.

    "interleaved" pairs columns (0, 1), (2, 3), …, as Vaswani et al. 2017 and Su et al. 2021 write it; "concatenated"
    pairs column i with column ⌈width/2⌉ + i, as tensor2tensor, Whisper and LLaMA compute it.
    """
    argument_checks.one_of("layout", layout, get_args(Layout))
    if layout == "interleaved":
        return slice(0, None, 2), slice(1, None, 2)
    half = (width + 1) // 2
    return slice(None, half), slice(half, None)


def positions_at(positions: int | ArrayLike, start_pos: float = 0) -> NDArray[np.float64]:
    """Positions as float64 (L,): a count of them from ``start_pos`` on, or given positions shifted by ``start_pos``."""
    if isinstance(positions, (int, np.integer)):
        at = np.arange(argument_checks.size("positions", positions), dtype=np.float64)
    else:
        at = argument_checks.finite("positions", positions)
    if at.ndim != 1:
        raise ShapeError(f"positions must be a number of rows or one axis of positions, got shape {at.shape}")
    return at + argument_checks.finite("start_pos", start_pos)
