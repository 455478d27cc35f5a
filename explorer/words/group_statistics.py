"""Groups of rows: over-represented column values, mean similarity, and nearest other words.

Over-representation is a hypergeometric test: rows of the group with a value, rows of the table with it, and the
probability of at least so many in a random group. Groups are selected by `text_search` or `selection_outlines`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, lgamma
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import PreparedTable, to_unit
from explorer.vectors.similarity_measures import COSINE, DOT, EUCLID, between, comparable, middle, near_vector


@dataclass(frozen=True, eq=False)
class Coded:
    """A factorized column of texts: its distinct values, each row's code, and the number of rows with each value."""

    values: NDArray[Any]
    codes: NDArray[np.int64]
    counts: NDArray[np.int64]


def coded(column: NDArray[Any]) -> Coded:
    """Factorize a column and count its values.

    >>> found = coded(np.array(["b", "a", "b"]))
    >>> found.values.tolist(), found.codes.tolist(), found.counts.tolist()
    (['a', 'b'], [1, 0, 1], [1, 2])
    """
    values, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
    return Coded(values, codes.ravel(), counts)


@dataclass(frozen=True)
class Shared:
    """A column's value shared by a group: counts in group and table, their sizes, and the probability by chance."""

    column: str
    value: str
    here: int
    group: int
    everywhere: int
    rows: int
    chance: float

    @property
    def times(self) -> float:
        """Ratio of the value's share in the group to its share in the table."""
        return (self.here / self.group) / (self.everywhere / self.rows)


def shared_values(
    columns: Mapping[str, NDArray[Any] | Coded], rows: NDArray[np.int64], *, most: int = 10
) -> list[Shared]:
    """Values that are more frequent in the group than in the table, the least probable by chance first.

    Args:
        columns: name → (V,) texts, or the same from `coded`; "" counts as no value.
        rows: of the group.
        most: maximum number of results.

    >>> kinds = np.array(["a", "a", "b", "b", "b", "b"])
    >>> [(s.value, s.here, s.everywhere, round(s.times, 3), round(s.chance, 4)) for s in shared_values({"kind": kinds},
    ...     np.array([0, 1, 2]))]
    [('a', 2, 2, 2.0, 0.2)]
    """
    found = []
    for name, given in columns.items():
        column = given if isinstance(given, Coded) else coded(given)
        total, group = len(column.codes), len(rows)
        here = np.bincount(column.codes[rows], minlength=len(column.values))
        for at in np.flatnonzero((here * total > column.counts * group) & (column.values != "")):
            many, everywhere = int(here[at]), int(column.counts[at])
            chance = at_least(many, total, everywhere, group)
            found.append(Shared(name, str(column.values[at]), many, group, everywhere, total, chance))
    return sorted(found, key=lambda item: (item.chance, -item.times))[:most]


def around(
    view: PreparedTable, rows: NDArray[np.int64], k: int = 10, measure: str = COSINE
) -> tuple[Neighbours, float]:
    """The k rows outside the group nearest to its mean, and the similarity within it (`similarity.between`).

    For cosine the mean is of normalized rows, so that no long row dominates.

    >>> view = PreparedTable(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.0]]))
    >>> near, alike = around(view, np.array([0, 1]), 1)
    >>> near.ids.tolist(), round(float(near.values[0]), 3), round(alike, 3)
    ([2], 1.0, 0.0)
    """
    some = view.rows(rows)
    if measure == COSINE:  # of unit rows, it is their dot product
        to_unit(some)
    plain = DOT if measure == COSINE else measure
    return near_vector(view, middle(some, plain), k, measure, leave_out=rows.tolist()), between(some, plain)


def alike_at_all(view: PreparedTable, measure: str = COSINE) -> float:
    """Mean similarity of two different rows of the whole table, as in `between`, by one pass over the table.

    >>> round(alike_at_all(PreparedTable(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))), 3)
    0.471
    """
    total, own, rows = np.zeros(view.shape[1]), 0.0, view.shape[0]
    # Distances are those between rows counted from one of them, whose squares have no large common part.
    begin = view.rows([0]).astype(np.float64) if measure == EUCLID else 0.0
    for _, block in view.blocks():
        some = comparable(block, measure) - begin
        total += some.sum(axis=0, dtype=np.float64)
        own += float(np.square(some, dtype=np.float64).sum())
    square, pairs = float(total @ total), max(rows * (rows - 1), 1)
    return float(np.sqrt(max(2 * (rows * own - square) / pairs, 0.0))) if measure == EUCLID else (square - own) / pairs


def at_least(here: int, rows: int, marked: int, drawn: int) -> float:
    """P(at least `here` of `drawn` rows are marked), drawn without replacement from `rows`, of which `marked` are.

    Source: Feller 1968, "An Introduction to Probability Theory and Its Applications", vol. 1, §II.6. Implemented here
    because scipy.stats takes 60 MB of memory to import, and 200 µs for one number.

    The first term is computed from logarithms of factorials, each further one from its predecessor. Exact to about ten
    digits where `here` is above the expected number, so that the terms decrease.

    >>> round(at_least(2, rows=6, marked=2, drawn=3), 9), at_least(3, rows=6, marked=2, drawn=3)
    (0.2, 0.0)
    """
    least, most = max(0, drawn + marked - rows), min(marked, drawn)
    if here <= least:
        return 1.0
    if here > most:
        return 0.0
    first = _ways(marked, here) + _ways(rows - marked, drawn - here) - _ways(rows, drawn)
    x = np.arange(here, most, dtype=np.float64)
    ratios = (marked - x) * (drawn - x) / ((x + 1) * (rows - marked - drawn + x + 1))
    return min(1.0, exp(first) * (1.0 + float(np.cumprod(ratios).sum())))


def _ways(total: int, some: int) -> float:
    return lgamma(total + 1) - lgamma(some + 1) - lgamma(total - some + 1)
