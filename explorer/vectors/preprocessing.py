"""Preprocessing of a table: centring, removal of the strongest directions, normalization of rows.

The steps, always in this order: (1) subtract the mean row, (2) remove the top k principal directions, (3) divide each
row by its length. A `PreparedTable` does them block by block, so that a table of 50,257 × 384 float16 numbers mapped
from a file is never in memory twice. Numbers go in and out as float32; means and directions are found in float64
(`pca.py`).

Source of step 2: Mu and Viswanath 2018, "All-but-the-Top", algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.release_memory import let_go

BLOCK = 4096
ROUNDING = 1e-12
"""Share of a sum of squares below which it counts as rounding: float32 lengths have a relative error of 10⁻⁷."""
FAR, SAMPLED = 4, 1000
"""Distance of the middle from zero, in typical distances of a row from it, above which a table lies far from zero; and
about how many of its rows are looked at."""


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
    def far(self) -> bool:
        """Whether the stored rows lie far from zero, compared with their distances, so that float32 sums lose them.

        >>> numbers = np.random.default_rng(0).normal(size=(20, 3))
        >>> PreparedTable(numbers).far, PreparedTable(1000 + numbers).far
        (False, True)
        """
        some = self.table[:: max(1, len(self.table) // SAMPLED)].astype(np.float64)
        let_go(self.table)  # reading a row maps 64 KB around it
        middle = np.median(some, axis=0)
        return bool(np.linalg.norm(middle) > FAR * np.median(np.linalg.norm(some - middle, axis=1)))

    def apply(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """Apply the steps to rows (n, D) of the table, or to other vectors in its space; returns new float32 rows."""
        return self._stepped(np.array(rows, dtype=np.float32))

    def _stepped(self, out: NDArray[np.float32]) -> NDArray[np.float32]:
        """Apply the steps in place."""
        mean, removed = self._small
        before = _squares(out) if removed is not None else 0.0
        if mean is not None:
            before += mean @ mean
            out -= mean
            if self.mean is not None and self.far:  # what the mean has lost in float32
                out -= (self.mean - mean).astype(np.float32)
        if removed is not None:
            out -= (out @ removed.T) @ removed
            out[_squares(out) <= ROUNDING * before] = 0
        if self.unit:
            _to_unit(out)
        return out

    def rows(self, ids: NDArray[Any] | list[int] | slice) -> NDArray[np.float32]:
        """Rows `ids` after the steps, (n, D) float32."""
        chosen = self.table[ids]
        if isinstance(ids, slice):  # a view of the stored table
            return self.apply(chosen)
        return self._stepped(np.asarray(chosen, np.float32))

    def blocks(self, size: int = BLOCK) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """(first row, rows after the steps), block by block."""
        plain = self.mean is None and self.removed is None and not self.unit
        for start, part in row_blocks(self.table, size):
            yield start, part.astype(np.float32, copy=False) if plain else self.apply(part)

    @cached_property
    def lengths(self) -> NDArray[np.float32]:
        """Length of each row before the last step (so not 1 where `unit` is set), (V,) float32; computed once."""
        before = PreparedTable(self.table, self.mean, self.removed)
        out = np.empty(self.shape[0], np.float32)
        for start, rows in before.blocks():
            out[start : start + len(rows)] = np.sqrt(_squares(rows))
        return out

    def project(self, axes: NDArray[Any]) -> NDArray[np.float32]:
        """Coordinates of every row along axes (k, D), in one pass: (V, k) float32."""
        axes32 = np.ascontiguousarray(np.asarray(axes, np.float32).T)
        out = np.empty((self.shape[0], axes32.shape[1]), np.float32)
        for start, rows in self.blocks():
            np.matmul(rows, axes32, out=out[start : start + len(rows)])
        return out


def _squares(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    found: NDArray[np.float32] = np.einsum("vd,vd->v", rows, rows)
    return found


def _to_unit(rows: NDArray[np.float32]) -> None:
    lengths = np.sqrt(_squares(rows))
    rows /= np.where(lengths > 0, lengths, 1)[:, None]


def unit_rows(rows: NDArray[Any]) -> NDArray[np.float32]:
    """Normalize rows to length 1, as a float32 copy; rows of zeros are unchanged.

    >>> unit_rows(np.array([[0.0, 2.0], [0.0, 0.0]])).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    out = np.array(rows, dtype=np.float32)
    _to_unit(out)
    return out


def exact_unit_rows(rows: NDArray[Any]) -> NDArray[np.float64]:
    """Normalize rows to length 1 in float64; rows of zeros are unchanged.

    >>> exact_unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    out = np.array(rows, dtype=np.float64)
    lengths = np.sqrt(np.einsum("vd,vd->v", out, out))
    out /= np.where(lengths > 0, lengths, 1)[:, None]
    return out


def as_prepared(table: NDArray[Any] | PreparedTable) -> PreparedTable:
    """Wrap an array as a table without steps; a prepared table is returned unchanged."""
    return table if isinstance(table, PreparedTable) else PreparedTable(table)
