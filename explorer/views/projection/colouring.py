"""Colouring of the map's dots: by kinds of words, a number, or a column of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import CORPORA, read_blocks
from explorer.data.cache import cached
from explorer.data.word_table import WordTable
from explorer.figures.projection.category_styles import LOOKS, look
from explorer.figures.projection.point_cloud import Kinds, scale_of
from explorer.training.word_corpus import words_of
from explorer.views.projection.settings import of_table
from explorer.views.projection.table_source import Source, remembered
from explorer.views.setting import Choice, Others
from explorer.wording import count, number, verb
from explorer.words.text_search import Texts, containing
from explorer.words.word_categories import NAMES, members

KINDS, PLAIN, FREQUENCY, ROW = "kind of word", "nothing", "frequency in our texts", "row number"
NAMED = 20
"""Maximum number of values whose rows take turns for the labels."""


@dataclass(frozen=True, eq=False)
class CategoryColumn:
    """Categorical column: its values ("" for none, then by descending frequency), each row's code, and the counts.

    `name`: of a table's column; "" for the kinds of words.
    """

    values: tuple[str, ...]
    codes: NDArray[Any]
    counts: NDArray[np.int64]
    name: str = ""


def column_of(table: WordTable, colour: str) -> CategoryColumn | None:
    """Categorical column of a colouring; None for numbers and for everything that isn't a column."""
    column = table.metadata.get(colour)
    if column is None or column.dtype.kind not in "UO":
        return None
    values, inverse, counted = np.unique(column, return_inverse=True, return_counts=True)
    order = np.lexsort((np.arange(len(values)), -counted, values != ""))
    if not len(values) or values[order[0]] != "":
        values, counted, order = np.append(values, ""), np.append(counted, 0), np.append(len(values), order)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    codes = rank[inverse.ravel()].astype(np.uint16 if len(order) < 2**16 else np.uint32)
    return CategoryColumn(tuple(map(str, values[order])), codes, counted[order], colour)


@remembered
def to_begin_with(where: Source) -> str:
    """Default colouring: kinds of words, or the first column that groups the rows if under a tenth are of a kind."""
    table = where.table
    if 10 * sum(len(rows) for rows in members(table.find, NAMES).values()) >= len(table.words):
        return KINDS
    return next(sorting(table), KINDS)


def sorting(table: WordTable) -> Iterator[str]:
    """Columns of texts that group the rows: with more than one value, and fewer values than rows."""
    return (name for name, c in table.metadata.items() if c.dtype.kind in "UO" and 1 < len(np.unique(c)) < len(c))


@remembered
def _sorting(where: Source) -> tuple[str, ...]:
    return tuple(sorting(where.table))


def of_points(others: Others) -> tuple[str, ...]:
    """Colourings of the points on which maps are compared."""
    where = of_table(others)
    return (KINDS, *_sorting(where)) if where else (KINDS,)


OF_POINTS: Any = Choice("Colour by", KINDS, of_points, about="kinds of words, or a column that groups the rows")


def of_kinds(table: WordTable, kinds: Sequence[str]) -> CategoryColumn:
    """Kinds of words as a column, in their own order, if the table has words of them."""
    groups = {name: rows for name, rows in members(table.find, kinds).items() if len(rows)}
    codes = np.zeros(len(table.words), np.uint16)
    for at, rows in enumerate(groups.values(), 1):
        codes[rows] = at
    return CategoryColumn(("", *groups), codes, np.bincount(codes, minlength=len(groups) + 1))


@remembered
def column(where: Source, colour: str, kinds: tuple[str, ...] = ()) -> CategoryColumn | None:
    """Column of a colouring, cached for each table; selected kinds where the colouring is by kinds of words."""
    return of_kinds(where.table, kinds) if colour == KINDS and kinds else column_of(where.table, colour)


@remembered
def _texts(where: Source, colour: str, kinds: tuple[str, ...]) -> Texts:
    found = column(where, colour, kinds)
    return Texts(found.values if found else ())


def kinds_of(found: CategoryColumn, *, flat: bool) -> Kinds:
    """Colours and shapes of the dots by column: 49 styles, the most frequent values first."""
    looks = [look(at) for at in range(min(LOOKS, max(len(found.values) - 1, 1)))]
    return Kinds(found.codes, found.values, [(each["color"], each["symbol" if flat else "symbol3d"]) for each in looks])


def values_of(table: WordTable, colour: str) -> tuple[NDArray[Any] | None, str]:
    """Numbers (V,) that colour the dots, and their name; None for any other colouring."""
    if colour == FREQUENCY:
        found = counts_of(table).astype(np.float64)
        return np.log10(found, out=np.full(len(found), np.nan), where=found > 0), "log₁₀ count"
    if colour == ROW:
        return np.arange(len(table.words), dtype=np.float32), "row"
    if colour in table.metadata and table.metadata[colour].dtype.kind in "iuf":
        return table.metadata[colour], colour
    return None, ""


@remembered
def ends(where: Source, colour: str) -> str:
    """Sentence on the ends of a number's colour scale; "" if no row lies beyond them."""
    values, _ = values_of(where.table, colour)
    scale = None if values is None else scale_of(values)
    if scale is None or not scale.beyond:
        return ""
    return (
        f" The colour scale ends at {number(scale.low)} and {number(scale.high)}, the 1st and the 99th percentile, "
        f"since some numbers are far from most; {count(scale.beyond, 'row')} {verb(scale.beyond, 'lies', 'lie')} "
        f"beyond and {verb(scale.beyond, 'has', 'have')} the colours of its ends."
    )


def highlighted(where: Source, colour: str, wanted: str, kinds: tuple[str, ...] = ()) -> tuple[int, ...]:
    """Indices of the values that contain some characters, by descending frequency; none for an empty search."""
    found = column(where, colour, kinds)
    if not wanted.strip() or found is None:
        return ()
    if (value := wanted.strip()[1:-1]) and wanted.strip() == exactly(value) and value in found.values:
        return (found.values.index(value),)
    return tuple(int(at) for at in containing(_texts(where, colour, kinds), wanted.strip()) if at)


def looks_of(marked: Sequence[int]) -> list[int]:
    """Style of each of `marked_groups`: the value's own, and the last one for all the others."""
    own = [(at - 1) % LOOKS for at in marked[: LOOKS - 1]]
    return [*own, LOOKS - 1] if len(marked) >= LOOKS else own


def marked_groups(found: CategoryColumn, marked: Sequence[int]) -> dict[str, NDArray[np.int64]]:
    """The rows of highlighted values by name, with all after the 48th in one group."""
    groups = {found.values[at]: np.flatnonzero(found.codes == at) for at in marked[: LOOKS - 1]}
    if rest := list(marked[LOOKS - 1 :]):
        groups[f"{len(rest):,} more"] = np.flatnonzero(np.isin(found.codes, rest))
    return groups


def first_rows(found: CategoryColumn) -> dict[str, NDArray[np.int64]]:
    """The first rows of the most frequent values, in turn, as candidates for labels."""
    return {
        found.values[at]: np.flatnonzero(found.codes == at)[:NAMED]
        for at in range(1, min(NAMED + 1, len(found.values)))
    }


def colour_sentences(found: CategoryColumn, marked: Sequence[int], wanted: str) -> str:
    """Sentences of the summary on the meaning of the colours."""
    if not found.name:
        return _highlighted(found, marked, wanted, "kind")
    kinds, without = len(found.values) - 1, int(found.counts[0])
    text = f" The column “{found.name}” has {count(kinds, 'different value')}, and each has a colour and a shape"
    text += f"; there are {LOOKS} of these, so they come again." if kinds > LOOKS else "."
    text += " Point at a dot to read its value."
    if without:
        text += f" {count(without, 'row')} without a value {verb(without, 'is', 'are')} grey."
    return text + _highlighted(found, marked, wanted, "value")


def _highlighted(found: CategoryColumn, marked: Sequence[int], wanted: str, what: str) -> str:
    if not wanted.strip():
        return ""
    rows = int(found.counts[list(marked)].sum())
    return f" Highlighted: {count(len(marked), what)}, {count(rows, 'row')}."


def exactly(value: str) -> str:
    """Search text for exactly one value, not all that contain its characters.

    >>> exactly("pear")
    '“pear”'
    """
    return f"“{value}”"


@cached(max_entries=1, is_heavy=True)
def _counter() -> Counter[str]:
    # Words of the shipped texts, counted once per server.
    found: Counter[str] = Counter()
    for name in CORPORA:
        for block in read_blocks(name):
            found.update(words_of(block))
    return found


def counts_of(table: WordTable) -> NDArray[np.int64]:
    """Occurrences of each row's word in the six shipped texts, (V,); 0 for pieces and punctuation."""
    look = _counter().get
    return np.fromiter((look(word.casefold(), 0) for word in table.words), np.int64, len(table.words))
