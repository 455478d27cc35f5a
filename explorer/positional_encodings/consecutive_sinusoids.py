"""The core's table of sinusoids at consecutive positions, faster: by angle addition.

With z(p) = sin + i·cos = i·e^(−iωp), z(a + b) = z(a) · e^(−iωb) is one multiplication, so sines are computed only for
every 128th position and for 128 offsets.
"""

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional.frequencies import BASE, Layout, frequencies, pair_columns

BLOCK = 128  # positions that share one computed sine; blocks begin at its multiples


def consecutive_sinusoids(
    length: int, embed_dim: int, *, base: float = BASE, layout: Layout = "interleaved", start_pos: int = 0
) -> NDArray[np.float32]:
    """The table of `explorer.core.functional.sinusoidal` at positions ``start_pos`` … ``start_pos + length − 1``.

    >>> consecutive_sinusoids(2, 2).round(4).tolist()
    [[0.0, 1.0], [0.8414999..., 0.5403000...]]
    """
    omega = frequencies(embed_dim, base=base)
    hands = np.empty((length, len(omega)), np.complex64)
    steps = np.exp(-1j * np.arange(BLOCK)[:, None] * omega).astype(np.complex64)
    for start in range(start_pos - start_pos % BLOCK, start_pos + length, BLOCK):
        low, high = max(start, start_pos), min(start + BLOCK, start_pos + length)
        hand = (1j * np.exp(-1j * start * omega)).astype(np.complex64)
        np.multiply(hand, steps[low - start : high - start], out=hands[low - start_pos : high - start_pos])
    if layout == "interleaved":
        return hands.view(np.float32)
    sine, cosine = pair_columns(embed_dim, layout)
    waves = np.empty((length, embed_dim), np.float32)
    waves[:, sine], waves[:, cosine] = hands.real, hands.imag
    return waves
