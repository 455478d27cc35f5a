"""Neighbourhood of one word, on the whole table's components and on its own.

The two strongest directions of a table fit all of its rows. A few words that are close together differ along other
directions, which the components of these rows find.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.content.escape_markdown import escape_markdown
from explorer.excerpt import Excerpt
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import word_map as figures
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import extent
from explorer.vectors.map_quality import Distortion, distortion_of_each
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.pca import Pca, strongest
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.vectors.similarity_measures import COSINE, Near, comparable, near_rows
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.principal_components import points, prepared_table
from explorer.views.projection.settings import WORD, of_table
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source, remembered_briefly
from explorer.views.projection.word_lookup import missing, not_in_table, still
from explorer.views.setting import Int, Others, Switch, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import all_of, quoted, share, verb


@dataclass(frozen=True, eq=False)
class Alone:
    """A word (first) and the n − 1 rows nearest to it.

    Attributes:
        rows: (n,) numbers in the table, nearest first.
        before: (n, 2) coordinates in the map of the whole table.
        after: (n, 2) coordinates along their own first two components.
        pca: their own first two components, for the measure.
        kept_before: distortion of `before` among these n rows.
        kept_after: the same for `after`.
    """

    rows: NDArray[np.int64]
    before: NDArray[np.float32]
    after: NDArray[np.float32]
    pca: Pca
    kept_before: Distortion
    kept_after: Distortion


def isolate(
    view: PreparedTable,
    points: NDArray[np.float32],
    row: int,
    around: int,
    measure: str = COSINE,
    *,
    nearest: NDArray[np.int64] | None = None,
) -> Alone:
    """Project a row and the `around` nearest to it alone.

    Raises:
        ValueError: fewer than five words, which have too few neighbours to compare.

    >>> table = np.random.default_rng(0).normal(size=(60, 8)).astype(np.float32)
    >>> found = isolate(PreparedTable(table), table[:, :2], 3, 20)
    >>> found.after.shape, int(found.rows[0]), found.kept_after.k
    ((21, 2), 3, 6)
    """
    others = near_rows(view, row, around, measure).ids if nearest is None else nearest[:around]
    rows = np.concatenate([[row], others])
    if len(rows) < 5:
        raise ValueError(f"A neighbourhood needs at least five words, got {len(rows)}")
    truth = comparable(view.rows(rows), measure)
    rounded = measure == COSINE or view.mean is not None or view.removed is not None or view.unit
    if rounded and np.abs(truth - truth[0]).max() <= 4 * np.finfo(np.float32).eps * np.abs(truth).max():
        truth = np.repeat(truth[:1], len(truth), axis=0)  # they differ by rounding, which depends on the machine's BLAS
    found = strongest(truth, 2)
    before, after = points[rows][:, :2], found.project(truth, (0, 1) if len(found.components) > 1 else (0, 0))
    k = min(10, (len(rows) - 1) // 3)
    kept = distortion_of_each(truth, [before, after], k=k, sample=None, measure=measure)
    return Alone(rows, before, after, found, *kept)


SIZES = ((330.0, 330.0), (520.0, 420.0))
FIVE, MOST = 5, 200
FIRST = "More rows are as near as the last of these; drawn are those that come first in the table."


def _most(others: Others) -> int:
    """All other rows of a small table; a table of fewer has no neighbourhood."""
    where = of_table(others)
    return max(FIVE, min(MOST, len(where.table.words) - 1)) if where else MOST


AROUND: Any = Whole(
    "Words around it", lambda others: min(50, _most(others)), FIVE, _most, key="j_around", about="number of neighbours"
)
ALONE: Any = Switch("Alone", True, about="whether to use their own components, not those of the whole table")


@picture(isolate)
def around_one_word(*, word: str = WORD, around: Int = AROUND, alone: bool = ALONE, **shared: Unpack[Nearness]) -> View:
    """A word and its nearest neighbours, on their own first two components or on the whole table's.

    Raises:
        ValueError: the word is not in the table, or has too few rows near it.

    >>> around_one_word(table="GloVe", word="dog", around=5).table["word"]
    ['dog', 'cat', 'dogs', 'horse', 'puppy', 'pet']
    """
    where, recipe, meant = nearness.compared(shared)
    row = where.table.find(word)
    if row is None:
        raise not_in_table(where.table, ["word"], missing(where.table, word))
    if reason := still(where, meant, row):
        raise ValueError(reason)
    found = _alone(where, recipe, meant, row, around)
    spots, kept = (found.after, found.kept_after) if alone else (found.before, found.kept_before)
    words, k, n = [where.table.words[at] for at in found.rows], kept.k, len(found.rows)
    part = share(kept.share, digits=3)
    held = (
        f"of each word's {k} nearest among these {n} words, {part} are among its {k} nearest dots."
        if k > 1
        else f"for {part} of these {n} words, the nearest one among them is also the nearest dot."
    )
    held += nearness.tied_rows(kept.tied, n, k, kept.dots_tied)
    if not found.pca.shares.any():
        held = f"by {nearness.by(meant)} these {n} words are all the same, so none of them is nearer than another."
    lacking = around - (n - 1)
    left_out = [f"There are {n - 1} rows around it, not {around}." * (lacking > 0)]
    left_out.append(nearness.tied(_nearest(where, meant, row), meant, n - 1) * FIRST)
    return View(
        _figure(where, recipe, meant, row, around, alone),
        f"{'Projected alone' if alone else 'In the map of the whole table'}: {held}"
        + (f" {_about(where, meant, shared['compare'], found)}" if alone else ""),
        lambda: Table({"word": words, "across": spots[:, 0], "up": spots[:, 1]}, "around"),
        (_formula(where, found),) if alone and found.pca.shares.any() else (),
        left_out=" ".join(filter(None, left_out)),
    )


@remembered_briefly
def _nearest(where: Source, meant: Near, row: int) -> Neighbours:
    """The neighbours up to the slider's maximum and one more, so that the table is searched once for all its values."""
    return near_rows(prepared_table(where, meant.recipe), row, MOST + 1, meant.measure)


@remembered_briefly
def _alone(where: Source, recipe: Preprocessing, meant: Near, row: int, around: int) -> Alone:
    view, spots = prepared_table(where, meant.recipe), points(where, recipe, (0, 1))
    return isolate(view, spots, row, around, meant.measure, nearest=_nearest(where, meant, row).ids)


@remembered_briefly
def _figure(where: Source, recipe: Preprocessing, meant: Near, row: int, around: int, after: bool) -> Spec:
    found = _alone(where, recipe, meant, row, around)
    words = [where.table.words[at] for at in found.rows]
    spots: NDArray[np.float32] = found.after if after else found.before
    box = extent(spots)
    rings = [figures.RING / 2, *[figures.DIAMOND / 2] * FIVE][: len(words)]
    placed = place_labels(
        spots, words, sizes=to_scale(SIZES, box), bounds=box, gap=figures.RINGED, limit=len(words), marks=rings
    )
    gaps = [figures.RINGED] * len(rings) + [Label.gap] * (len(words) - len(rings))
    labels = [Label(label.index, words[label.index], label.side, gaps[label.index]) for label in placed]
    marks = figures.Marks({}, found=(0,), near=range(1, min(1 + FIVE, len(words))), labels=labels)
    titles = ("own component 1", "own component 2") if after else ("component 1 of all", "component 2 of all")
    return figures.word_map(spots, words, marks, titles=titles, revision=f"{where.key}{recipe}{meant}{row}{around}")


def _about(where: Source, meant: Near, compare: str, found: Alone) -> str:
    kept, n = found.kept_after, len(found.rows)
    words, width = where.table.words, all_of(where.table.vectors.shape[1], "number")
    first = quoted(words[found.rows[0]])
    nearest = f"{first} and the {n - 1} nearest to it by {nearness.by(meant)} in {width} of {compare}"
    drawn = f"Drawn: {nearest}: {Excerpt('row', found.rows, len(words), how='with itself')}."
    if not found.pca.shares.any():
        return drawn
    return (
        f"{drawn} Their own first two components hold "
        f"{share(found.pca.explained((0, 1)), digits=3)} of their variance. A picture drawn by chance would keep "
        f"{share(kept.by_chance, digits=3)}: k / (n − 1) = {kept.k} / {n - 1}. The diamonds are its "
        f"{min(FIVE, n - 1)} nearest; names are written where there is room. “Own component” means a direction of "
        "these words alone, not one of the map's."
    )


def _formula(where: Source, found: Alone) -> Formula:
    kept, k, n, width = found.kept_after, found.kept_after.k, len(found.rows), where.table.vectors.shape[1]
    return Formula(
        r"\text{kept}=\frac{1}{n\,k}\sum_{i}|N_i\cap P_i|",
        {
            "n": f"words that are drawn: {n}",
            "k": f"neighbours counted of each: {k}",
            "N_i": f"the {verb(k, 'one', 'k')} nearest to word i among these words, in {all_of(width, 'number')}",
            "P_i": f"the {verb(k, 'one dot', 'k dots')} nearest to its dot in a picture",
            r"|N_i\cap P_i|": "how many are in both",
        },
        f"Projected alone: {escape_markdown(where.table.words[found.rows[0]])} keeps {kept.shared[0]} of {k}, and "
        f"all {n} words together keep {kept.shared.sum():,} of {n} · {k} = {n * k:,}. "
        f"That is {share(kept.share, digits=3)}.",
    )
