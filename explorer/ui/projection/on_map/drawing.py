"""The map's picture: dots, marks of the words found and their neighbours, and the names that find room beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection import density
from explorer.figures.projection import map as figures
from explorer.figures.projection.axes import component_titles, edges
from explorer.figures.projection.camera import on_screen
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import Candidates, candidates, find_room, to_scale
from explorer.figures.spec import Spec
from explorer.ui.projection.on_map import colouring
from explorer.ui.projection.on_map.colouring import KINDS, Column
from explorer.ui.projection.on_map.dots import SIZES, dots_of
from explorer.ui.projection.on_map.finding import Window
from explorer.ui.projection.table import source
from explorer.vectors.view import Recipe
from explorer.views.projection.source import KEPT, MEMO, Source, remembered, remembered_briefly, remembering
from explorer.words.areas import loop_of

SCENE_SIZE = (1150.0, float(figures.SCENE))
LABELS, MOST_LABELS, FIRST = 40, 80, 300


@dataclass(frozen=True)
class MapRequest:
    """Everything that the map depends on besides the table."""

    recipe: Recipe
    components: tuple[int, ...]
    colour: str
    kinds: tuple[str, ...]
    found: tuple[int, ...]
    near: tuple[int, ...]
    labels: int
    window: Window | None
    marked: tuple[int, ...] = ()
    wanted: bool = False
    dense: bool = False
    outline: tuple[tuple[float, float], ...] = ()
    shares: bool = True


def figure(where: Source, request: MapRequest) -> Spec:
    """The map with as many names as were asked for: the first of those that find room at most."""
    whole = _whole(where, replace(request, labels=LABELS if request.labels <= LABELS else MOST_LABELS))
    if len(request.components) == 2:
        return Spec(whole.data, whole.layout | {"annotations": whole.layout["annotations"][: request.labels]})
    scene = whole.layout["scene"]
    return Spec(whole.data, whole.layout | {"scene": scene | {"annotations": scene["annotations"][: request.labels]}})


@remembered_briefly
def _whole(where: Source, request: MapRequest) -> Spec:
    table, spots = where.table, source.points(where, request.recipe, request.components)
    space = source.space(where, request.recipe)
    column = colouring.column(where, request.colour, request.kinds)
    groups: dict[str, NDArray[np.int64]] = {}
    looks: Sequence[int] = []
    if column is not None:
        marked = _marked(request, column)
        groups, looks = colouring.marked_groups(column, marked), colouring.looks_of(marked)
    first = list(dict.fromkeys([*request.found, *request.near]))
    if spots.shape[1] == 2:
        box = request.window or source.ends(where, request.recipe, request.components)
        always = replace(request, found=(), near=(), labels=0, dense=False, outline=(), shares=True)
        ready = [_candidates(where, request, first, box)] if first else []
        placed = find_room(*ready, _others(where, always), limit=request.labels)
    else:
        order = list(dict.fromkeys([*first, *_order(where, request)]))
        words = [table.words[row] for row in order]
        low, high = edges(spots)
        seen = on_screen(spots[order], low=low, high=high, eye=figures.EYE, aim=figures.AIM, height=figures.SCENE)
        across, up = SCENE_SIZE[0] / 2, SCENE_SIZE[1] / 2
        bounds = (-across, -up, across, up)
        placed = find_room(
            candidates(seen, words, sizes=[SCENE_SIZE], bounds=bounds, indices=order), limit=request.labels
        )
    labels = [Label(label.index, table.words[label.index], label.place) for label in placed]
    flat = spots.shape[1] == 2
    lines = density.lines(held(where, request.recipe, request.components)) if request.dense and flat else ()
    loop = loop_of(request.outline)
    return figures.word_map(
        spots,
        table.words,
        figures.Marks(groups, request.found, request.near, labels, loop, lines=lines, looks=looks, listed=True),
        titles=component_titles(space.pca.shares if request.shares else None, request.components),
        revision=f"{where.key}{request.recipe}{request.components}",
        dots=dots_of(where, request.recipe, request.components, request.colour),
        window=request.window,
        pale=request.wanted and column is not None,
    )


def _marked(request: MapRequest, column: Column) -> tuple[int, ...]:
    every = request.colour == KINDS and not request.wanted
    return tuple(range(1, len(column.values))) if every else request.marked


def _order(where: Source, request: MapRequest) -> list[int]:
    """The rows that get a label where there is room, whatever was looked for: of the marked values, in turns."""
    column = colouring.column(where, request.colour, request.kinds)
    named: dict[str, NDArray[np.int64]] = {}
    if column is not None:
        groups = colouring.marked_groups(column, _marked(request, column))
        most = None if request.colour == KINDS else colouring.NAMED
        named = {name: rows[:most] for name, rows in groups.items()} or colouring.first_rows(column)
    return _taking_turns(named) or list(range(min(len(where.table.words), FIRST)))


def _candidates(where: Source, request: MapRequest, rows: list[int], box: Window) -> Candidates:
    spots, words = source.points(where, request.recipe, request.components), where.table.words
    return candidates(spots[rows], [words[row] for row in rows], sizes=to_scale(SIZES, box), bounds=box, indices=rows)


@remembering(MEMO, KEPT, 4, is_heavy=True)
def _others(where: Source, request: MapRequest) -> Candidates:
    """The labels of `_order` beside their dots: the same for every word that is looked for."""
    box = request.window or source.ends(where, request.recipe, request.components)
    return _candidates(where, request, _order(where, request), box)


@remembered
def held(where: Source, recipe: Recipe, components: tuple[int, ...]) -> density.Held:
    """What the lines around the densest rows hold."""
    return density.held(source.points(where, recipe, components))


def _taking_turns(groups: Any) -> list[int]:
    """Rows of all groups, one of each in turn, so that no kind takes all the labels."""
    rows = [list(map(int, group)) for group in groups.values()]
    return [group[turn] for turn in range(max(map(len, rows), default=0)) for group in rows if turn < len(group)]
