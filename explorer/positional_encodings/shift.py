"""The shift by k positions: the exact rotation, and a linear map fitted to examples of it.

`shift_errors` measures the error of PE(p + k) = M_k PE(p). `fit_shift` takes a network's view: it fits a matrix to the
rows below a training length by ridge regression, and is evaluated on the rows beyond.

Source of M_k: Vaswani et al. 2017, §3.5 ("PE(pos+k) can be represented as a linear function of PE(pos)").
"""

import itertools
from dataclasses import dataclass

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


@dataclass(frozen=True)
class FitRequest:
    """Request for a fit to rows 0 … length − 1 of `waves`; `ridge` ≥ 0 is added to the squared singular values."""

    waves: Waves
    k: int
    ridge: float = 0.0


@dataclass(frozen=True, eq=False)
class ShiftFit:
    """A fitted shift, evaluated on the training rows and on as many rows beyond them.

    Attributes:
        missed: sum of squared errors over the training pairs.
        varied: sum of squared deviations of their targets from the mean.
        beyond: R² over p = length … 2 length − 1; 1 is perfect, 0 is no better than the mean row, below 0 is worse.
        wavelengths: of every pair, (H,).
        inside_error: root of the mean squared error of every pair inside, (H,).
        beyond_error: the same beyond, (H,).
        by_position: root of the mean squared error of the rows predicted from p = 0 … 2 length − 1, (2 length,).
    """

    missed: float
    varied: float
    beyond: float
    wavelengths: Floats
    inside_error: Floats
    beyond_error: Floats
    by_position: Floats

    @property
    def inside(self) -> float:
        """R² over the training pairs (p, p + k), p + k < length."""
        return 1 - self.missed / self.varied


def fit_shift(request: FitRequest) -> ShiftFit:
    """Fit PE(p) W ≈ PE(p + k) on positions below the length, and predict beyond it.

    Without ridge this is the least-squares solution of minimum norm: directions with singular values below the rounding
    error of the largest are left out, as in `numpy.linalg.lstsq`.

    Raises:
        ValueError: fewer than two training pairs, or a negative ridge.

    >>> fit = fit_shift(FitRequest(Waves(64, 64), k=1, ridge=1e-3))
    >>> fit.inside > 0.999, fit.beyond < fit.inside
    (True, True)
    """
    waves, k = request.waves, request.k
    seen = waves.length - k
    if seen < 2 or k < 0:
        raise ValueError(f"A shift by {k} leaves {seen} training pairs below {waves.length}: at least 2 are needed")
    if request.ridge < 0:
        raise ValueError(f"Ridge must not be negative, got {request.ridge}")
    rows = waves.rows(np.arange(2 * waves.length + k))
    now, later = rows[: 2 * waves.length], rows[k:]
    u, s, vt = np.linalg.svd(now[:seen], full_matrices=False)
    keep = s > s[0] * np.finfo(np.float64).eps * max(now[:seen].shape) if request.ridge == 0 else s >= 0
    gain = np.where(keep, s / np.where(keep, s**2 + request.ridge, 1.0), 0.0)
    predicted = (now @ vt.T) @ (gain[:, None] * (u.T @ later[:seen]))
    squared = (predicted - later) ** 2
    pair = pair_of_column(waves.dim, waves.layout)[0]
    return ShiftFit(
        missed=float(squared[:seen].sum()),
        varied=_varied(later[:seen]),
        beyond=1 - float(squared[waves.length :].sum()) / _varied(later[waves.length :]),
        wavelengths=waves.wavelengths,
        inside_error=_by_pair(squared[:seen], pair),
        beyond_error=_by_pair(squared[waves.length :], pair),
        by_position=np.sqrt(squared.mean(axis=1)),
    )


@dataclass(frozen=True)
class Group:
    """Waves of similar length: number of pairs, and root mean squared error beyond (NaN for none)."""

    pairs: int
    error: float


def error_groups(fit: ShiftFit, length: int) -> tuple[Group, Group, Group]:
    """Error beyond for waves of up to L/6 positions, from there to L, and longer than L (never seen whole).

    >>> fit = fit_shift(FitRequest(Waves(64, 64), k=1, ridge=1e-3))
    >>> [(group.pairs, round(group.error, 2)) for group in error_groups(fit, 64)]
    [(2, 0.0), (7, 0.44), (23, 0.4)]
    """
    edges = (0, length / 6, length, np.inf)
    groups = []
    for low, high in itertools.pairwise(edges):
        squared = fit.beyond_error[(fit.wavelengths > low) & (fit.wavelengths <= high)] ** 2
        groups.append(Group(len(squared), float(np.sqrt(squared.mean())) if len(squared) else float("nan")))
    return groups[0], groups[1], groups[2]


def _varied(target: Floats) -> float:
    return float(((target - target.mean(axis=0)) ** 2).sum())


def _by_pair(squared_error: Floats, pair: NDArray[np.int64]) -> Floats:
    return np.sqrt(np.bincount(pair, squared_error.mean(axis=0)) / np.bincount(pair))
