"""Statistics of a position table, learned or computed: norms, similarity over distance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import exact_unit_rows

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TableFacts:
    """Statistics of one position table.

    Attributes:
        norms: length of every row, (L,).
        cosines: cosines of all pairs of evenly spaced rows, (L, L) for all rows.
        steps: cosine of each row and the next, (L − 1,).
        curve: mean cosine of rows k apart, over all such pairs, for k = 0 … L − 1, (L,).
        offset_share: R² of the cosines given the offset alone: 1 for sinusoids.
    """

    norms: Floats
    cosines: NDArray[np.float32]
    steps: NDArray[np.float32]
    curve: Floats
    offset_share: float

    @property
    def weakest_step(self) -> int:
        """Position after 0 that is least similar to the next one; row 0 of a learned table is unlike all others."""
        return int(np.argmin(self.steps[1:]) + 1)


def table_facts(table: NDArray[np.floating], every: int = 1) -> TableFacts:
    """Statistics of a table (L, D) of at least two rows, with the cosines of rows 0, `every`, 2 · `every` …

    All cosines of 1,500 rows are 9 MB, more than a picture can show.

    Raises:
        ValueError: `table` is not 2D with at least two rows.

    >>> from explorer.core.functional import sinusoidal
    >>> facts = table_facts(sinusoidal(64, 16))
    >>> round(facts.offset_share, 6)
    1.0
    """
    if table.ndim != 2 or len(table) < 2:
        raise ValueError(f"Expected a table of at least two rows (positions, width), got shape {table.shape}")
    rows = table.astype(np.float64)
    unit = exact_unit_rows(rows)
    cosines = unit @ unit.T
    positions = np.arange(len(rows))
    offsets = np.abs(positions[:, None] - positions).ravel()
    count = np.bincount(offsets)
    curve = np.bincount(offsets, cosines.ravel()) / count
    residual = (cosines.ravel() - curve[offsets]) ** 2
    share = 1 - residual.sum() / max(((cosines - cosines.mean()) ** 2).sum(), 1e-300)
    return TableFacts(
        norms=np.linalg.norm(rows, axis=1),
        cosines=cosines[::every, ::every].astype(np.float32),
        steps=np.diagonal(cosines, 1).astype(np.float32),
        curve=curve,
        offset_share=float(share),
    )
