"""A table as it is, without its mean row, and without 1, 2, … of its strongest directions: all measured in one pass.

The directions b₁, b₂, … are orthonormal, so a centred row x without the first k has the square |x|² − Σ (x·bᵢ)², i ≤ k
(Pythagoras). The sum of such rows at length 1 is the sum of x / length, without the k directions.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import EXACT
from explorer.vectors.pca import Pca
from explorer.vectors.preprocessing import EXACT_ROUNDING, ROUNDING, PreparedTable, squares

FEW_LEFT = 1e-6
"""Share of a row's square below which what is left of it is computed directly: a difference of two nearly equal numbers
has few digits."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A view, the sum (D,) of its rows at length 1, and how many of them are not zero."""

    view: PreparedTable
    total: NDArray[np.float64]
    directed: int


def without_each(table: NDArray[Any], found: Pca, most: int) -> list[Measured]:
    """The table as it is, then centred, then without 1, 2, … `most` of its components (fewer of a narrow table).

    >>> from explorer.vectors.pca import pca
    >>> table = np.array([[3.0, 1.0], [-3.0, 1.0], [0.0, 1.0]])
    >>> [each.directed for each in without_each(table, pca(table), 1)]
    [3, 2, 0]
    """
    plain, axes = PreparedTable(table), found.components[:most]
    rounding, shift = EXACT_ROUNDING if plain.exact else ROUNDING, float(found.mean @ found.mean)
    lengths = np.empty((2 + len(axes), len(table)))
    totals, scales = np.zeros((len(lengths), plain.shape[1])), 0.0
    for start, block in plain.blocks(EXACT):
        rows = block.astype(np.float64)
        stored = squares(rows)
        rows -= found.mean
        centred, along = squares(rows), rows @ axes.T
        left = np.vstack([stored, centred, centred - np.cumsum(along**2, axis=1).T])
        for k in range(1, 1 + len(axes)):
            few = np.flatnonzero(left[1 + k] < FEW_LEFT * centred)
            left[1 + k, few] = squares(rows[few] - along[few, :k] @ axes[:k])
        left[1:, centred <= EXACT_ROUNDING * (stored * plain.exact + shift)] = 0
        left[2:][left[2:] <= ROUNDING * stored + rounding * shift] = 0
        lengths[:, start : start + len(rows)] = np.sqrt(left)
        weights = 1 / np.sqrt(np.where(left > 0, left, np.inf))
        totals += weights @ rows
        scales += float(weights[0].sum())
    totals[0] += scales * found.mean
    made = []
    for at, (total, own) in enumerate(zip(totals, lengths, strict=True)):
        removed = axes[: at - 1] if at > 1 else None
        view = plain.with_steps(found.mean if at else None, removed, lengths=own.astype(np.float32))
        without = total if removed is None else total - (total @ removed.T) @ removed
        made.append(Measured(view, without, int(np.count_nonzero(own))))
    return made
