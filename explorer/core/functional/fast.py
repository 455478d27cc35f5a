"""How the same is done fast. Nothing here is needed to understand an embedding; every result is the plain form's.

- **Sinusoids by angle addition.** Read (sin, cos) as one complex number, z(pos) = sin + i·cos = i·e^(−iωpos); then
  z(a + b) = z(a) · e^(−iωb) is one multiplication. A long table takes sines for every 128th row and for the 128 steps
  in between only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Rows of one block of a wave. Blocks begin at multiples of it, so that a row has the same bits in every table.
BLOCK = 128


def consecutive_waves(
    length: int, start_pos: int, omega: NDArray[np.float64], dtype: np.dtype[Any]
) -> NDArray[np.floating[Any]]:
    """Sines and cosines of consecutive positions side by side, (length, 2H) for H frequencies.

    The sines are those of float64 angles; the product is taken in ``dtype``, float32 at least.

    >>> consecutive_waves(2, 0, np.array([1.0]), np.dtype(np.float64)).round(4).tolist()
    [[0.0, 1.0], [0.8415, 0.5403]]
    """
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
    waves: NDArray[np.floating[Any]] = out.view(out.real.dtype).astype(dtype, copy=False)
    return waves


def _clock(at: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.complex128]:
    """(L, H) complex hands, sin + i·cos of every angle."""
    angle = at[:, None] * omega
    hands = np.empty(angle.shape, np.complex128)
    np.sin(angle, out=hands.real)
    np.cos(angle, out=hands.imag)
    return hands
