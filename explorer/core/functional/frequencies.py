"""Clock hands: how fast each pair of columns turns, and which two columns make a pair.

Sinusoids and rotary embeddings (RoPE) both read a position from D/2 clock hands, the first of which turns one radian
per position and each further one more slowly. The sinusoid adds where the hands point; RoPE turns queries and keys
with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.core import checks, errors

if TYPE_CHECKING:
    from jaxtyping import Float

Layout = Literal["interleaved", "concatenated"]
BASE = 10_000.0


def frequencies(embed_dim: int, *, base: float = BASE) -> Float[NDArray[np.float64], " H"]:
    """ωᵢ = base^(−2i/D) in radians per position, for i = 0 … ⌈D/2⌉ − 1, in float64.

    >>> frequencies(4).tolist()
    [1.0, 0.01]
    """
    width = checks.size("embed_dim", embed_dim)
    return np.asarray(checks.positive("base", base) ** (-np.arange(0, width, 2) / max(width, 1)), np.float64)


def pair_columns(width: int, layout: str) -> tuple[slice, slice]:
    """First and second column of every pair, as two slices; of an odd width the last first column has no second.

    "interleaved" pairs columns (0, 1), (2, 3), …, as Vaswani et al. 2017 and Su et al. 2021 write it; "concatenated"
    pairs column i with column ⌈width/2⌉ + i, as tensor2tensor, Whisper and LLaMA compute it.

    Raises:
        SettingError: `layout` is neither.

    >>> pair_columns(6, "concatenated")
    (slice(None, 3, None), slice(3, None, None))
    """
    if layout not in get_args(Layout):
        raise errors.not_one_of("layout", get_args(Layout), layout)
    if layout == "interleaved":
        return slice(0, None, 2), slice(1, None, 2)
    half = (width + 1) // 2
    return slice(None, half), slice(half, None)


def positions_at(positions: int | ArrayLike, start_pos: float = 0) -> NDArray[np.float64]:
    """Positions as float64 (L,): a number of them counted from ``start_pos``, or themselves moved by ``start_pos``.

    Raises:
        InputShapeError: a number of rows below 0, or positions of several axes.
        SettingError: a position is NaN or infinite.

    >>> positions_at(3, 10).tolist(), positions_at([0.5, 2]).tolist()
    ([10.0, 11.0, 12.0], [0.5, 2.0])
    """
    if isinstance(positions, (int, np.integer)):
        at = np.arange(checks.size("positions", positions), dtype=np.float64)
    else:
        at = checks.finite("positions", positions)
    if at.ndim != 1:
        raise errors.not_one_axis(at.shape)
    return at + checks.finite("start_pos", start_pos)
