"""Sinusoidal positional encodings (Vaswani et al. 2017, "Attention Is All You Need", §3.5).

    PE(pos, 2i)     = sin(pos · ωᵢ)        ωᵢ = base^(−2i / D)
    PE(pos, 2i + 1) = cos(pos · ωᵢ)

Each pair of columns is a clock hand that turns ωᵢ radians per position (`frequencies`). Angles are computed in float64:
in float32, with its 24 binary digits, both ω and the product are rounded, so that at position 131 072 an angle, and
with it the sine, would be off by up to 0.008.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import argument_checks
from .frequencies import BASE, Layout, frequencies, pair_columns, positions_at


def sinusoidal(
    positions: int | ArrayLike,
    embed_dim: int,
    *,
    base: float = BASE,
    layout: Layout = "interleaved",
    start_pos: float = 0,
    dtype: DTypeLike = np.float32,
) -> Annotated[NDArray[Any], "L D"]:
    """Table (L, D) of encodings, within 1e-6 of the float64 formula (float16 adds its own rounding).

    Args:
        positions: a number of rows L, or the positions themselves, fractions allowed.
        embed_dim: D; an odd width ends with a sine without its cosine.
        base: wavelengths run from 2π to base · 2π positions.
        layout: "interleaved" (sin and cos side by side, as in the paper) or "concatenated" (all sines, then all
            cosines, as in tensor2tensor and Whisper).
        start_pos: added to all positions.
        dtype: of the result.

    >>> sinusoidal(1, 6).tolist()
    [[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]]
    >>> [f"{x:.5f}" for x in sinusoidal(4, 6)[3]]
    ['0.14112', '-0.98999', '0.13880', '0.99032', '0.00646', '0.99998']
    """
    kind = argument_checks.floats("Sinusoids", dtype)
    angle = positions_at(positions, start_pos)[:, None] * frequencies(embed_dim, base=base)  # pos · ωᵢ
    table = np.empty((len(angle), 2 * angle.shape[1]), kind)
    sine, cosine = pair_columns(table.shape[1], layout)
    table[:, sine], table[:, cosine] = np.sin(angle), np.cos(angle)
    return np.ascontiguousarray(table[:, :embed_dim])  # of an odd width, the last cosine is dropped


def shift_matrix(
    k: float, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved"
) -> Annotated[NDArray[np.float64], "D D"]:
    """Matrix M with PE(pos + k) = M @ PE(pos) at every position; the width must be even.

    It rotates each pair by k·ω: [sin, cos] ↦ [[cos kω, sin kω], [−sin kω, cos kω]] · [sin, cos].

    >>> np.abs(shift_matrix(3, 6) @ sinusoidal(8, 6)[4] - sinusoidal(8, 6)[7]).max() < 1e-6
    np.True_
    """
    width = argument_checks.even("embed_dim", embed_dim)
    first, second = pair_columns(width, layout)
    sine, cosine = np.arange(width)[first], np.arange(width)[second]
    angle = argument_checks.number("k", k) * frequencies(width, base=base)
    matrix = np.zeros((width, width))
    matrix[sine, sine] = matrix[cosine, cosine] = np.cos(angle)
    matrix[sine, cosine], matrix[cosine, sine] = np.sin(angle), -np.sin(angle)
    return matrix
