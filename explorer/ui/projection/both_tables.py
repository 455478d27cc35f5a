"""What is known of two tables: the words they share, one turned onto the other, and the words that moved.

Everything here is computed once for two tables and remembered: in the visitor's session alone where one of them is the
visitor's own file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.data.wordtable import WordTable
from explorer.scripts.projection import OwnFile
from explorer.training.wordvec import VectorRecord
from explorer.ui.projection.remember import Source, remembered
from explorer.vectors.nearness import Near, closeness
from explorer.vectors.neighbours import top
from explorer.vectors.pca import prepare
from explorer.wording import fixed, share
from explorer.words.tables import shipped
from explorer.words.two_tables import FEWEST, Compared, Neighbourhoods, compare, neighbourhoods, shared_words

MOMENT = "an earlier moment of its training"
MOVED, SHOWN = 8, 5


@dataclass(frozen=True, eq=False)
class Pair(Source):
    """A table and a second one that it is compared with.

    Attributes:
        second: makes the second table; called where something has to be computed.
        other: what a script needs to know of it: its name, a visitor's own file, or "" for a moment of a training.
    """

    second: Callable[[], WordTable] = lambda: shipped("GloVe")
    other: str | OwnFile = ""


def with_shipped(where: Source, name: str) -> Pair:
    """A table and a shipped one."""
    return _pair(where, name, False, lambda: shipped(name), name)


def with_moment(where: Source, moment: int) -> Pair:
    """A table trained here and the moment of its training nearest to a percentage of it."""
    return _pair(where, f"moment {moment}", False, lambda: _moment(where, moment), "")


def with_file(where: Source, second: Source) -> Pair:
    """A table and another of the visitor's own."""
    return _pair(where, second.key, True, lambda: second.table, second.loaded)


def _pair(where: Source, key: str, private: bool, second: Callable[[], WordTable], other: str | OwnFile) -> Pair:
    key = f"{where.key} and {key}"
    return Pair(key, where.table, where.private or private, where.history, where.file, second, other)


@dataclass(frozen=True, eq=False)
class Both:
    """What is known of two tables: the shared words' rows in each, their vectors as `near` compares them, and more."""

    name: str
    words: tuple[str, ...]
    one: NDArray[np.float32]
    other: NDArray[np.float32]
    turned: Compared
    near: Neighbourhoods


def moments(where: Source) -> list[VectorRecord]:
    """The reports of a table's training, before the last, that carry rows."""
    return [record for record in where.history if record.snapshot is not None and record.vectors is None]


def _moment(where: Source, moment: int) -> WordTable:
    chosen = min(moments(where), key=lambda record: abs(100 * record.step / record.steps - moment))
    assert chosen.snapshot is not None
    rows = chosen.snapshot.astype(np.float32)
    part = share(chosen.step, chosen.steps)
    # A report carries the rows of the most frequent words, in the order of the finished table.
    return WordTable(f"its training after {part}", where.table.words[: len(rows)], rows)


@remembered
def known(where: Pair, meant: Near) -> Both:
    """The shared words of a table and another; nothing of the turn where they share fewer than `FEWEST`."""
    other = where.second()
    rows = shared_words(where.table, other)
    words = tuple(where.table.words[row] for row in rows[0])
    pair = [prepare(table.vectors, meant.recipe).rows(at) for table, at in zip((where.table, other), rows, strict=True)]
    if len(words) < FEWEST:
        empty = np.empty((0, 1))
        nothing = Compared(empty, empty, empty, empty[:, 0], empty[:, 0], 0.0)
        return Both(other.name, words, pair[0], pair[1], nothing, Neighbourhoods(0, rows[0], rows[0], 0.0, 0.0))
    return Both(other.name, words, pair[0], pair[1], _turned(where), neighbourhoods(pair[0], pair[1], meant.measure))


@remembered
def _turned(where: Pair) -> Compared:
    """The one table turned onto the other: the same whatever near means, and kept in half of the numbers' bytes.

    5,000 words of 384 numbers still take 23 MB, and seven digits are more than a picture or a cosine shows.
    """
    other = where.second()
    rows = shared_words(where.table, other)
    raw = [np.asarray(table.vectors[at], np.float32) for table, at in zip((where.table, other), rows, strict=True)]
    found = compare(raw[0], raw[1])
    before, after, target = (each.astype(np.float32) for each in (found.before, found.after, found.target))
    return replace(found, before=before, after=after, target=target)


@remembered
def moved(where: Pair, meant: Near) -> list[dict[str, list[str]]]:
    """The words whose two rows agree least, and those that agree most, with their nearest in either table."""
    both = known(where, meant)
    order = np.argsort(both.turned.cosines, kind="stable")
    return [
        {
            title: [both.words[at] for at in rows],
            "cosine": [fixed(float(both.turned.cosines[at]), 3) for at in rows],
            f"nearest in {where.table.name}": _nearest(both, both.one, rows, meant),
            f"nearest in {both.name}": _nearest(both, both.other, rows, meant),
        }
        for title, rows in (("moved most", order[:MOVED]), ("stayed most", order[::-1][:MOVED]))
    ]


@remembered
def places(where: Pair, meant: Near) -> dict[str, int]:
    """Shared word → its number, and the first of several that are alike."""
    words = known(where, meant).words
    return {word: at for at, word in reversed(list(enumerate(words)))}


@remembered
def together(where: Pair, meant: Near) -> float:
    """Mean cosine of all shared words by the turn that was fitted to them."""
    turned = known(where, meant).turned
    return float(np.einsum("nd,nd->n", turned.after, turned.target).mean(dtype=np.float64))


def _nearest(both: Both, table: NDArray[np.float32], rows: NDArray[np.int64], meant: Near) -> list[str]:
    near = closeness(table, table[rows], meant.measure).T.copy()
    near[np.arange(len(rows)), rows] = -np.inf
    return [", ".join(both.words[at] for at in top(line, SHOWN)) for line in near]
