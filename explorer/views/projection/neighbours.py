"""Neighbours kept by a map: of all rows, and of one word."""

from __future__ import annotations

from typing import Any, Unpack

from explorer.excerpt import Excerpt
from explorer.vectors.map_quality import Distortion, distortion
from explorer.vectors.neighbours import Neighbours, agreement, mean_cosine, picture_neighbours
from explorer.vectors.preprocessing import AS_IT_IS, Preprocessing
from explorer.vectors.similarity_measures import EUCLID, Near, directed, near_rows
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.principal_components import LARGE, points, prepared_table
from explorer.views.projection.settings import COMPONENTS, WORD, components
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source, remembered, remembered_briefly
from explorer.views.projection.word_lookup import missing, not_in_table, still, truly_near, truly_tied
from explorer.views.setting import Int, Ints, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import all_of, count, fixed, listed, quoted, share, verb

EXAMINED, OF_LARGE = 500, 100
"""Number of sampled rows, in any table and in one with more than `LARGE` rows."""
Components = tuple[int, ...]
TIED_DOTS = "More dots are as near as the last of the nearest dots; counted are those that come first in the table."
IN_PICTURE = components(0, 3, "of the map, counted from 1; () for the first list alone")
LISTED: Any = Whole("Neighbours", 10, 1, 100, about="length of each list")


@picture(near_rows, picture_neighbours, agreement)
def neighbour_lists(
    *, components: Ints = IN_PICTURE, word: str = WORD, neighbours: Int = LISTED, **shared: Unpack[Nearness]
) -> View:
    """The rows nearest to a word in all dimensions, and those nearest to its dot along some components.

    Raises:
        ValueError: the word is not in the table.

    >>> neighbour_lists(table="GloVe", word="dog", neighbours=3).table["nearest in all 50 numbers"]
    ['cat', 'dogs', 'horse']
    """
    where, recipe, meant = nearness.compared(shared)
    compare, words = shared["compare"], where.table.words
    row = where.table.find(word)
    if row is None:
        raise not_in_table(where.table, ["word"], missing(where.table, word))
    if told := still(where, meant, row):
        return View(None, told)
    true, width = truly_near(where, meant, row, neighbours), where.table.vectors.shape[1]
    columns = {
        f"nearest in {all_of(width, 'number')}": [words[at] for at in true.ids],
        nearness.VALUES[meant.measure]: true.values.tolist(),
    }
    n, by, told = len(true.ids), nearness.by(meant), ""
    tie = nearness.TIED * truly_tied(where, meant, row, neighbours)
    if not components:
        first = listed([words[at] for at in true.ids[:3]] + ([f"{n - 3} more"] if n > 3 else []))
        says = f"The nearest to {words[row]} by {by} in {all_of(width, 'number')} of {compare}: {first}."
    else:
        drawn = drawn_near(where, recipe, tuple(each - 1 for each in components), row, n + 1)
        told = nearness.tied(drawn, Near(EUCLID), n) * TIED_DOTS
        drawn = Neighbours(drawn.ids[:n], drawn.values[:n])
        both = set(agreement(true, drawn).tolist())
        columns["in the picture too"] = _whether(true, both)
        columns["nearest in the picture"] = [words[at] for at in drawn.ids]
        columns["distance here"] = drawn.values.tolist()
        columns["truly near too"] = _whether(drawn, both)
        says = (
            f"Of the {n} rows nearest to {quoted(words[row])} by {all_of(width, 'number')}, {len(both)} "
            f"{verb(len(both), 'is', 'are')} also among its {n} nearest dots. Rows are compared by {by} ({compare})."
            if n > 1
            else f"{words[row]}: its nearest word by {by} ({compare}) is {'' if both else 'not '}its nearest dot too."
        )
    if meant == Near():
        says += nearness.alike(_mean_cosine(where), meant)
    return View(None, says, Table(columns, "neighbours"), left_out=" ".join(filter(None, [tie, told, where.columns])))


@picture(distortion)
def neighbours_kept(*, components: Ints = COMPONENTS, **shared: Unpack[Nearness]) -> View:
    """Share of each row's nearest neighbours that are among its nearest dots, with trustworthiness and continuity.

    Raises:
        ValueError: the table has too few rows.

    >>> neighbours_kept(table="GloVe").table["measure"]
    ['neighbours kept', 'by chance', 'trustworthiness', 'continuity']
    """
    where, recipe, meant = nearness.compared(shared)
    compare, k = shared["compare"], counted(where)
    rows, width = where.table.vectors.shape
    if k < 1:
        raise ValueError(f"With {count(rows, 'row')} there are too few neighbours to compare.")
    found = judged(where, recipe, meant, tuple(each - 1 for each in components), k)
    zeros = rows - int(directed(prepared_table(where, meant.recipe), meant.measure).sum())
    what = (
        f"the nearest by {nearness.by(meant)} in {all_of(width, 'number')} of {compare}, how often it is also the "
        "nearest"
        if k == 1
        else f"the {k} nearest by {nearness.by(meant)} in {all_of(width, 'number')} of {compare}, the share that is "
        f"also among the {k} nearest"
    )
    how = examined_said(found, rows - zeros, "row")
    return View(
        None,
        f"Kept: of {what} in this picture by the length of a straight line. {how} A picture drawn by chance would keep "
        f"{share(found.by_chance)}.{nearness.tied_rows(found.tied, len(found.examined), k, found.dots_tied)}",
        Table(
            {
                "measure": ["neighbours kept", "by chance", "trustworthiness", "continuity"],
                "value": [found.share, found.by_chance, found.trustworthiness, found.continuity],
            },
            "neighbours_kept",
        ),
        left_out=f"{count(zeros, 'row')} of zeros {verb(zeros, 'has', 'have')} no direction and no nearest."
        if zeros
        else "",
    )


def examined_said(found: Distortion, rows: int, noun: str) -> str:
    """Sentence on the rows whose neighbours were counted, of those that have some, and how well the share is known."""
    taken = Excerpt(noun, found.examined, rows, how="drawn at random")
    sure = (
        f", each against all {rows:,}: the share kept is known to ± {fixed(100 * found.margin, 1)} percentage points "
        "(95 %)"
    )
    return f"Examined: {taken}{sure * taken.cut}."


def counted(where: Source) -> int:
    """Number of neighbours counted for each row: ten, fewer in a small table."""
    return min(10, (len(where.table.words) - 1) // 3)


@remembered
def judged(where: Source, recipe: Preprocessing, near: Near, components: Components, k: int) -> Distortion:
    """Distortion of the picture: the neighbourhoods, by `near`, that it keeps. Components are counted from 0."""
    sample = EXAMINED if len(where.table.words) <= LARGE else OF_LARGE
    view, spots = prepared_table(where, near.recipe), points(where, recipe, components)
    return distortion(view, spots, k=k, sample=sample, measure=near.measure)


@remembered_briefly
def drawn_near(where: Source, recipe: Preprocessing, components: Components, row: int, k: int) -> Neighbours:
    """The k dots nearest to one row's dot. Components are counted from 0."""
    return picture_neighbours(points(where, recipe, components), row, k)


def _whether(found: Neighbours, both: set[int]) -> list[str]:
    return ["yes" if row in both else "no" for row in found.ids.tolist()]


@remembered
def _mean_cosine(where: Source) -> float:
    return mean_cosine(prepared_table(where, AS_IT_IS))
