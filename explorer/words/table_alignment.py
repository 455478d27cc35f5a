"""Orthogonal alignment of two tables of the same words, and their agreement after it.

The rows of both are centred on the mean of the shared words and normalized; the narrower table is padded with zeros,
which changes no angle. The rotation is cross-validated: fitted on one half of the words and evaluated on the other, and
vice versa. The chance level is computed in the same way, with the words of one table shuffled.

Sources: Schönemann 1966 (`explorer.vectors.procrustes`); its use for tables of different times: Hamilton, Leskovec and
Jurafsky 2016, "Diachronic Word Embeddings Reveal Statistical Laws of Semantic Change", §2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.word_table import WordTable
from explorer.vectors.neighbours import margin, named_by_both, top_of_each
from explorer.vectors.preprocessing import exact_unit_rows
from explorer.vectors.procrustes import padded, rotation
from explorer.vectors.similarity_measures import COSINE, closeness, count_tied

MOST = 5000
"""Maximum number of shared words compared: the first ones of the first table."""
FEWEST = 50
K = 10


@dataclass(frozen=True, eq=False)
class Compared:
    """Two tables of the same n words.

    Attributes:
        before: (n, D) float64 rows of the first, centred, of length 1, padded, in their own axes.
        after: the same rotated onto the second by the rotation fitted to all words, for pictures.
        target: (n, D) rows of the second.
        cosines: (n,) of each word with itself, by a rotation fitted to other words.
        chance: (n,) the same with the second table's words shuffled.
        turn: (D, D) rotation fitted to all words, after = before @ turn.
    """

    before: NDArray[np.floating[Any]]
    after: NDArray[np.floating[Any]]
    target: NDArray[np.floating[Any]]
    cosines: NDArray[np.float64]
    chance: NDArray[np.float64]
    turn: NDArray[np.float64]


def alike(one: WordTable, other: WordTable) -> dict[str, tuple[int, int]]:
    """Words spelled the same in both tables, with their row in either, in the order of the first.

    >>> alike(WordTable("a", ("go", "cat", "##s"), np.eye(3)), WordTable("b", ("##s", "go"), np.eye(2)))
    {'go': (0, 1), '##s': (2, 0)}
    """
    row_of: dict[str, int] = {}
    for row, word in enumerate(other.words):
        row_of.setdefault(word, row)
    found: dict[str, tuple[int, int]] = {}
    for row, word in enumerate(one.words):
        if word in row_of:
            found.setdefault(word, (row, row_of[word]))
    return found


def whole(words: Iterable[str]) -> list[str]:
    """Filter: the words of letters only, if there are at least `FEWEST`; otherwise all.

    >>> len(whole(["cat", "##s"])), len(whole(["##s", *("a" * length for length in range(1, FEWEST + 1))]))
    (2, 50)
    """
    every = list(words)
    letters = [word for word in every if word.isalpha()]
    return letters if len(letters) >= FEWEST else every


def shared_words(one: WordTable, other: WordTable, most: int = MOST) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of the compared words, in the order of the first table: (n,) in each.

    >>> one, other = WordTable("a", ("go", "cat", "##s"), np.eye(3)), WordTable("b", ("##s", "go"), np.eye(2))
    >>> [rows.tolist() for rows in shared_words(one, other)]
    [[0, 2], [1, 0]]
    """
    found = alike(one, other)
    rows = np.array([found[word] for word in whole(found)[:most]], np.int64).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def _ready(rows: NDArray[Any], width: int) -> NDArray[np.float64]:
    found = padded(rows, width)
    return exact_unit_rows(found - found.mean(axis=0))


def compare(one: NDArray[Any], other: NDArray[Any], *, seed: int = 0) -> Compared:
    """Align the rows of one table with those of another by a rotation, and compare them.

    Args:
        one: (n, D1) rows of n words.
        other: (n, D2) rows of the same words.
        seed: of the halves and the shuffle.

    Raises:
        ValueError: fewer than four words.

    >>> table = np.random.default_rng(0).normal(size=(200, 5))
    >>> found = compare(table, table @ np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))[0])
    >>> round(float(found.cosines.mean()), 3)
    1.0
    """
    count, width = len(one), max(one.shape[1], other.shape[1])
    if count < 4 or len(other) != count:
        raise ValueError(f"Expected the same four words or more in both tables, got {count} and {len(other)} rows")
    before, target = _ready(one, width), _ready(other, width)
    rng = np.random.default_rng(seed)
    order, deal = rng.permutation(count), rng.permutation(count)
    halves = order[: count // 2], order[count // 2 :]
    dealt = target[deal]
    cosines, chance = np.empty(count), np.empty(count)
    for fit, judge in (halves, halves[::-1]):
        for goal, out in ((target, cosines), (dealt, chance)):
            out[judge] = np.einsum("nd,nd->n", before[judge] @ rotation(before[fit], goal[fit]), goal[judge])
    turn = rotation(before, target)
    return Compared(before, before @ turn, target, cosines, chance, turn)


@dataclass(frozen=True, eq=False)
class Neighbourhoods:
    """Neighbourhood overlap: common neighbours among the k nearest shared words in both tables.

    Attributes:
        k: neighbours counted.
        examined: (m,) the examined words, each against all n.
        same: (m,) counts.
        by_chance: share of two unrelated tables, k / (n − 1).
        margin: half the width of the 95 % interval of the share.
        tied: words with more words as near as the last of their k, in either table.
    """

    k: int
    examined: NDArray[np.int64]
    same: NDArray[np.int64]
    by_chance: float
    margin: float
    tied: int = 0

    @property
    def share(self) -> float:
        """Mean share of common neighbours."""
        return float(self.same.mean()) / self.k


def neighbourhoods(
    one: NDArray[Any], other: NDArray[Any], measure: str = COSINE, *, k: int = K, sample: int = 500, seed: int = 0
) -> Neighbourhoods:
    """Compare neighbourhoods among n words in two tables (n, D1) and (n, D2), without an alignment.

    >>> table = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    >>> neighbourhoods(table, -table).share
    1.0
    """
    count = len(one)
    k = min(k, (count - 1) // 3)
    rows = np.sort(np.random.default_rng(seed).choice(count, min(sample, count), replace=False))
    near = [np.ascontiguousarray(closeness(table, table[rows], measure).T) for table in (one, other)]
    for values in near:
        values[np.arange(len(rows)), rows] = -np.inf
    chosen = [top_of_each(values, k) for values in near]
    tied = max(count_tied(values, these, measure) for values, these in zip(near, chosen, strict=True))
    same = named_by_both(*chosen)
    return Neighbourhoods(k, rows, same, k / (count - 1), margin(same, k, count), tied)
