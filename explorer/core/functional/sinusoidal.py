"""Sinusoidal positional encodings (Vaswani et al. 2017, "Attention Is All You Need", §3.5).

    PE(pos, 2i)     = sin(pos · ωᵢ)        ωᵢ = base^(−2i / D)
    PE(pos, 2i + 1) = cos(pos · ωᵢ)

Each pair of columns is a clock hand that turns ωᵢ radians a position. Read (sin, cos) as one complex number,
z(pos) = sin + i·cos = i·e^(−iωpos), and the angle-addition theorem is one multiplication: z(a + b) = z(a) · e^(−iωb).
So a long table needs sines only for every 128th row and for the 128 steps in between. Sines and cosines are taken in
float64: a float32 angle is wrong by 1e-2 at position 131 072.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.core import errors

if TYPE_CHECKING:
    from typing import Any

    from jaxtyping import Float

Layout = Literal["interleaved", "concatenated"]

# Rows of one block. Blocks begin at multiples of it, so that a row has the same bits in every table.
BLOCK = 128


def frequencies(embed_dim: int, *, base: float = 10_000.0) -> Float[NDArray[np.float64], " H"]:
    """ωᵢ = base^(−2i/D) in radians a position, for i = 0 … ⌈D/2⌉ − 1, in float64.

    >>> frequencies(4).tolist()
    [1.0, 0.01]
    """
    size("embed_dim", embed_dim)
    if not (np.isfinite(base) and base > 0):
        raise ValueError(f"base must be a positive number, got {base!r}")
    return np.asarray(base ** (-np.arange(0, embed_dim, 2) / max(embed_dim, 1)), np.float64)


def sinusoidal(
    positions: int | ArrayLike,
    embed_dim: int,
    *,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
    start_pos: int = 0,
    dtype: type[np.floating[Any]] = np.float32,
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

    >>> sinusoidal(1, 6).tolist()
    [[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]]
    >>> [f"{x:.5f}" for x in sinusoidal(4, 6)[3]]
    ['0.14112', '-0.98999', '0.13880', '0.99032', '0.00646', '0.99998']
    """
    _check_layout(layout)
    omega = frequencies(embed_dim, base=base)
    if isinstance(positions, (int, np.integer)):
        if not isinstance(start_pos, (int, np.integer)):
            raise ValueError(f"start_pos must be an integer for consecutive rows, got {start_pos!r}")
        hands = _consecutive(size("positions", positions), start_pos, omega, dtype)
    else:
        at = np.asarray(positions, np.float64) + start_pos
        if at.ndim != 1:
            raise errors.InputShapeError(
                f"positions must be a number of rows or one axis of positions, got shape {at.shape}"
            )
        hands = _clock(at, omega).astype(np.result_type(dtype, np.complex64))
    pairs = hands.view(hands.real.dtype)  # (L, 2H): sin, cos, sin, cos, …
    if layout == "concatenated":
        pairs = np.concatenate([pairs[:, 0::2], pairs[:, 1::2]], axis=1)
    return np.ascontiguousarray(pairs[:, :embed_dim], dtype=dtype)


def shift_matrix(
    k: float, embed_dim: int, *, base: float = 10_000.0, layout: Layout = "interleaved"
) -> Float[NDArray[np.float64], "D D"]:
    """The matrix M, the same for every position, with PE(pos + k) = M @ PE(pos).

    It turns each clock hand by k·ω: [sin, cos] ↦ [[cos kω, sin kω], [−sin kω, cos kω]] · [sin, cos].

    Raises:
        ValueError: an unknown layout, or an odd width, whose last sine has no cosine to turn with.

    >>> row = sinusoidal(8, 6)
    >>> bool(np.allclose(shift_matrix(3, 6) @ row[4], row[7], atol=1e-6))
    True
    """
    _check_layout(layout)
    if embed_dim % 2:
        raise ValueError(f"shift_matrix needs an even embed_dim, got {embed_dim}")
    angle = k * frequencies(embed_dim, base=base)
    half = len(angle)
    if layout == "interleaved":
        sine, cosine = np.arange(0, embed_dim, 2), np.arange(1, embed_dim, 2)
    else:
        sine, cosine = np.arange(half), np.arange(half, embed_dim)
    matrix = np.zeros((embed_dim, embed_dim))
    matrix[sine, sine] = matrix[cosine, cosine] = np.cos(angle)
    matrix[sine, cosine] = np.sin(angle)
    matrix[cosine, sine] = -np.sin(angle)
    return matrix


def size(name: str, value: int | np.integer[Any]) -> int:
    """``value`` if it is an integer from 0 up, else an error that names it."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise errors.bad_size(name, value)
    return int(value)


def _check_layout(layout: str) -> None:
    if layout not in ("interleaved", "concatenated"):
        raise ValueError(f'layout must be "interleaved" or "concatenated", got {layout!r}')


def _clock(at: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.complex128]:
    """(L, H) complex hands, sin + i·cos of every angle."""
    angle = at[:, None] * omega
    hands = np.empty(angle.shape, np.complex128)
    np.sin(angle, out=hands.real)
    np.cos(angle, out=hands.imag)
    return hands


def _consecutive(
    length: int, start_pos: int, omega: NDArray[np.float64], dtype: type[np.floating[Any]]
) -> NDArray[np.complexfloating[Any, Any]]:
    """(length, H) hands of consecutive positions: block starts times steps within the block."""
    kind = np.result_type(dtype, np.complex64)
    out = np.empty((length, len(omega)), kind)
    first = start_pos // BLOCK
    starts = _clock(BLOCK * np.arange(first, (start_pos + length - 1) // BLOCK + 1, dtype=np.float64), omega)
    step = _clock(np.arange(min(BLOCK, start_pos % BLOCK + length), dtype=np.float64), omega)
    coarse, fine = starts.astype(kind), (-1j * step).astype(kind)  # i·e^(−iωb) · (−i) = e^(−iωb)
    for block, hand in enumerate(coarse, first):
        low, high = max(start_pos, block * BLOCK), min(start_pos + length, (block + 1) * BLOCK)
        steps = fine[low - block * BLOCK : high - block * BLOCK]
        np.multiply(hand, steps, out=out[low - start_pos : high - start_pos])
    return out
