"""The map: every row of a table as a dot, found words and their neighbours, and how far the picture can be believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.figures import theme
from explorer.figures.projection import map as figures
from explorer.figures.projection.camera import on_screen
from explorer.figures.projection.cloud import pack_names
from explorer.figures.projection.placing import place_labels
from explorer.scripts import projection as scripts
from explorer.ui.projection import counts, source, trust
from explorer.ui.projection.source import Source, remembered
from explorer.vectors.neighbours import cosine_neighbours, picture_neighbours
from explorer.vectors.view import AS_IT_IS, Recipe
from explorer.words.categories import NAMES, members

PART = ui.Part("Map")

KEY = "j_map"
KINDS, PLAIN, FREQUENCY, ROW = "kind of word", "nothing", "frequency in our texts", "row number"
AS_STORED, AS_SWITCHED = "the table as it is", "the table after the switches"
SIZES = ((700.0, 430.0), (1150.0, 430.0))
SCENE_SIZE = (1150.0, float(figures.SCENE))
MOST_FOUND, LABELS, FIRST = 30, 40, 300


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
    window: tuple[float, float, float, float] | None


@remembered
def _names(where: Source) -> NDArray[np.uint8]:
    return pack_names(where.table.words)


@remembered
def _figure(where: Source, request: MapRequest) -> go.Figure:
    table, spots = where.table, source.points(where, request.recipe, request.components)
    space = source.space(where, request.recipe)
    groups = members(table.find, request.kinds) if request.colour == KINDS else _classes(table, request.colour)
    order = list(dict.fromkeys([*request.found, *request.near, *_taking_turns(groups)]))
    if not any(map(len, groups.values())):
        order = list(dict.fromkeys([*order, *range(min(len(table.words), FIRST))]))
    words = [table.words[row] for row in order]
    if spots.shape[1] == 2:
        box = request.window or figures.extent(spots)
        placed = place_labels(spots[order], words, sizes=SIZES, bounds=box, limit=request.labels)
    else:
        low, high = figures.edges(spots)
        seen = on_screen(spots[order], low=low, high=high, eye=figures.EYE, aim=figures.AIM, height=figures.SCENE)
        across, up = SCENE_SIZE[0] / 2, SCENE_SIZE[1] / 2
        placed = place_labels(seen, words, sizes=[SCENE_SIZE], bounds=(-across, -up, across, up), limit=request.labels)
    labels = [figures.Label(order[label.index], words[label.index], label.place) for label in placed]
    values, name = _values(table, request.colour)
    return figures.word_map(
        spots,
        table.words,
        figures.Marks(groups, request.found, request.near, labels),
        titles=[f"component {c + 1} ({space.pca.shares[c]:.1%})" for c in request.components],
        revision=f"{where.key}{request.recipe}{request.components}",
        names=_names(where),
        values=values,
        values_name=name,
    )


def _taking_turns(groups: Any) -> list[int]:
    """Rows of all groups, one of each in turn, so that no kind takes all the labels."""
    rows = [list(map(int, group)) for group in groups.values()]
    return [group[turn] for turn in range(max(map(len, rows), default=0)) for group in rows if turn < len(group)]


def _values(table: WordTable, colour: str) -> tuple[NDArray[Any] | None, str]:
    if colour == FREQUENCY:
        found = counts.counts_of(table).astype(np.float64)
        return np.log10(found, out=np.full(len(found), np.nan), where=found > 0), "log₁₀ count"
    if colour == ROW:
        return np.arange(len(table.words), dtype=np.float32), "row"
    if colour in table.metadata and table.metadata[colour].dtype.kind in "iuf":
        return table.metadata[colour], colour
    return None, ""


def _classes(table: WordTable, colour: str) -> dict[str, NDArray[np.int64]]:
    """Rows by the most frequent values of a metadata column of texts; none for any other colouring."""
    column = table.metadata.get(colour)
    if column is None or column.dtype.kind != "U":
        return {}
    names, counts = np.unique(column, return_counts=True)
    best = names[np.argsort(-counts, kind="stable")][: len(theme.OKABE_ITO)]
    return {str(name): np.flatnonzero(column == name) for name in best}


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    if (word := st.session_state.pop("j_clicked", None)) is not None:
        st.session_state["j_find"] = word
    with ui.controls(KEY):
        boxes = st.columns([1.2, 0.8, 1.3, 1.7])
        where = source.choose(boxes[0])
        if where is None:
            return
        table = where.table
        flat = (
            boxes[1].segmented_control(
                "View", ["2D", "3D"], default="2D", required=True, key="j_view", bind="query-params"
            )
            != "3D"
        )
        choices = [KINDS, FREQUENCY, ROW, *table.metadata, PLAIN]
        if st.session_state.get("j_colour", KINDS) not in choices:
            st.session_state["j_colour"] = KINDS
        colour = boxes[2].selectbox("Colour by", choices, key="j_colour", bind="query-params")
        asked = boxes[3].text_input(
            "Find words",
            "king" if table.find("king") is not None else table.words[0],
            key="j_find",
            bind="query-params",
            max_chars=400,
            help="One or several, with commas between. The first is examined below. A click on a dot does the same.",
        )
    with ui.more(KEY):
        kinds, components, labels, near_count, compare = _more(where, flat)
    recipe = source.fitting(where)
    components = tuple(min(c, len(source.space(where, recipe).pca.components) - 1) for c in components)
    found = _find(table, asked)
    spots = source.points(where, recipe, components)
    judge = source.view(where, recipe if compare == AS_SWITCHED else AS_IT_IS)
    true = cosine_neighbours(judge, found[0], near_count) if found else None
    window = st.session_state.get("j_window") if flat else None
    if window is not None and window[0] != (where.key, recipe, components):
        window = None
    request = MapRequest(
        recipe,
        components,
        colour,
        tuple(kinds),
        tuple(found),
        tuple(true.ids.tolist()) if true else (),
        labels,
        window[1] if window else None,
    )
    event = ui.picture(
        KEY,
        _figure(where, request),
        summary=_summary(where, recipe, components),
        table=lambda: ui.Table(
            {"word": list(table.words)} | {f"component {c + 1}": spots[:, at] for at, c in enumerate(components)},
            "map",
        ),
        script=lambda: scripts.word_map(where.table.name, recipe, components, table.words[found[0]] if found else ""),
        events=("click", "view") if flat else ("click",),
    )
    _follow(event, table, (where.key, recipe, components), window)
    if found and true is not None:
        trust.neighbours(table, found[0], true, picture_neighbours(spots, found[0], near_count), compare)
    trust.believe(where, recipe, components)


def _more(where: Source, flat: bool) -> tuple[list[str], tuple[int, ...], int, int, str]:
    most = min(where.table.vectors.shape)
    kinds = st.multiselect(
        "Kinds of words", NAMES, default=list(NAMES[:4]), key="j_kinds", bind="query-params", max_selections=7
    )
    boxes = st.columns(4)
    pair = [
        boxes[number].number_input(
            f"Component {('across', 'up', 'deep')[number]}",
            1,
            500,
            number + 1,
            key=f"j_c{number + 1}",
            bind="query-params",
        )
        for number in range(2 if flat else 3)
    ]
    if max(pair) > most:
        st.warning(f"This table has {most} components; {max(pair)} is not one of them, so number {most} is drawn.")
    labels = boxes[3].slider("Labels", 0, 80, LABELS, key="j_labelled", bind="query-params")
    left, middle, right = st.columns(3)
    with left:
        source.switches(where)
    near = middle.slider("Neighbours", 3, 20, 10, key="j_k", bind="query-params")
    compare = right.segmented_control(
        "True neighbours in",
        [AS_STORED, AS_SWITCHED],
        default=AS_STORED,
        required=True,
        key="j_compare",
        bind="query-params",
    )
    return kinds, tuple(min(number, most) - 1 for number in pair), labels, near, compare or AS_STORED


def _find(table: WordTable, asked: str) -> list[int]:
    found: list[int] = []
    for word in [part for part in asked.split(",") if part.strip()][:MOST_FOUND]:
        row = table.find(word)
        if row is None:
            similar = table.closest_spelling(word)
            st.warning("A word is not in this table." + (" Similar ones are below." if similar else ""))
            st.text(f"{word.strip()[:60]} is missing" + (f"; there are {', '.join(similar)}" if similar else ""))
        elif row not in found:
            found.append(row)
    return found


def _follow(event: Any, table: WordTable, place: Any, window: Any) -> None:
    """Examine a clicked word; write labels anew for the part that was zoomed to."""
    if event.view is not None:
        seen = (place, tuple(event.view["x"][:1] + event.view["y"][:1] + event.view["x"][1:] + event.view["y"][1:]))
        if window is None or seen[1] != window[1]:
            known = st.session_state.get("j_window_seen")
            if known != seen[1]:
                st.session_state["j_window_seen"] = seen[1]
                st.session_state["j_window"] = seen
                st.rerun(scope="fragment")
    if event.click is not None and event.click.index is not None:
        row = event.click.customdata if event.click.customdata is not None else event.click.index
        if isinstance(row, (int, float)) and 0 <= int(row) < len(table.words):
            st.session_state["j_clicked"] = table.words[int(row)].replace(",", "")
            st.rerun(scope="fragment")


def _summary(where: Source, recipe: Recipe, components: tuple[int, ...]) -> str:
    rows, width = where.table.vectors.shape
    shares = source.space(where, recipe).pca.shares
    named = ", ".join(str(c + 1) for c in components[:-1]) + f" and {components[-1] + 1}"
    kept = float(sum(shares[c] for c in dict.fromkeys(components)))
    more = "zoom in for more" if len(components) == 2 else "drag to turn the picture"
    return (
        f"All {rows:,} rows of {where.table.name} are drawn, none left out. Each has {width:,} numbers; the picture "
        f"shows components {named}, which hold {kept:.1%} of the variance. The rest, {1 - kept:.1%}, can't be seen. "
        f"Names are written where there is room: {more}."
    )
