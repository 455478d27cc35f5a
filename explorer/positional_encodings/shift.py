"""The shift by k positions as a rotation of every pair, PE(p + k) = M_k PE(p).

Source of M_k: Vaswani et al. 2017, §3.5 ("PE(pos+k) can be represented as a linear function of PE(pos)").
"""

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.positional_encodings.position_similarity import Waves, pair_of_column

Floats = NDArray[np.float64]


def corner(waves: Waves, k: int, pairs: int) -> tuple[Floats, NDArray[np.int64]]:
    """The block of M_k for the first `pairs` pairs, and the numbers of its rows and columns.

    >>> corner(Waves(9, 8, layout="concatenated"), 1, 2)[1].tolist()
    [0, 1, 4, 5]
    """
    columns = np.flatnonzero(pair_of_column(waves.dim, waves.layout)[0] < pairs)
    matrix = functional.shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)
    return matrix[np.ix_(columns, columns)], columns
