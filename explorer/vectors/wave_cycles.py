"""Cycles of a wave within a table: one count for every page that speaks of whole waves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def turns(frequencies: npt.ArrayLike, length: int) -> npt.NDArray[np.float64]:
    """Turns that each wave makes from the first position to the last: ω (length − 1) / 2π.

    Positions 0 … length − 1 lie length − 1 steps apart, so a wave has come round where this is at least 1.

    >>> turns([2 * np.pi / 4, 2 * np.pi / 5], 5).round(9).tolist()  # waves of 4 and of 5 positions, at 0, 1, 2, 3, 4
    [1.0, 0.8]
    """
    return np.asarray(frequencies, np.float64) * (length - 1) / (2 * np.pi)
