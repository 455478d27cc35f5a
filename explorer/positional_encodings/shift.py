"""The shift by k positions as a rotation of every pair, PE(p + k) = M_k PE(p), and its error in float64.

Source of M_k: Vaswani et al. 2017, §3.5 ("PE(pos+k) can be represented as a linear function of PE(pos)").
"""

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.core.functional.frequencies import pair_columns
from explorer.positional_encodings.position_similarity import Waves, pair_of_column

Floats = NDArray[np.float64]
CHUNK = 1024


def shift_errors(waves: Waves, k: int, positions: NDArray[np.int64] | None = None) -> Floats:
    """Largest |PE(p + k) − M_k PE(p)| over the columns, in float64, for every p of the table or for `positions`.

    Both rows are computed from the formula. M_k is the core's matrix, applied through its three nonzero diagonals, so
    that 8192 × 1024 takes no D² work per row.

    >>> float(shift_errors(Waves(100, 16), k=7).max()) < 1e-13
    True
    """
    matrix = functional.shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)
    column = np.arange(waves.dim)
    partner = partners(waves)
    own, other = matrix[column, column], matrix[column, partner]
    at = np.arange(waves.length) if positions is None else positions
    errors = np.empty(len(at))
    for start in range(0, len(at), CHUNK):
        here = at[start : start + CHUNK]
        row, moved = waves.rows(here), waves.rows(here + k)
        errors[start : start + CHUNK] = np.abs(moved - row * own - row[:, partner] * other).max(axis=1)
    return errors


def partners(waves: Waves) -> NDArray[np.int64]:
    """For every column, the other column of its pair.

    >>> partners(Waves(1, 6, layout="concatenated")).tolist()
    [3, 4, 5, 0, 1, 2]
    """
    column, partner = np.arange(waves.dim), np.empty(waves.dim, np.int64)
    sine, cosine = pair_columns(waves.dim, waves.layout)
    partner[sine], partner[cosine] = column[cosine], column[sine]
    return partner


def corner(waves: Waves, k: int, pairs: int) -> tuple[Floats, NDArray[np.int64]]:
    """The block of M_k for the first `pairs` pairs, and the numbers of its rows and columns.

    >>> corner(Waves(9, 8, layout="concatenated"), 1, 2)[1].tolist()
    [0, 1, 4, 5]
    """
    columns = np.flatnonzero(pair_of_column(waves.dim, waves.layout)[0] < pairs)
    matrix = functional.shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)
    return matrix[np.ix_(columns, columns)], columns
