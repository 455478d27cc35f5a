"""Preprocessing of a table: centring, removal of the strongest directions, normalization of rows.

The steps, always in this order: (1) subtract the mean row, (2) remove the top k principal directions, (3) divide each
row by its length. A `PreparedTable` does them block by block, so that a table of 50,257 × 384 float16 numbers mapped
from a file is never in memory twice. Means and directions are found in float64 (`pca.py`). Numbers go in and out as
float32, and in float64 where float32 could lose the differences between rows (`PreparedTable.exact`).

Source of step 2: Mu and Viswanath 2018, "All-but-the-Top", algorithm 1.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


def let_go(array: NDArray[Any]) -> bool:
    """Release the resident pages of a memory-mapped array (madvise); False if it is not mapped.

    Nothing is lost: the next access reads the page from the file again.

    >>> let_go(np.zeros(3))
    False
    """
    behind: Any = array
    while isinstance(behind, np.ndarray):
        behind = behind.base
    if not isinstance(behind, mmap.mmap) or not hasattr(mmap, "MADV_DONTNEED"):
        return False
    behind.madvise(mmap.MADV_DONTNEED)
    return True


BLOCK = 4096
ROUNDING = 1e-12
"""Share of a sum of squares below which it counts as rounding: float32 lengths have a relative error of 10⁻⁷."""
EXACT_ROUNDING = 1e-28
"""The same for sums in float64, of numbers that are known to that."""
FAR, SAMPLED = 4, 1000
"""Distance of the middle from zero, in typical distances of a row from it, above which a table lies far from zero; and
about how many of its rows are looked at."""
ALIGNED, PAIRED = 1e-3, 250
"""1 − cosine of a row and the nearest to it, up to which a table's rows are aligned; and about how many rows of those
looked at are compared."""
SMALL, WIDE = 1_000_000, 100
"""Numbers of a table that is always computed in float64; and the largest number of another one, in typical distances of
a row from the middle, above which it is."""


def row_blocks(table: NDArray[Any], size: int = BLOCK) -> Iterator[tuple[int, NDArray[Any]]]:
    """(first row, stored rows) of a whole table (V, D), block by block.

    After the last block the pages of a memory-mapped table are released: a pass over Whisper's tokens would otherwise
    keep 39 MB. Mapping them again takes about a tenth of the next pass.

    >>> [(first, len(rows)) for first, rows in row_blocks(np.zeros((5, 2)), size=3)]
    [(0, 3), (3, 2)]
    """
    for first in range(0, len(table), size):
        yield first, table[first : first + size]
    let_go(table)


@dataclass(frozen=True)
class Preprocessing:
    """Steps: `center` (subtract the mean), `remove` (number of top directions to remove), `unit` (length 1)."""

    center: bool = False
    unit: bool = False
    remove: int = 0

    def __post_init__(self) -> None:
        if self.remove < 0:
            raise ValueError(f"The number of directions to remove must be at least 0, got {self.remove}")


AS_IT_IS = Preprocessing()


@dataclass(frozen=True, eq=False)
class PreparedTable:
    """View of a table (V, D) after preprocessing.

    Args:
        table: (V, D) of any real type; never copied whole.
        mean: (D,) float64, subtracted from each row; None: nothing.
        removed: (k, D) float64 orthonormal directions to remove; None: none.
        unit: divide each row by its length at the end; a row of zeros is unchanged.

    Raises:
        ValueError: the table is not two-dimensional.

    >>> view = PreparedTable(np.array([[3.0, 4.0], [0.0, 0.0]]), unit=True)
    >>> view.rows([0, 1]).round(3).tolist()
    [[0.6..., 0.8...], [0.0, 0.0]]
    """

    table: NDArray[Any]
    mean: NDArray[np.float64] | None = None
    removed: NDArray[np.float64] | None = None
    unit: bool = False

    def __post_init__(self) -> None:
        if np.ndim(self.table) != 2:
            raise ValueError(f"Expected a table (words, numbers), got shape {np.shape(self.table)}")

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return self.table.shape[0], self.table.shape[1]

    @cached_property
    def _small(self) -> tuple[NDArray[np.float32] | None, NDArray[np.float32] | None]:
        mean = None if self.mean is None else self.mean.astype(np.float32)
        removed = None if self.removed is None else self.removed.astype(np.float32)
        return mean, removed

    @cached_property
    def _spread(self) -> tuple[float, float, float]:
        """Of the stored rows: their middle's distance from zero, a row's from it, and 1 − |cosine| of the nearest.

        The last two are medians, and equal rows count once.
        """
        some = self.table[:: max(1, len(self.table) // SAMPLED)].astype(np.float64)
        let_go(self.table)  # reading a row maps 64 KB around it
        middle = np.median(some, axis=0)
        different = exact_unit_rows(np.unique(some[:: max(1, len(some) // PAIRED)], axis=0))
        cosines = np.abs(different @ different.T)
        np.fill_diagonal(cosines, 0)
        nearest = 1 - float(np.median(cosines.max(axis=0)))
        return float(np.linalg.norm(middle)), float(np.median(np.linalg.norm(some - middle, axis=1))), nearest

    @cached_property
    def narrow(self) -> bool:
        """Whether float32 is too coarse for the stored rows' cosines: the rows lie far from zero, compared with their
        distances, or along few directions, or beside a huge number.

        >>> numbers = np.random.default_rng(0).normal(size=(20, 9))
        >>> [PreparedTable(each).narrow for each in (numbers, 1000 + numbers, numbers + 1e6 * numbers[:, :1])]
        [False, True, True]
        """
        away, typical, nearest = self._spread
        if away > FAR * typical or nearest < ALIGNED:
            return True
        return max(_largest(part) for _, part in row_blocks(self.table)) > WIDE * typical

    @cached_property
    def exact(self) -> bool:
        """Whether rows are computed in float64: of a small or narrow table."""
        return self.table.size <= SMALL or self.narrow

    def apply(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Apply the steps to rows (n, D) of the table, or to other vectors in its space; returns new rows."""
        return self._stepped(copied(np.asarray(rows), self._kind))

    def with_steps(
        self,
        mean: NDArray[np.float64] | None = None,
        removed: NDArray[np.float64] | None = None,
        unit: bool = False,
    ) -> PreparedTable:
        """The same table with other steps; what is known of the stored rows is not sought again."""
        made = PreparedTable(self.table, mean, removed, unit)
        vars(made).update({name: value for name, value in vars(self).items() if name in ("narrow", "exact")})
        return made

    @property
    def _kind(self) -> type[np.floating[Any]]:
        return np.float64 if self.exact else np.float32

    def _stepped(self, out: NDArray[Any]) -> NDArray[Any]:
        """Apply the steps in place."""
        mean, removed = (self.mean, self.removed) if self.exact else self._small
        shift = 0.0 if mean is None else float(mean @ mean)
        rounding = EXACT_ROUNDING if self.exact else ROUNDING
        lost = ROUNDING * squares(out) + rounding * shift if mean is not None or removed is not None else 0.0
        if mean is not None:
            before = squares(out) if self.exact else 0.0
            out -= mean
            out[squares(out) <= EXACT_ROUNDING * (before + shift)] = 0
        if removed is not None:
            out -= (out @ removed.T) @ removed
            out[squares(out) <= lost] = 0
        if self.unit:
            to_unit(out)
        return out

    def rows(self, ids: NDArray[Any] | list[int] | slice) -> NDArray[Any]:
        """Rows `ids` after the steps, (n, D) float32, or float64 in an `exact` table."""
        return self.apply(self.table[ids])

    def blocks(self, size: int = BLOCK) -> Iterator[tuple[int, NDArray[Any]]]:
        """(first row, rows after the steps), block by block; in float64 after the steps of an `exact` table."""
        plain = self.mean is None and self.removed is None and not self.unit
        kind = self._kind if self.table.dtype.itemsize > 4 else np.float32  # a float32 is exact as it is
        for start, part in row_blocks(self.table, size):
            yield start, self.apply(part) if not plain else part if part.dtype == kind else copied(part, kind)

    @cached_property
    def lengths(self) -> NDArray[np.float32]:
        """Length of each row before the last step (so not 1 where `unit` is set), (V,) float32; computed once."""
        before = self.with_steps(self.mean, self.removed)
        out = np.empty(self.shape[0], np.float32)
        for start, rows in before.blocks():
            out[start : start + len(rows)] = np.sqrt(squares(rows))
        return out

    def project(self, axes: NDArray[Any]) -> NDArray[np.float32]:
        """Coordinates of every row along axes (k, D), in one pass: (V, k) float32."""
        across = np.ascontiguousarray(np.asarray(axes, self._kind).T)
        out = np.empty((self.shape[0], across.shape[1]), np.float32)
        for start, rows in self.blocks():
            out[start : start + len(rows)] = rows @ across
        return out


def _largest(rows: NDArray[Any]) -> float:
    """The largest absolute number; of float16, which is slow to compare, by its bits, whose order is the same."""
    if rows.dtype == np.float16:
        return float((rows.view(np.uint16) & np.uint16(0x7FFF)).max().view(np.float16))
    return float(max(rows.max(), -rows.min()))


def copied(rows: NDArray[Any], kind: type[np.floating[Any]]) -> NDArray[Any]:
    """A copy of numbers as another type.

    Finite float16 numbers, which NumPy widens one by one, are widened by their bits, five times as fast: sign, exponent
    and fraction move to their places in a float32, whose exponents begin 112 lower.

    >>> copied(np.array([-0.5, 3e-7, 65504.0], np.float16), np.float32).tolist()
    [-0.5, 2.980232238769531e-07, 65504.0]
    """
    if rows.dtype != np.float16:
        return np.array(rows, kind)
    bits = rows.view(np.int16).astype(np.int32)
    bits <<= 13
    bits &= ~np.int32(0x7000_1FFF)  # copies of the sign
    out = bits.view(np.float32)
    out *= np.float32(2.0**112)
    return out.astype(kind, copy=False)


def squares(rows: NDArray[Any]) -> NDArray[Any]:
    """|row|² of each row, (n,)."""
    found: NDArray[Any] = np.einsum("vd,vd->v", rows, rows)
    return found


def to_unit(rows: NDArray[Any]) -> None:
    """Divide each row by its length, in place; rows of zeros are unchanged.

    >>> rows = np.array([[3.0, 4.0], [0.0, 0.0]])
    >>> to_unit(rows)
    >>> rows.tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    lengths = np.sqrt(squares(rows))
    rows /= np.where(lengths > 0, lengths, 1)[:, None]


def unit_rows(rows: NDArray[Any]) -> NDArray[np.float32]:
    """Normalize rows to length 1, as a float32 copy; rows of zeros are unchanged.

    >>> unit_rows(np.array([[0.0, 2.0], [0.0, 0.0]])).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    out = np.array(rows, dtype=np.float32)
    to_unit(out)
    return out


def exact_unit_rows(rows: NDArray[Any]) -> NDArray[np.float64]:
    """Normalize rows to length 1 in float64; rows of zeros are unchanged.

    >>> exact_unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    out = np.array(rows, dtype=np.float64)
    to_unit(out)
    return out


def as_prepared(table: NDArray[Any] | PreparedTable) -> PreparedTable:
    """Wrap an array as a table without steps; a prepared table is returned unchanged."""
    return table if isinstance(table, PreparedTable) else PreparedTable(table)
