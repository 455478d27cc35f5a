"""The points that the maps of a table are compared on, and what is true of them: rows, kinds of words, neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.ui.projection.comparing.drawn import LARGEST
from explorer.ui.projection.table import source
from explorer.vectors import tsne
from explorer.vectors.distortion import Distortion, distortion
from explorer.vectors.nearness import Near, closeness, comparable
from explorer.vectors.neighbours import top
from explorer.views.projection.source import Source, remembered
from explorer.wording import count, fixed, verb
from explorer.words.categories import NAMES, members

KINDS_ONLY = "the kinds of words"
MANY = [KINDS_ONLY, "250", "500", "1000"]
EXAMINED = 500
NEAR = 5


@dataclass(frozen=True, eq=False)
class Sample:
    """Some rows of a table.

    Attributes:
        rows: their numbers in the table.
        first: how many of the table's first whole words were added to the kinds of words.
        of_kind: how many of the rows are of a kind of words.
        truth: (n, D) all numbers of each, where near means cosine its length made 1: what "near" is measured in.
        near_by: by which measure.
        reduced: (n, at most 50) their first principal components: what t-SNE and UMAP read.
        different: how many of the points differ from all before them.
        groups: kind of words → numbers among these points.
        near: (n, 5) the nearest in all numbers, among these points.
    """

    rows: tuple[int, ...]
    first: int
    of_kind: int
    truth: NDArray[np.float32]
    near_by: str
    reduced: NDArray[np.float32]
    different: int
    groups: dict[str, NDArray[np.int64]]
    near: NDArray[np.int64]

    @property
    def k(self) -> int:
        """Neighbours counted in "kept": 10, fewer where there are few points."""
        return min(10, (len(self.rows) - 1) // 3)


def rows_of(where: Source, many: str) -> tuple[list[int], int, Mapping[str, NDArray[np.int64]]]:
    """The rows that are drawn, how many of the table's first words are among them, and the rows of each kind."""
    table = where.table
    groups = members(table.find, NAMES)
    rows = list(dict.fromkeys(int(row) for group in groups.values() for row in group))
    first = int(many) if many != KINDS_ONLY else 0 if len(rows) >= 20 else 500
    whole = np.flatnonzero(table.whole) if table.whole.sum() >= 20 else np.arange(len(table.words))
    rows = list(dict.fromkeys([*rows, *whole[:first].tolist()]))[:LARGEST]
    return rows, first, groups


def truth_of(where: Source, rows: Sequence[int], meant: Near) -> NDArray[np.float32]:
    """Rows in all numbers as `meant` compares them; for cosines each of length 1, so that distances order them too."""
    return comparable(source.view(where, meant.recipe).rows(list(rows)), meant.measure)


@remembered
def chosen(where: Source, many: str, meant: Near) -> Sample:
    """All kinds of words and the first whole words of a table, `LARGEST` points at most."""
    rows, first, groups = rows_of(where, many)
    place = {row: at for at, row in enumerate(rows)}
    found = {name: np.array([place[r] for r in ids.tolist() if r in place], np.int64) for name, ids in groups.items()}
    truth = truth_of(where, rows, meant)
    near = np.empty((len(rows), min(NEAR, max(len(rows) - 1, 1))), np.int64)
    for start in range(0, len(rows), 256):
        values = closeness(truth, truth[start : start + 256], meant.measure).T
        for line, each in enumerate(values):
            each[start + line] = -np.inf
            near[start + line] = top(each, near.shape[1])
    request = tsne.request_for(truth, perplexity=1)
    groups = {name: ids for name, ids in found.items() if len(ids) >= 3}
    of_kind = sum(map(len, found.values()))
    return Sample(tuple(rows), first, of_kind, truth, meant.measure, request.array(), request.different, groups, near)


def equal(points: int, different: int) -> str:
    """What happens to points that a method can't tell from an earlier one, as a sentence; "" where there are none.

    >>> equal(25, 20), equal(25, 25)
    (' In what it reads, 5 points equal an earlier one and stand on its spot.', '')
    """
    repeated = points - different
    if not repeated:
        return ""
    equals, stand = verb(repeated, "equals", "equal"), verb(repeated, "stands", "stand")
    return f" In what it reads, {count(repeated, 'point')} {equals} an earlier one and {stand} on its spot."


def kept(sample: Sample, points: NDArray[np.float32]) -> Distortion:
    """What a picture of these points keeps of their neighbourhoods: the one definition, `vectors.distortion`."""
    return distortion(sample.truth, points, k=sample.k, sample=EXAMINED, measure=sample.near_by)


def examined(each: Sequence[Distortion], points: int) -> str:
    """How many of the points the counts rest on, and how far a share may be off."""
    many = len(each[0].examined)
    if many == points:
        return f"All {many:,} points were examined."
    return (
        f"{many:,} of {points:,} points were examined, drawn at random, each against all: the shares are known to "
        f"± {fixed(100 * max(found.margin for found in each), 1)} percentage points (95 %)."
    )


@remembered
def by_chance(where: Source, many: str, meant: Near) -> Distortion:
    """What a picture keeps whose points lie anywhere."""
    sample = chosen(where, many, meant)
    return kept(sample, np.random.default_rng(0).normal(size=(len(sample.rows), 2)).astype(np.float32))


@remembered
def of_pca(where: Source, many: str, meant: Near) -> Distortion:
    """What the first two components keep."""
    sample = chosen(where, many, meant)
    return kept(sample, sample.reduced[:, :2])
