"""Word map: every row of a table as a dot, with found words, their neighbours, and as many labels as fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.excerpt import Excerpt, first_of, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import word_map as figures
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import CORNERS, SIDES, place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import component_titles, extent
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import near_rows
from explorer.views.formula import Formula
from explorer.views.projection import colouring
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection import variance_text as holding
from explorer.views.projection.colouring import FREQUENCY, KINDS, PLAIN, ROW, CategoryColumn
from explorer.views.projection.map_dot_traces import SIZES, dots_of
from explorer.views.projection.neighbours import drawn_near
from explorer.views.projection.principal_components import LARGE, ends, points, space
from explorer.views.projection.settings import COMPONENTS, are_corners, are_texts, of_table
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source, remembered, remembered_briefly
from explorer.views.projection.word_lookup import missing, not_in_table, truly_near
from explorer.views.setting import Choice, Int, Ints, Others, Own, Several, Switch, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, decimal_places, fixed, listed, verb
from explorer.words.text_search import LONGEST
from explorer.words.word_categories import NAMES

USUAL_LABELS, MOST_LABELS, FIRST = 40, 80, 300
DEEP = " What stands nearer to you looks larger."
Window = tuple[float, float, float, float]


def _colours(others: Others) -> list[str]:
    where = of_table(others)
    return [KINDS, FREQUENCY, ROW, *(where.table.metadata if where else ()), PLAIN]


def _is_window(value: Any, others: Others) -> bool:
    return isinstance(value, tuple) and are_corners((value[:2], value[2:]), others)


@dataclass(frozen=True)
class _Colours(Choice):
    """Colourings, of which a DataFrame's own columns are named before the others."""

    def _own(self, others: Others) -> tuple[str, ...] | None:
        where = of_table(others)
        return tuple(where.table.metadata) if where and where.columns else None

    def expects(self, others: Others) -> str:
        """The options."""
        if (own := self._own(others)) is None:
            return super().expects(others)
        rest = listed([repr(each) for each in self.labels(others) if each not in own], "or")
        beside = listed(map(repr, own), "or") if own else "your table has none"
        return f"a column beside the numbers of a row ({beside}), or {rest}"

    def meant(self, value: Any, others: Others) -> str:
        """The option that a text is like, and how labels, or a DataFrame's column of numbers, become one."""
        if isinstance(value, tuple):
            return "; labels of rows are a column: table=pandas.DataFrame(rows).assign(kind=labels), colour='kind'"
        why = f" (numbers make up the rows themselves; a column of them named “#{value}” stands beside, and can colour)"
        return super().meant(value, others) + (why if isinstance(value, str) and self._own(others) is not None else "")

    def like(self, value: Any, others: Others) -> list[str]:
        """The option that a text is like; a column of a DataFrame alone."""
        own = self._own(others)
        return [each for each in super().like(value, others) if own is None or each in own]


FIND: Any = Own("Find words", (), are_texts, "words of the table, such as ('a', 'b')", about="marked with a ring")
NEIGHBOURS: Any = Whole(
    "Neighbours", 10, 0, 20, key="j_k", about="how many rows nearest to the first of them are marked"
)
COLOUR: Any = _Colours("Colour by", KINDS, _colours, key="j_colour", listed=True, about="or a column of the table")
KINDS_SHOWN: Any = Several("Kinds of words", NAMES[:4], NAMES, least=0, key="j_kinds", about="coloured kinds of words")
WANTED: Any = Text(
    "Highlight what contains",
    "",
    LONGEST,
    about="kinds or values that contain it are drawn large; in “ ”, only an exact match",
)
LABELS: Any = Whole("Labels", USUAL_LABELS, 0, MOST_LABELS, key="j_labelled", about="at most so many")
WINDOW: Any = Own(
    "Window", None, _is_window, "four numbers (x0, y0, x1, y1)", optional=True, about="visible part; None for all"
)
AXES: Any = Switch("Axes", True, about="whether the axes have numbers, and their shares of the variance")
CLOSER: Any = Switch("Closer", False, about="whether the picture is cut to the marks and has no other names")


@picture(prepare, pca, near_rows)
def word_map(
    *,
    components: Ints = COMPONENTS,
    find: Sequence[str] = FIND,
    neighbours: Int = NEIGHBOURS,
    colour: str = COLOUR,
    kinds: Sequence[str] = KINDS_SHOWN,
    wanted: str = WANTED,
    labels: Int = LABELS,
    window: Window | None = WINDOW,
    axes: bool = AXES,
    closer: bool = CLOSER,
    **shared: Unpack[Nearness],
) -> View:
    """Every row of a table along two or three of its principal components.

    Raises:
        ValueError: an unknown word, component or column.

    >>> view = word_map(table="GloVe", find=("dog",))
    >>> len(view.table["word"]), list(view.table)
    (30000, ['word', 'component 1', 'component 2'])
    """
    where, recipe, meant = nearness.compared(shared)
    drawn = tuple(each - 1 for each in components)
    found = rows_of(where, find)
    close = truly_near(where, meant, found[0], neighbours).ids.tolist() if found and neighbours else []
    only_drawn: list[int] = []
    if close and len(drawn) == 2:
        only_drawn = [row for row in drawn_near(where, recipe, drawn, found[0], len(close)).ids if row not in close]
    flat, chosen = len(drawn) == 2, tuple(kinds) if colour == KINDS else ()
    spots = points(where, recipe, drawn)
    closer = closer and flat and bool(close)
    box = window if flat else None
    cut = _cut(spots, box, "the others lie outside the visible part")
    if closer and box is None:
        box = extent(spots[[*found, *close, *only_drawn]])
        cut = _cut(spots, box, "those in the box around the marks; a wide picture shows more at its sides")
    column, marked = colouring.column(where, colour, chosen), colouring.highlighted(where, colour, wanted, chosen)
    request = MapRequest(
        recipe,
        drawn,
        colour,
        tuple(kinds),
        found,
        tuple(close),
        labels,
        box,
        marked,
        bool(wanted.strip()),
        axes,
        tuple(map(int, only_drawn)),
        closer,
    )
    return View(
        figure(where, request),
        _summary(where, recipe, drawn, cut)
        + " Names are written where there is room." * (labels > len(found) + len(close) and not closer)
        + (colouring.colour_sentences(column, marked, wanted) if column else colouring.ends(where, colour))
        + (figures.DARKER if flat and colour in (KINDS, PLAIN) and len(where.table.words) > figures.HUGE else ""),
        lambda: Table(
            {"word": list(where.table.words)} | {f"component {c}": spots[:, at] for at, c in enumerate(components)},
            "map",
        ),
        (_formula(where, recipe, drawn, spots, found[0] if found else 0),),
        left_out=f"{ranges('Shown', cut)} {where.columns}".strip(),
    )


def _cut(spots: NDArray[np.float32], box: Window | None, how: str) -> Excerpt[Any]:
    """The rows whose dots lie in a box, of all."""
    if box is None:
        return first_of("row", spots, len(spots))
    x, y = spots.T
    inside = (x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3])
    return Excerpt("row", spots[inside], len(spots), how=how)


def rows_of(where: Source, words: Sequence[str]) -> tuple[int, ...]:
    """The rows of some words, each once.

    Raises:
        ValueError: one of them is not in the table.
    """
    rows = [where.table.find(word) for word in words]
    for word, row in zip(words, rows, strict=True):
        if row is None:
            raise not_in_table(where.table, ["find"], missing(where.table, word))
    return tuple(dict.fromkeys(row for row in rows if row is not None))


@remembered
def equal_rows(where: Source) -> int:
    """Number of duplicate rows; 0 for a very large table, where they are not counted."""
    vectors = where.table.vectors
    return 0 if len(vectors) > LARGE else len(vectors) - len({hash(row.tobytes()) for row in vectors})


def _summary(where: Source, recipe: Preprocessing, components: tuple[int, ...], shown: Excerpt[Any]) -> str:
    rows, width = where.table.vectors.shape
    flat, equal = len(components) == 2, equal_rows(where)
    same = (
        f" {count(equal, 'row')} {verb(equal, 'has', 'have')} the same numbers as an earlier one, so "
        f"{verb(equal, 'its dot lies', 'their dots lie')} on that one's."
        if equal
        else ""
    )
    return (
        f"Of the {count(width, 'number')} of a row the picture shows {holding.component_names(components)}, "
        f"which {holding.variance_held(space(where, recipe), components)}. "
        f"Each dot is a row of {where.table.name}{f': all {rows:,}, none left out' * (not shown.cut)}."
        f"{'' if flat else DEEP}{same}"
    )


def _prepared(recipe: Preprocessing) -> str:
    steps = []
    if recipe.center and (recipe.remove or recipe.unit):
        steps.append("the mean row subtracted")
    if recipe.remove:
        steps.append(f"{count(recipe.remove, 'direction')} taken out")
    if recipe.unit:
        steps.append("divided by its length")
    return f"a row of the table as the switches leave it ({', then '.join(steps)})" if steps else "a row of the table"


def _formula(
    where: Source, recipe: Preprocessing, components: tuple[int, ...], spots: NDArray[np.float32], row: int
) -> Formula:
    width, scale = where.table.vectors.shape[1], float(np.abs(spots[:, 0]).max())
    least = min(4, max(0, 5 - int(math.log10(max(scale, 1)))))  # float32 keeps seven digits in all
    digits = decimal_places(scale, least)
    return Formula(
        r"z_k = (x - m) \cdot v_k = \sum_{j=1}^{D} (x_j - m_j)\, v_{kj}",
        {
            "x": f"{_prepared(recipe)}, D = {width:,} numbers",
            "m": "the mean of these rows" if recipe.center else "nothing: Centre is off, so m is a row of zeros",
            "v_k": "component k: the direction of length 1 "
            + ("along which the rows differ most" if recipe.center else "in which the sum of squares is largest")
            + ", at a right angle to all earlier ones",
            "z_k": "where the row is drawn along axis k",
        },
        f"Row {row:,} on component {components[0] + 1}: the {width:,} products add up to "
        f"{fixed(float(f'{spots[row, 0]:.7g}'), digits)}, and that is where its dot lies across.",
    )


@dataclass(frozen=True)
class MapRequest:
    """Settings of the map, everything that it depends on besides the table."""

    recipe: Preprocessing
    components: tuple[int, ...]
    colour: str
    kinds: tuple[str, ...]
    found: tuple[int, ...]
    near: tuple[int, ...]
    labels: int
    window: Window | None
    marked: tuple[int, ...] = ()
    wanted: bool = False
    axes: bool = True
    only_drawn: tuple[int, ...] = ()
    closer: bool = False


def figure(where: Source, request: MapRequest) -> Spec:
    """Map with at most the requested number of labels: the first ones that fit."""
    whole = _whole(where, replace(request, labels=USUAL_LABELS if request.labels <= USUAL_LABELS else MOST_LABELS))
    if len(request.components) == 2:
        return Spec(whole.data, whole.layout | {"annotations": whole.layout["annotations"][: request.labels]})
    scene = whole.layout["scene"]
    return Spec(whole.data, whole.layout | {"scene": scene | {"annotations": scene["annotations"][: request.labels]}})


@remembered_briefly
def _whole(where: Source, request: MapRequest) -> Spec:
    table, spots = where.table, points(where, request.recipe, request.components)
    column = colouring.column(where, request.colour, request.kinds)
    groups: dict[str, NDArray[np.int64]] = {}
    looks: Sequence[int] = []
    if column is not None:
        marked = _marked(request, column)
        groups, looks = colouring.marked_groups(column, marked), colouring.looks_of(marked)
    first = list(dict.fromkeys([*request.found, *request.near, *request.only_drawn]))
    order = first if request.closer else list(dict.fromkeys([*first, *_order(where, request)]))
    unnamed = {*request.only_drawn}  # they lie where the near ones' names do
    window = request.window
    if spots.shape[1] == 2:
        box = window or ends(where, request.recipe, request.components)
        widths = dict(zip(request.found, figures.ring_sizes(spots, request.found), strict=True))
        gap = max(widths.values(), default=figures.RING) // 2 + figures.BESIDE  # names of meeting rings clear both
        gaps = [gap] * len(first) + [Label.gap] * (len(order) - len(first))
        placed = place_labels(
            spots[order],
            ["" if row in unnamed else table.words[row] for row in order],
            sizes=to_scale(SIZES, box),
            bounds=box,
            gap=gaps,
            limit=request.labels + len(unnamed),
            marks=[widths.get(row, figures.DIAMOND) / 2 for row in first],
            sides=(*SIDES, *CORNERS) if request.closer else SIDES,
        )
        named = [at for at in placed if order[at.index] not in unnamed]
        labels = [Label(order[at.index], table.words[order[at.index]], at.side, gaps[at.index]) for at in named]
    else:  # the browser hides the names that cover others, at each turn of the scene
        labels = [Label(row, table.words[row]) for row in order[: request.labels]]
    return figures.word_map(
        spots,
        table.words,
        figures.Marks(groups, request.found, request.near, labels, looks, True, request.only_drawn, not request.closer),
        titles=component_titles(space(where, request.recipe).pca.shares, request.components)
        if request.axes
        else figures.UNNAMED,
        revision=f"{where.key}{request.recipe}{request.components}{first if request.closer else ''}",
        dots=dots_of(where, request.recipe, request.components, request.colour),
        window=window,
        pale=request.wanted and column is not None,
    )


def _marked(request: MapRequest, column: CategoryColumn) -> tuple[int, ...]:
    every = request.colour == KINDS and not request.wanted
    return tuple(range(1, len(column.values))) if every else request.marked


def _order(where: Source, request: MapRequest) -> list[int]:
    """Label order of the rows, independent of the search: round-robin over the marked values, then the others."""
    column = colouring.column(where, request.colour, request.kinds)
    named: dict[str, NDArray[np.int64]] = {}
    if column is not None:
        groups = colouring.marked_groups(column, _marked(request, column))
        most = None if request.colour == KINDS else colouring.NAMED
        named = {name: rows[:most] for name, rows in groups.items()} or colouring.first_rows(column)
    # In turns, so that no kind takes all the labels.
    names = [int(row) for turn in zip_longest(*named.values()) for row in turn if row is not None]
    if names and len(where.table.words) > FIRST and request.window is None:
        return names  # a large table is named by its kinds
    others = list(range(len(where.table.words)))
    if request.window is not None:
        x, y = points(where, request.recipe, request.components).T
        x0, y0, x1, y1 = request.window
        others = np.flatnonzero((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)).tolist()
    elif not request.axes:  # a picture to look at once: brackets and articles say nothing of what lies where
        others = [row for row in others[:FIRST] if where.table.whole[row] and len(where.table.words[row]) > 4]
    return list(dict.fromkeys([*names, *others[:FIRST]]))
