"""Comparison of two tables: their shared words, and the rotation of one onto the other.

Results are computed once for two tables and cached, in the visitor's session if one of them is the visitor's own file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.data.word_table import WordTable
from explorer.vectors.pca import prepare
from explorer.vectors.similarity_measures import Near
from explorer.views.projection.table_source import Source, opened, remembered
from explorer.words.shipped_tables import SHIPPED, shipped
from explorer.words.table_alignment import FEWEST, Neighbourhoods, alike, compare, neighbourhoods, shared_words, whole

Rows = Sequence[int] | slice
EVERY = slice(None)


@dataclass(frozen=True, eq=False)
class Pair(Source):
    """A table and a second one to compare it with; `second` is called lazily."""

    second: Callable[[], WordTable] = field(default=lambda: shipped("GloVe"), kw_only=True)


def load_pair(where: Source, other: str | Source) -> Pair:
    """Load a pair of tables, each by a shipped name, by a path, or as a `Source`."""
    if isinstance(other, str) and other in SHIPPED:
        key, private, second, memo = other, False, lambda: shipped(other), where.memo
    else:
        there = opened(other)
        key, private, second = there.key, there.private, lambda: there.table
        memo = there.memo if there.private and not where.private else where.memo
    key, private = f"{where.key} and {key}", where.private or private
    return Pair(key, where.table, private, memo=memo, second=second)


@dataclass(frozen=True, eq=False)
class Turned:
    """One table rotated onto another, stored in a third of the memory of its derived arrays.

    The rows of n words, centred and of length 1: `first` (n, D1) in their own axes, `second` (n, D2), and the `turn`
    (D, D). Seven digits are more than a picture or a cosine shows.
    """

    first: NDArray[np.float32]
    second: NDArray[np.float32]
    turn: NDArray[np.float32]
    cosines: NDArray[np.float64]
    chance: NDArray[np.float64]

    def before(self, rows: Rows) -> NDArray[np.float32]:
        """The first table's rows of these words, padded to the wider table's width."""
        return self._wide(self.first[rows])

    def after(self, rows: Rows) -> NDArray[np.float32]:
        """The same rows, rotated onto the second table."""
        return self.first[rows] @ self.turn[: self.first.shape[1]]

    def target(self, rows: Rows) -> NDArray[np.float32]:
        """The second table's rows of the same words."""
        return self._wide(self.second[rows])

    def _wide(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.pad(rows, ((0, 0), (0, len(self.turn) - rows.shape[1])))


@dataclass(frozen=True, eq=False)
class Both:
    """Result for two tables: the second's name, the compared words, and their comparison.

    `others` are also in both tables, but not compared.

    The rows are not stored: 5,000 of 384 numbers take 8 MB, and are looked up in their tables in some milliseconds.
    """

    name: str
    words: tuple[str, ...]
    others: frozenset[str]
    turned: Turned
    near: Neighbourhoods

    @cached_property
    def words_text(self) -> str:
        """Wording of the comparison: "the first 5,000 of the 19,906 words (of letters only) that both tables have"."""
        every = len(whole((*self.words, *self.others)))
        letters = " (of letters only)" if every < len(self.words) + len(self.others) else ""
        first = f"the first {len(self.words):,} of " if every > len(self.words) else ""
        return f"{first}the {every:,} words{letters} that both tables have"


@remembered
def compare_rows(where: Pair, meant: Near) -> Both:
    """The shared words of two tables, and the comparison if they share at least `FEWEST`."""
    other = where.second()
    rows = shared_words(where.table, other)
    words = tuple(where.table.words[row] for row in rows[0])
    others = frozenset(alike(where.table, other).keys() - set(words))
    if len(words) < FEWEST:
        empty = np.empty((0, 1), np.float32)
        nothing = Turned(empty, empty, empty, np.empty(0), np.empty(0))
        return Both(other.name, words, others, nothing, Neighbourhoods(0, rows[0], rows[0], 0.0, 0.0))
    one, two = _rows(where, other, meant)
    near = neighbourhoods(one, two, meant.measure)
    return Both(other.name, words, others, _rotate_table(where), near)


def _rows(where: Pair, other: WordTable, meant: Near) -> list[NDArray[np.float32]]:
    """The shared words' rows in either table, in the form that the similarity setting compares."""
    tables = where.table, other
    shared = shared_words(*tables)
    return [prepare(table.vectors, meant.recipe).rows(at) for table, at in zip(tables, shared, strict=True)]


@remembered
def _rotate_table(where: Pair) -> Turned:
    """The rotation of one table onto the other, which doesn't depend on the similarity setting."""
    other = where.second()
    rows = shared_words(where.table, other)
    raw = [np.asarray(table.vectors[at], np.float32) for table, at in zip((where.table, other), rows, strict=True)]
    found = compare(raw[0], raw[1])
    first, second = (
        each[:, : table.shape[1]].astype(np.float32)
        for each, table in zip((found.before, found.target), raw, strict=True)
    )
    return Turned(first, second, found.turn.astype(np.float32), found.cosines, found.chance)


@remembered
def word_numbers(where: Pair, meant: Near) -> dict[str, int]:
    """Shared word → its index; of equal words, the first."""
    words = compare_rows(where, meant).words
    return {word: at for at, word in reversed(list(enumerate(words)))}


@remembered
def together(where: Pair, meant: Near) -> float:
    """Mean cosine of all shared words after the rotation fitted to them."""
    turned = compare_rows(where, meant).turned
    return float(np.einsum("nd,nd->n", turned.after(EVERY), turned.target(EVERY)).mean(dtype=np.float64))
