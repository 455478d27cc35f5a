"""A group of words: found by a pattern, a list or a window of the map, listed, and asked what its members share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.figures.projection import map as figures
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts import groups as scripts
from explorer.ui.projection import near as nearness
from explorer.ui.projection import source
from explorer.ui.projection.lists import beside, listing
from explorer.ui.projection.map import SIZES, Window, names_of, window_of
from explorer.ui.projection.remember import Source, remembered
from explorer.vectors.view import Recipe
from explorer.wording import fixed, listed, number, share
from explorer.words.categories import NAMES, members
from explorer.words.groups import PatternError, Shared, around, inside, matching, shared

PART = ui.Part(
    "Groups",
    why="One word has neighbours, and a group of words may have a theme: choose some, and count what is more frequent "
    "among them than in the whole table.",
    look="Do the chosen words lie in one place or all over the map? Then read which words lie nearest to their middle.",
)

KEY = "j_group"
PATTERN, LIST, ZOOM = "a pattern", "a list", "the window I zoom to"
WORD = "word"
TINY = 1e-6
"""A chance that is not told more finely."""
LISTED, LABELS, NEAREST, DISTINCT = 60, 40, 12, 50


@dataclass(frozen=True)
class GroupRequest:
    """How a group is chosen; what doesn't belong to `how` is empty."""

    how: str
    column: str = WORD
    pattern: str = ""
    expression: bool = False
    words: tuple[str, ...] = ()
    window: Window | None = None


def texts_of(table: WordTable, column: str) -> list[str]:
    """A column as texts: the words, or one of metadata."""
    if column == WORD:
        return list(table.words)
    values = table.metadata[column]
    return [f"{value:g}" for value in values] if values.dtype.kind in "iuf" else values.tolist()


def rows_of(where: Source, recipe: Recipe, request: GroupRequest) -> NDArray[np.int64]:
    """The rows of the group, in the table's order.

    Raises:
        PatternError: a pattern that can't be used.
    """
    if request.how == PATTERN:
        return matching(texts_of(where.table, request.column), request.pattern, expression=request.expression)
    if request.how == LIST:
        return np.array(
            sorted({row for word in request.words if (row := where.table.find(word)) is not None}), np.int64
        )
    if request.window is None:
        return np.empty(0, np.int64)
    return inside(source.points(where, recipe, (0, 1)), request.window)


def columns_of(table: WordTable) -> dict[str, NDArray[Any]]:
    """What can be shared: kinds of words, and each column of metadata with few different values."""
    kinds = np.full(len(table.words), "", dtype=f"U{max(map(len, NAMES))}")
    for name, rows in members(table.find, NAMES).items():
        kinds[rows] = name
    found: dict[str, NDArray[Any]] = {"kind of word": kinds}
    for name in table.metadata:
        values = np.array(texts_of(table, name))
        if len(np.unique(values)) <= DISTINCT:
            found[name] = values
    return found


@remembered
def _group(where: Source, recipe: Recipe, request: GroupRequest) -> NDArray[np.int64]:
    return rows_of(where, recipe, request)


@remembered
def _columns(where: Source) -> dict[str, NDArray[Any]]:
    return columns_of(where.table)


@remembered
def _figure(where: Source, recipe: Recipe, request: GroupRequest) -> Spec:
    spots, rows = source.points(where, recipe, (0, 1)), _group(where, recipe, request)
    words = where.table.words
    box = request.window or figures.extent(spots)
    shown = rows[: 10 * LABELS].tolist()
    texts = [words[row] for row in shown]
    placed = place_labels(spots[shown], texts, sizes=to_scale(SIZES, box), bounds=box, limit=LABELS)
    labels = [figures.Label(shown[label.index], texts[label.index], label.place) for label in placed]
    parts = source.space(where, recipe).pca.shares
    return figures.word_map(
        spots,
        words,
        figures.Marks({"the group": rows}, labels=labels),
        titles=[f"component {c + 1} ({parts[c]:.1%} of the variance)" for c in (0, 1)],
        revision=f"{where.key}{recipe}{request.how}",
        names=names_of(where),
        window=request.window,
    )


@st.fragment
def show() -> None:
    """The map with the chosen group, its list, and what its members share."""
    with ui.controls(KEY):
        boxes = st.columns([1, 2])
        where = source.choose(boxes[0], nearness=True)
        if where is None:
            return
        how = boxes[1].segmented_control(
            "Choose by", [PATTERN, LIST, ZOOM], default=PATTERN, required=True, key="j_how", bind="query-params"
        )
        recipe = source.fitting(where)
        request = _request(where, recipe, str(how))
    try:
        rows = _group(where, recipe, request)
    except PatternError as problem:
        st.warning("This pattern can't be searched for.")
        st.text(str(problem))
        request = GroupRequest(LIST)
        rows = _group(where, recipe, request)
    table = where.table
    event = ui.picture(
        KEY,
        _figure(where, recipe, request),
        summary=_summary(where, recipe, rows),
        table=lambda: ui.Table(
            {"row": rows, "word": [table.words[row] for row in rows]}
            | {name: [texts_of(table, name)[row] for row in rows] for name in table.metadata},
            "group",
        ),
        script=lambda: scripts.group(table.name, _choosing(recipe, request), recipe, source.meant(where)),
        events=("view",),
    )
    if request.how == ZOOM:
        _follow(event, (where.key, recipe), request.window)
    if len(rows) >= 2:
        _theme(where, rows)


def _request(where: Source, recipe: Recipe, how: str) -> GroupRequest:
    """The controls that belong to one way of choosing."""
    if how == LIST:
        typed = st.text_area(
            "Words of the group, with commas between",
            "paris, london, berlin, rome, madrid, vienna, moscow, tokyo",
            key="j_members",
            bind="query-params",
            max_chars=2000,
            height=80,
        )
        words = tuple(dict.fromkeys(word.strip() for word in typed.split(",") if word.strip()))
        missing = [word[:40] for word in words if where.table.find(word) is None]
        if missing:
            st.text(f"Not in this table: {listed(missing[:12])}" + (" …" if len(missing) > 12 else ""))
        return GroupRequest(LIST, words=words)
    if how == ZOOM:
        st.caption("Drag a box on the picture: what lies inside is the group. A double click shows everything again.")
        seen = st.session_state.get("j_group_window")
        return GroupRequest(ZOOM, window=seen[1] if seen is not None and seen[0] == (where.key, recipe) else None)
    boxes = st.columns([1, 1.5, 1], vertical_alignment="bottom")
    choices = [WORD, *where.table.metadata]
    if st.session_state.get("j_column", WORD) not in choices:
        st.session_state["j_column"] = WORD
    column = boxes[0].selectbox("Look in", choices, key="j_column", bind="query-params")
    pattern = boxes[1].text_input(
        "What it contains",
        "land$",
        key="j_pattern",
        bind="query-params",
        max_chars=200,
        help="As a regular expression, ^ is the beginning, $ the end, . any character, [ab] one of some, + one or "
        "more. Upper and lower case are the same.",
    )
    expression = boxes[2].toggle("Regular expression", True, key="j_regex", bind="query-params")
    return GroupRequest(PATTERN, column, pattern, expression)


def _choosing(recipe: Recipe, request: GroupRequest) -> str:
    """The script's lines that find the group."""
    if request.how == PATTERN:
        return scripts.by_pattern(request.column, request.pattern, expression=request.expression)
    return scripts.by_list(request.words) if request.how == LIST else scripts.by_window(recipe, request.window)


def _follow(event: ui.Event, place: Any, window: Window | None) -> None:
    """Take the window that was zoomed to, or let go of it."""
    seen = window_of(event.view) if event.view is not None else None
    if seen != window and st.session_state.get("j_group_seen") != seen:
        st.session_state["j_group_seen"] = seen
        st.session_state["j_group_window"] = (place, seen)
        st.rerun(scope="fragment")


def _summary(where: Source, recipe: Recipe, rows: NDArray[np.int64]) -> str:
    total = len(where.table.words)
    if not len(rows):
        return f"No row of {where.table.name} is in the group yet; all {total:,} are drawn in grey."
    words = [where.table.words[row] for row in rows[:5]]
    first = f"The first {len(words)}" if len(rows) > len(words) else "They"
    held = f"The picture shows components 1 and 2, which {source.holds(source.space(where, recipe).pca, (0, 1))}."
    if len(rows) == 1:
        return f"One row of {total:,} is in the group: {words[0]}. {held}"
    part = f"{len(rows):,} of {total:,} rows ({share(len(rows), total)})"
    return f"{part} are in the group. {first} are {listed(words)}. {held}"


def _theme(where: Source, rows: NDArray[np.int64]) -> None:
    """The list, what its members share, and the words around it."""
    words = where.table.words
    meant = source.meant(where)
    view = source.view(where, meant.recipe)
    near, alike = around(view, rows, NEAREST, meant.measure)
    drawn = np.sort(np.random.default_rng(0).choice(len(words), min(len(rows), len(words)), replace=False))
    by_chance = around(view, drawn, 1, meant.measure)[1]
    found = shared(_columns(where), rows)
    st.header("What do these share?", anchor=False)
    st.text(
        f"Two rows of the group {nearness.between(alike, meant)} ({nearness.table()}); in a group of as many rows "
        f"drawn at random it is {fixed(by_chance, 3)}."
    )
    beside(
        {
            f"in the group ({len(rows):,})": [words[row] for row in rows[:NEAREST]],
        },
        {
            "nearest to their mean, outside": [words[row] for row in near.ids],
            **nearness.values(near, meant),
        },
    )
    if len(rows) > NEAREST:
        with st.expander(f"The first {min(len(rows), LISTED)} of the group", key="j_group_all"):
            st.text(", ".join(words[row] for row in rows[:LISTED]))
            st.caption("All of them, with their columns, are in the CSV under “Data”.")
    if found:
        st.html(_listing(found))
        _formula(found[0])
    else:
        st.text("No kind of word, and no value of another column, is more frequent here than in the whole table.")


def _listing(found: list[Shared]) -> str:
    return listing(
        {
            "value": [f"{item.value} ({item.column})" for item in found],
            "in the group": [f"{item.here:,} of {item.group:,}, {share(item.here, item.group)}" for item in found],
            "in the table": [
                f"{item.everywhere:,} of {item.rows:,}, {share(item.everywhere, item.rows)}" for item in found
            ],
            "times as frequent": [number(item.times) for item in found],
            "chance if drawn blindly": [
                f"below {number(TINY)}" if item.chance < TINY else number(item.chance) for item in found
            ],
        }
    )


def _formula(item: Shared) -> None:
    ui.formula(
        KEY,
        r"\text{times} = \frac{h / g}{t / V}",
        {
            "h": f"rows of the group with the value, {item.here:,}",
            "g": f"rows of the group, {item.group:,}",
            "t": f"rows of the table with the value, {item.everywhere:,}",
            "V": f"rows of the table, {item.rows:,}",
        },
        f"({item.here:,} / {item.group:,}) / ({item.everywhere:,} / {item.rows:,}) = {fixed(item.times, 2)}. A "
        "small chance says that blind drawing would seldom give as many; of many values that one looks at, some are "
        "small by luck.",
    )
