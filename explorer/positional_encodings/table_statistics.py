"""Statistics of a position table, learned or computed: norms, similarity over distance, spectrum, PCA."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import length_of_rows
from explorer.vectors.pca import pca

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TableFacts:
    """Statistics of one position table.

    Attributes:
        norms: length of every row, (L,).
        cosines: cosines of all pairs of evenly spaced rows, (L, L) for all rows.
        steps: cosine of each row and the next, (L − 1,).
        curve: mean cosine of rows k apart, over all such pairs, for k = 0 … L − 1, (L,).
        spread: standard deviation of the cosine of rows k apart, (L,).
        offset_share: R² of the cosines given the offset alone: 1 for sinusoids.
        variance: share of variance of every principal component, in descending order, (min(L, D),).
        components: the rows on the first three principal components, (L, 3); fewer columns for a narrow table.
    """

    norms: Floats
    cosines: NDArray[np.float32]
    steps: NDArray[np.float32]
    curve: Floats
    spread: Floats
    offset_share: float
    variance: Floats
    components: Floats

    @property
    def zero_stands_out(self) -> float:
        """Norm of row 0 over the median norm of the others."""
        return float(self.norms[0] / np.median(self.norms[1:]))

    @property
    def weakest_step(self) -> int:
        """Position after 0 that is least similar to the next one; row 0 of a learned table is unlike all others."""
        return int(np.argmin(self.steps[1:]) + 1)

    def components_for(self, share: float) -> int:
        """Number of principal components that hold this share of the variance."""
        return int(np.searchsorted(np.cumsum(self.variance), share - 1e-12) + 1)


def table_facts(table: NDArray[np.floating], every: int = 1) -> TableFacts:
    """Statistics of a table (L, D) of at least two rows, with the cosines of rows 0, `every`, 2 · `every` …

    All cosines of 1,500 rows are 9 MB, more than a picture can show.

    Raises:
        ValueError: `table` is not 2D with at least two rows.

    >>> facts = table_facts(functional.sinusoidal(64, 16))
    >>> round(facts.offset_share, 6), round(facts.zero_stands_out, 6)
    (1.0, 1.0)
    """
    if table.ndim != 2 or len(table) < 2:
        raise ValueError(f"Expected a table of at least two rows (positions, width), got shape {table.shape}")
    rows = table.astype(np.float64)
    unit = rows / length_of_rows(rows)
    cosines = unit @ unit.T
    positions = np.arange(len(rows))
    offsets = np.abs(positions[:, None] - positions).ravel()
    count = np.bincount(offsets)
    curve = np.bincount(offsets, cosines.ravel()) / count
    residual = (cosines.ravel() - curve[offsets]) ** 2
    spread = np.sqrt(np.bincount(offsets, residual) / count)
    share = 1 - residual.sum() / max(((cosines - cosines.mean()) ** 2).sum(), 1e-300)
    found = pca(rows)
    return TableFacts(
        norms=np.linalg.norm(rows, axis=1),
        cosines=cosines[::every, ::every].astype(np.float32),
        steps=np.diagonal(cosines, 1).astype(np.float32),
        curve=curve,
        spread=spread,
        offset_share=float(share),
        variance=found.shares,
        components=(rows - found.mean) @ found.components[:3].T,
    )


@dataclass(frozen=True)
class Rise:
    """Largest rise of a curve: from distance `start` to `end`, by `by`."""

    start: int
    end: int
    by: float


def largest_rise(curve: Floats) -> Rise:
    """Largest rise of a curve above an earlier, lower point: 0 for a decreasing curve.

    >>> rise = largest_rise(np.array([1.0, 0.4, 0.2, 0.5, 0.1, 0.3]))
    >>> rise.start, rise.end, round(rise.by, 2)
    (2, 3, 0.3)
    >>> largest_rise(np.array([3.0, 2.0, 1.0])).by
    0.0
    """
    climbed = curve - np.minimum.accumulate(curve)
    end = int(np.argmax(climbed))
    return Rise(int(np.argmin(curve[: end + 1])), end, float(climbed[end]))


def sinusoidal_candidate(length: int, dim: int, *, layout: Layout, denominator: str) -> NDArray[np.float32]:
    """The sinusoidal table with exponent 2i / dim ("D"), or 2i / (dim − 2), the same as i / (dim/2 − 1) ("D − 2").

    The second makes the last wavelength exactly base · 2π. It is the core's table with base 10 000^(D / (D − 2)).

    Raises:
        ValueError: another denominator, or a width below 4 with "D − 2".

    >>> table = sinusoidal_candidate(2, 4, layout="concatenated", denominator="D − 2")
    >>> table[1].round(4).tolist() == np.float32([0.8415, 0.0001, 0.5403, 1]).tolist()  # wavelengths 2π, 10 000 · 2π
    True
    """
    if denominator not in ("D", "D − 2"):
        raise ValueError(f'Denominator must be "D" or "D − 2", got {denominator!r}')
    if denominator == "D − 2" and dim < 4:
        raise ValueError(f'Denominator "D − 2" needs a width of at least 4, got {dim}')
    base = 10_000.0 if denominator == "D" else 10_000.0 ** (dim / (dim - 2))
    return functional.sinusoidal(length, dim, base=base, layout=layout)


def candidate_errors(table: NDArray[np.floating]) -> dict[tuple[Layout, str], float]:
    """Largest difference between a table and each of the four sinusoidal tables of its shape.

    >>> errors = candidate_errors(functional.sinusoidal(9, 8))
    >>> min(errors, key=errors.get)
    ('interleaved', 'D')
    """
    layouts: tuple[Layout, ...] = ("interleaved", "concatenated")
    return {
        (layout, denominator): float(
            np.abs(
                table.astype(np.float32) - sinusoidal_candidate(*table.shape, layout=layout, denominator=denominator)
            ).max()
        )
        for layout, denominator in itertools.product(layouts, ("D", "D − 2"))
    }
