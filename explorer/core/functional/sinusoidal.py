"""Sinusoidal positional encodings (Vaswani et al. 2017, "Attention Is All You Need", §3.5).

    PE(pos, 2i)     = sin(pos · ωᵢ)        ωᵢ = base^(−2i / D)
    PE(pos, 2i + 1) = cos(pos · ωᵢ)

Each pair of columns is a clock hand that turns ωᵢ radians per position (`frequencies`). Sines and cosines are taken in
float64: a float32 angle is wrong by 1e-2 at position 131 072. A long table of consecutive positions needs few of them
(`fast.consecutive_waves`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from explorer.core import checks
from explorer.core.functional import fast
from explorer.core.functional.frequencies import BASE, Layout, frequencies, pair_columns, positions_at

if TYPE_CHECKING:
    from typing import Any

    from jaxtyping import Float


def sinusoidal(
    positions: int | ArrayLike,
    embed_dim: int,
    *,
    base: float = BASE,
    layout: Layout = "interleaved",
    start_pos: float = 0,
    dtype: DTypeLike = np.float32,
) -> Float[NDArray[Any], "L D"]:
    """The (L, D) table of encodings, within 1e-6 of the float64 formula.

    Args:
        positions: a number of rows L (positions ``start_pos`` … ``start_pos + L − 1``), or the positions themselves
            as a sequence, fractions allowed, to which ``start_pos`` is added.
        embed_dim: D; odd widths end on a sine without its cosine.
        base: wavelengths run from 2π to base · 2π positions.
        layout: "interleaved" puts sin and cos side by side, as the paper does; "concatenated" puts all the sines
            first, then all the cosines, as tensor2tensor and Whisper do.
        start_pos: position of the first row.
        dtype: of the result.

    Raises:
        ValueError: a size, base, layout or position that is out of range.
        TypeError: ``dtype`` is not a type of floats.

    >>> sinusoidal(1, 6).tolist()
    [[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]]
    >>> [f"{x:.5f}" for x in sinusoidal(4, 6)[3]]
    ['0.14112', '-0.98999', '0.13880', '0.99032', '0.00646', '0.99998']
    """
    omega = frequencies(embed_dim, base=base)
    sine, cosine = pair_columns(2 * len(omega), layout)
    kind = checks.floats("Sinusoids", dtype)
    if not (checks.is_whole(positions) and checks.is_whole(start_pos)):
        angle = positions_at(positions, start_pos)[:, None] * omega
        sines, cosines = np.sin(angle), np.cos(angle)
    else:  # rows that follow one another need fewer sines
        waves = fast.consecutive_waves(checks.size("positions", positions), int(start_pos), omega, kind)
        if layout == "interleaved":  # as they come
            return np.ascontiguousarray(waves[:, :embed_dim])
        sines, cosines = waves[:, 0::2], waves[:, 1::2]
    table = np.empty((len(sines), 2 * len(omega)), kind)
    table[:, sine], table[:, cosine] = sines, cosines
    return np.ascontiguousarray(table[:, :embed_dim])


def shift_matrix(
    k: float, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved"
) -> Float[NDArray[np.float64], "D D"]:
    """The matrix M, the same for every position, with PE(pos + k) = M @ PE(pos).

    It turns each clock hand by k·ω: [sin, cos] ↦ [[cos kω, sin kω], [−sin kω, cos kω]] · [sin, cos].

    Raises:
        ValueError: an unknown layout, a k that is not a finite number, or an odd width, whose last sine has no cosine
            to turn with.

    >>> row = sinusoidal(8, 6)
    >>> bool(np.allclose(shift_matrix(3, 6) @ row[4], row[7], atol=1e-6))
    True
    """
    width = checks.even("embed_dim", embed_dim)
    columns = np.arange(width)
    first, second = pair_columns(width, layout)
    sine, cosine = columns[first], columns[second]
    angle = checks.finite("k", k) * frequencies(width, base=base)
    matrix = np.zeros((width, width))
    matrix[sine, sine] = matrix[cosine, cosine] = np.cos(angle)
    matrix[sine, cosine] = np.sin(angle)
    matrix[cosine, sine] = -np.sin(angle)
    return matrix
