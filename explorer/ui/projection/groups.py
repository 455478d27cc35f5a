"""A group of words: found by a pattern, a list or an outline on the map, listed, and asked what its members share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import map as figures
from explorer.figures.projection.axes import component_titles
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts.projection import groups as scripts
from explorer.ui.projection.anew import draw_anew
from explorer.ui.projection.grouping.choosing import (
    AREA,
    LIST,
    PATTERN,
    GroupRequest,
    ask,
    drawn,
    rows_of,
    rows_or_message,
    take_drawn,
    texts_of,
)
from explorer.ui.projection.grouping.sharing import theme
from explorer.ui.projection.on_map import shown_axes
from explorer.ui.projection.table import source
from explorer.vectors.view import Recipe
from explorer.views.projection import held
from explorer.views.projection.dots import SIZES, names_of
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import count, listed, share, verb
from explorer.words.areas import loop_of

PART = ui.Part(
    "Groups",
    why="One word has neighbours, and a group of words may have a theme: choose some, and count what is more frequent "
    "among them than in the whole [[table]].",
    look="Do the chosen words lie in one place or all over the map? Then read which words lie nearest to their middle.",
)

KEY = "j_group"
GREY, GONE = "grey", "not drawn"
LABELS = 40


@remembered
def dots_of(where: Source, recipe: Recipe, components: tuple[int, ...]) -> dict[str, Any]:
    """All rows as dots, made once for each table and pair of components."""
    return figures.all_dots(source.points(where, recipe, components), names_of(where))


@remembered_briefly
def _figure(where: Source, recipe: Recipe, request: GroupRequest, others: str) -> Spec:
    spots, rows = source.points(where, recipe, request.components), rows_of(where, recipe, request)
    words = where.table.words
    box = source.ends(where, recipe, request.components)
    shown = rows[: 10 * LABELS].tolist()
    texts = [words[row] for row in shown]
    placed = place_labels(spots[shown], texts, sizes=to_scale(SIZES, box), bounds=box, limit=LABELS)
    labels = [Label(shown[label.index], texts[label.index], label.place) for label in placed]
    return figures.word_map(
        spots,
        words,
        figures.Marks({"the group": rows}, labels=labels, outline=loop_of(request.corners)),
        titles=component_titles(source.space(where, recipe).pca.shares, request.components),
        revision=f"{where.key}{recipe}{request.components}",
        window=box,
        dots=dots_of(where, recipe, request.components),
        alone=others == GONE,
    )


def show() -> None:
    """The map with the chosen group, its list, and what its members share."""
    take_drawn()
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        how = line.segmented_control(
            "Choose by", [PATTERN, LIST, AREA], default=PATTERN, required=True, key="j_how", bind="query-params"
        )
        others = line.segmented_control(
            "All other rows", [GREY, GONE], default=GREY, required=True, key="j_others", bind="query-params"
        )
        asked = ask(where, str(how))
    across, up = shown_axes.FIRST
    more = ui.folded(st.expander, "More", f"{KEY}_more", shown_axes.BEGINS | source.BEGINS)
    if more is not None:
        with more:
            across, up = shown_axes.ask(where, 2, ui.line())
            source.switches(where)
    recipe = source.fitting(where)
    last = len(source.space(where, recipe).pca.components) - 1
    request = replace(asked, components=(min(across, last), min(up, last)))
    found = rows_or_message(where, recipe, request)
    if found is None:
        request = GroupRequest(LIST, components=request.components)
    rows = np.empty(0, np.int64) if found is None else found
    table = where.table
    event = ui.picture(
        KEY,
        _figure(where, recipe, request, str(others)),
        summary=_summary(where, recipe, request, rows, str(others)),
        table=lambda: ui.Table(
            {"row": rows, "word": [table.words[row] for row in rows]}
            | {name: [texts_of(table, name)[row] for row in rows] for name in table.metadata},
            "group",
        ),
        script=lambda: scripts.group(
            where.loaded, _choosing(recipe, request), recipe, source.meant(where), request.components
        ),
        events=("select",),
    )
    if event.select is not None:
        drawn(event.select, str(how))
        draw_anew()
    if len(rows) >= 2:
        theme(KEY, where, rows)


def _choosing(recipe: Recipe, request: GroupRequest) -> str:
    """The script's lines that find the group."""
    if request.how == PATTERN:
        return scripts.by_pattern(request.column, request.pattern, expression=request.expression)
    return (
        scripts.by_list(request.words)
        if request.how == LIST
        else scripts.by_outline(recipe, request.corners, request.components)
    )


def _nothing(request: GroupRequest, table: str) -> str:
    """Why no row is in the group, and what to do.

    >>> _nothing(GroupRequest(PATTERN, pattern="/^a/", expression=True), "GloVe")
    'Nothing in “word” matches “/^a/”, so no row of GloVe is in the group. Write the expression without the two slashes'
    >>> _nothing(GroupRequest(LIST), "GloVe")
    'No row of GloVe is in the group yet'
    """
    if request.how == PATTERN and (pattern := request.pattern):
        slashes = request.expression and len(pattern) > 1 and pattern[0] == pattern[-1] == "/"
        remedy = "Write the expression without the two slashes" if slashes else "Write a shorter or another one"
        verb = "matches" if request.expression else "contains"
        return f"Nothing in “{request.column}” {verb} “{pattern}”, so no row of {table} is in the group. {remedy}"
    if request.how == LIST and request.words:
        return f"None of these words is a row of {table}, so none is in the group"
    if request.how == AREA and request.corners:
        return f"No row of {table} lies inside the outline. Draw it around some dots"
    return f"No row of {table} is in the group yet"


def _summary(where: Source, recipe: Recipe, request: GroupRequest, rows: NDArray[np.int64], others: str) -> str:
    total, components = len(where.table.words), request.components
    shown = f"The picture shows {held.named(components)}, which {held.holds(source.space(where, recipe), components)}."
    left = total - len(rows)
    rest = f"The other {count(left, 'row')} {verb(left, 'is', 'are')} {others}." if left else "No row is left over."
    if not len(rows):
        return f"{_nothing(request, where.table.name)}; all {total:,} are {others}."
    words = [where.table.words[row] for row in rows[:5]]
    if len(rows) == 1:
        return f"One row of {total:,} is in the group: {words[0]}. {rest} {shown}"
    first = f"The first {len(words)}" if len(rows) > len(words) else "They"
    part = f"{len(rows):,} of {total:,} rows ({share(len(rows), total)})"
    return f"{part} are in the group. {first} are {listed(words)}. {rest} {shown}"
