"""Sample of points on which maps of a table are compared, their true neighbours, and the share that a map keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.excerpt import Excerpt
from explorer.figures.projection.category_styles import LOOKS
from explorer.vectors import sklearn_tsne
from explorer.vectors.map_quality import Distortion, distortion
from explorer.vectors.neighbours import top
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import Near, closeness, comparable, directed
from explorer.views.projection import colouring
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.neighbours import examined_said
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.table_source import Source, remembered, remembered_briefly
from explorer.views.setting import Choice, Whole
from explorer.wording import count, verb
from explorer.words.word_categories import NAMES, members

LARGEST = 1500
"""Points of maps in the browser: a step of t-SNE takes all pairs; with 1,500 a run takes some 7 s of a core."""
EXAMINED = 500
"""Points whose neighbours are counted, at most."""
NEAR = 5
BY_COSINE = Near()


@dataclass(frozen=True)
class Selection:
    """Selection of the points, and of the rows used to measure the maps.

    Attributes:
        first: how many of the table's first whole words, beside all words of a kind.
        near: similarity setting.
    """

    first: int = 0
    near: Near = BY_COSINE


@dataclass(frozen=True, eq=False)
class Sample:
    """Some rows of a table.

    Attributes:
        rows: their numbers in the table.
        first: how many of the table's first whole words were added to the kinds of words.
        of_kind: how many of the rows are of a kind of words.
        truth: (n, D) rows in which neighbours are measured, of unit length for the cosine.
        near_by: the measure that compares these rows.
        reduced: (n, at most 50) their first principal components, the input of t-SNE and UMAP.
        different: number of distinct points.
        groups: kind of words → indices among these points.
    """

    rows: tuple[int, ...]
    first: int
    of_kind: int
    truth: NDArray[np.floating[Any]]
    near_by: str
    reduced: NDArray[np.float32]
    different: int
    groups: dict[str, NDArray[np.int64]]

    @property
    def k(self) -> int:
        """Neighbours counted in "kept": 10, fewer where there are few points."""
        return min(10, (len(self.rows) - 1) // 3)

    @cached_property
    def compared(self) -> NDArray[np.bool_]:
        """Points with neighbours: a row of zeros has no cosine."""
        return directed(PreparedTable(self.truth), self.near_by)

    @cached_property
    def near(self) -> NDArray[np.int64]:
        """(n, 5) nearest neighbours in all dimensions among these points; the point itself if there are none."""
        own, view = np.arange(len(self.rows)), PreparedTable(self.truth)
        near = np.empty((len(own), min(NEAR, max(len(own) - 1, 1))), np.int64)
        for start in range(0, len(own), 256):
            values = closeness(view, self.truth[start : start + 256], self.near_by).T
            values[:, ~self.compared] = -np.inf
            for line, each in enumerate(values):
                each[start + line] = -np.inf
                near[start + line] = top(each, near.shape[1])
        wrong = ~self.compared[near] | ~self.compared[:, None]
        return np.where(wrong, own[:, None], near)


FIRST: Any = Choice(
    "First words too",
    0,
    {0: "none", 250: "250", 500: "500", 1000: "1,000"},
    key="j_ways_points",
    listed=True,
    also=f"another whole number up to {LARGEST:,}",
    about="how many of the table's first whole words are points, beside all words of a kind",
)


@lru_cache(maxsize=16)
def _run_tsne(points: bytes, width: int, perplexity: float, seed: int, start: str) -> NDArray[np.float32]:
    rows = np.frombuffer(points, np.float32).reshape(-1, width)
    found = sklearn_tsne.run(rows, perplexity=perplexity, seed=seed, start=start)
    found.flags.writeable = False  # shared by all callers
    return found


def run_tsne(found: Sample, perplexity: int, seed: int, start: str) -> NDArray[np.float32]:
    """scikit-learn's t-SNE, cached, so that the next view of the same points in a notebook doesn't wait."""
    width = found.reduced.shape[1]
    return _run_tsne(found.reduced.tobytes(), width, float(min(perplexity, found.different - 1)), seed, start)


def selected(shared: Mapping[str, Any], first: int = 0) -> tuple[Source, Selection, Sample]:
    """The table, the selection of its rows, and the sample: from settings of `ways` and `seeds`.

    Raises:
        ValueError: more of the first words than there are points.
    """
    Whole("", 0, 0, LARGEST).check("first", first, {})
    where, _, near = nearness.compared(shared)
    selection = Selection(first, near)
    return where, selection, draw_sample(where, selection)


def rows_of(where: Source, first: int) -> tuple[list[int], int, Mapping[str, NDArray[np.int64]]]:
    """Rows that are drawn, the number of the table's first words among them, and the rows of each kind."""
    table = where.table
    groups = members(table.find, NAMES)
    rows = list(dict.fromkeys(int(row) for group in groups.values() for row in group))
    first = first if first or len(rows) >= 20 else 500
    whole = np.flatnonzero(table.whole) if table.whole.sum() >= 20 else np.arange(len(table.words))
    return list(dict.fromkeys([*rows, *whole[:first].tolist()]))[:LARGEST], first, groups


@remembered
def draw_sample(where: Source, selection: Selection) -> Sample:
    """All kinds of words and the first whole words of a table."""
    meant = selection.near
    rows, first, groups = rows_of(where, selection.first)
    index_of = {row: at for at, row in enumerate(rows)}
    found = {
        name: np.array([index_of[r] for r in ids.tolist() if r in index_of], np.int64) for name, ids in groups.items()
    }
    truth = comparable(prepared_table(where, meant.recipe).rows(rows), meant.measure)
    reduced = sklearn_tsne.reduce(truth)
    groups = {name: ids for name, ids in found.items() if len(ids) >= 3}
    kinds, different = sum(map(len, found.values())), len(sklearn_tsne.distinct(reduced)[0])
    return Sample(tuple(rows), first, kinds, truth, meant.measure, reduced, different, groups)


def coloured(where: Source, found: Sample, colour: str) -> dict[str, NDArray[np.int64]]:
    """Groups for the colours: kind of words, or value of a column in the map's order → indices among the points.

    Values without a point are included, so that each value has the same style as on the map.
    """
    column = colouring.column(where, colour)
    if column is None:
        return found.groups
    codes = column.codes[list(found.rows)]
    return {column.values[at]: np.flatnonzero(codes == at) for at in range(1, min(LOOKS + 1, len(column.values)))}


def sample_distortion(sample: Sample, points: NDArray[np.float32]) -> Distortion:
    """Distortion of a picture of these points: the neighbourhoods that it keeps."""
    return distortion(sample.truth, points, k=sample.k, sample=EXAMINED, measure=sample.near_by)


@remembered
def by_chance(where: Source, selection: Selection) -> Distortion:
    """Distortion of randomly placed points."""
    sample = draw_sample(where, selection)
    points = np.random.default_rng(0).normal(size=(len(sample.rows), 2)).astype(np.float32)
    return sample_distortion(sample, points)


@remembered
def of_pca(where: Source, selection: Selection) -> Distortion:
    """Distortion of the first two components."""
    sample = draw_sample(where, selection)
    return sample_distortion(sample, sample.reduced[:, :2])


@remembered_briefly
def _judged(where: Source, selection: Selection, points: bytes) -> Distortion:
    return sample_distortion(draw_sample(where, selection), np.frombuffer(points, np.float32).reshape(-1, 2))


def judged(where: Source, selection: Selection, points: NDArray[np.float32]) -> Distortion:
    """Distortion of any picture of the points."""
    return _judged(where, selection, np.ascontiguousarray(points, np.float32).tobytes())


def sample_sentence(where: Source, found: Sample) -> str:
    """Sentence on the points: which rows they are, of how many."""
    table, of_kind, here = where.table, found.of_kind, len(found.rows)
    those = "those" if here == of_kind else f"the {of_kind:,}"
    kind = f"{those} whose {verb(of_kind, 'word is', 'words are')} of a kind" if of_kind else ""
    letters = not table.whole.all() and table.whole.sum() >= 20  # as in `rows_of`
    what = "words of letters alone" if letters else "rows"
    more = f"{here - of_kind:,} more of its first {found.first:,} {what}" if of_kind else f"its first {here:,} {what}"
    which = kind if here == of_kind else f"{kind}, and {more}" if kind else more
    return f"Points: {Excerpt(f'row of {table.name}', found.rows, len(table.words), how=which)}."


def equal(found: Sample) -> str:
    """Sentence on duplicate points, which a method can't tell apart; "" if there are none."""
    repeated = len(found.rows) - found.different
    if not repeated:
        return ""
    equals, stand = verb(repeated, "equals", "equal"), verb(repeated, "stands", "stand")
    return f" In what it reads, {count(repeated, 'point')} {equals} an earlier one and {stand} on its spot."


def examined(found: Sample, each: Sequence[Distortion]) -> str:
    """Sentence on the sample behind the counts, and the margin of a share."""
    points, many = len(found.rows), len(each[0].examined)
    without = points - int(found.compared.sum())
    still = (
        f" {count(without, 'point')} {verb(without, 'is a row', 'are rows')} of zeros, without a direction: nothing is "
        f"near to {verb(without, 'it', 'them')} by cosine."
        if without
        else ""
    ) + nearness.tied_rows(each[0].tied, many, found.k, max(one.dots_tied for one in each))
    noun = "point with a direction" if without else "point"
    return f"{examined_said(max(each, key=lambda one: one.margin), points - without, noun)}{still}"


def legend(where: Source, colour: str) -> str:
    """Sentence on the colours and shapes of the points; "" for kinds of words."""
    column = colouring.column(where, colour)
    if column is None:
        return ""
    values = len(column.values) - 1
    if values > LOOKS:
        return f" Of the {values:,} values of “{colour}” the {LOOKS} with most rows have a colour and a shape each."
    return f" Each of the {count(values, 'value')} of “{colour}” has a colour and a shape."
