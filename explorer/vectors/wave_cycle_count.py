"""Number of cycles of a wave within a table; one definition for all pages."""

import numpy as np
import numpy.typing as npt


def turns(frequencies: npt.ArrayLike, length: int) -> npt.NDArray[np.float64]:
    """Cycles of each wave from the first position to the last: ω (length − 1) / 2π.

    Positions 0 and length − 1 are length − 1 apart, so a wave is complete where this is at least 1.

    >>> turns([2 * np.pi / 4, 2 * np.pi / 5], 5).round(9).tolist()  # waves of 4 and of 5 positions, at 0, 1, 2, 3, 4
    [1.0, 0.8]
    """
    return np.asarray(frequencies, np.float64) * (length - 1) / (2 * np.pi)
