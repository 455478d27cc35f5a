"""Two ways to draw the same table side by side, one selection for both, and what each keeps by one definition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.scripts.projection import ways as scripts
from explorer.ui.frame import order
from explorer.ui.projection import lists, rulers
from explorer.ui.projection.comparing import drawn, points, sample
from explorer.ui.projection.comparing.drawn import Panel
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.distortion import Distortion
from explorer.vectors.nearness import Near
from explorer.vectors.view import AS_IT_IS
from explorer.views.projection._word_axes import GENDER, VALUE, Pairs, axes_of, side
from explorer.views.projection.source import Source, remembered_briefly
from explorer.wording import count, fixed, listed, share, verb
from explorer.words.axes import pair_ruler

PART = ui.Part(
    "Ways to draw a map",
    why="There is no one map of a table: [[principal component|PCA]] throws a shadow, [[t-SNE]] and [[UMAP]] move the "
    "dots so that near words come to stand together, and each way keeps something different.",
    look="Choose a word in one map: its lines lead to its five true neighbours. In which map are they short?",
)

KEY = "j_ways"
PCA, TSNE, UMAP, AXES = "PCA", "t-SNE", "UMAP", "Word axes"
WAYS = (PCA, TSNE, UMAP, AXES)
METHODS = {TSNE: "tsne", UMAP: "umap"}
EQUAL = "they differ by less than one in a hundred"
FEWEST = 20
STARTS = {"along PCA": "pca", "anywhere, by the seed": "random"}


@dataclass(frozen=True)
class Settings:
    """What t-SNE and UMAP are told, and the two word axes."""

    perplexity: int
    neighbours: int
    seed: int
    start: str
    axes: tuple[str, str]


@remembered_briefly
def _axes(where: Source, many: str, ends: tuple[Pairs, ...]) -> NDArray[np.float32]:
    view, rows = source.view(where, AS_IT_IS), list(sample.rows_of(where, many)[0])
    found = [pair_ruler(view, pairs) for pairs in ends]
    return np.stack([each.places[rows] for each in found], axis=1)


def show() -> None:
    """Two maps, a guess which keeps more, and the count for both."""
    with ui.controls(KEY):
        line = ui.line("bottom")
        where = source.choose(line, nearness=True)
        if where is None:
            return
        many = line.selectbox(
            "Points: kinds of words, and first words", sample.MANY, key=f"{KEY}_points", bind="query-params"
        )
        left = line.selectbox("One map", WAYS, key=f"{KEY}_left", bind="query-params")
        right = line.selectbox("The other", WAYS, 1, key=f"{KEY}_right", bind="query-params")
        unfit = st.container()
    with ui.more(KEY):
        settings, colour = _more(), points.ask(st.container(), where, f"{KEY}_colour")
    meant = source.meant(where)
    found = sample.chosen(where, many, meant)
    if found.different < FEWEST:
        st.warning(f"Maps can be compared from {FEWEST} different points on; this table gives {found.different}.")
        return
    with unfit:
        made = {way: _panel(where, many, found, way, settings) for way in (left, right)}
    if panels := [panel for way in (left, right) if (panel := made[way]) is not None]:
        _shown(where, many, meant, panels, settings, colour)


def _more() -> Settings:
    first, second, third = st.columns(3)
    perplexity = first.slider(
        "t-SNE: perplexity", 5, 100, 30, 5, key=f"{KEY}_perplexity", bind="query-params",
        help="About how many neighbours count for each point.",
    )  # fmt: skip
    neighbours = first.slider(
        "UMAP: neighbours", 5, 50, 15, 5, key=f"{KEY}_neighbours", bind="query-params",
        help="How many nearest points, itself counted, each point is tied to.",
    )  # fmt: skip
    seed = second.number_input("Seed", 0, 9999, 0, key=f"{KEY}_seed", bind="query-params")
    start = second.segmented_control(
        "Start", list(STARTS), default="along PCA", required=True, key=f"{KEY}_start", bind="query-params"
    )
    across, up = (
        ui.typed.line(f"Axis {way}: from, to", pairs, key=key, most=rulers.MOST, help=f"{why}.", place=third)
        for way, pairs, key, why in (
            ("across", GENDER, "j_across", rulers.HELP),
            ("up", VALUE, "j_up", rulers.HELP),
        )
    )
    return Settings(int(perplexity), int(neighbours), int(seed), STARTS[str(start)], (across, up))


def _panel(where: Source, many: str, found: sample.Sample, way: str, settings: Settings) -> Panel | None:
    if way == AXES:
        try:
            ends, left_out = axes_of(where, AS_IT_IS, settings.axes)
        except ValueError as problem:
            st.warning(as_typed(str(problem)))
            st.text(
                "So word axes are not drawn. Write pairs of the table's words under More, “Axis across” and “Axis up”."
            )
            return None
        if left_out:
            st.text(" ".join(left_out))
        names = [f"{side(where, pairs, 0)} → {side(where, pairs, 1)}" for pairs in ends]
        return Panel(AXES, _axes(where, many, ends), f"across: {names[0]}; up: {names[1]}")
    flat = found.reduced[:, :2]
    if way == PCA:
        return Panel(PCA, flat, "across: component 1; up: component 2, one scale for both")
    name, told = ("perplexity", settings.perplexity) if way == TSNE else ("neighbours", settings.neighbours)
    axes = f"{name} {told}, seed {settings.seed}; its axes have no meaning, one scale for both"
    return Panel(way, flat, axes, METHODS[way], told, settings.seed, settings.start)


def _shown(where: Source, many: str, meant: Near, panels: list[Panel], settings: Settings, colour: str) -> None:
    found, ways = sample.chosen(where, many, meant), tuple(panel.title for panel in panels)
    groups = points.groups(where, found, colour)
    words = [where.table.words[row] for row in found.rows]
    with order.take("picture"), st.container(key=f"{KEY}_figure"):
        places = drawn.show(f"{KEY}_maps", panels, found.reduced, words, groups, found.near)
        rest = iter(places.positions if places is not None else ())
        spots = [next(rest, None) if panel.method else panel.positions for panel in panels]
        st.text(_summary(where, found, meant, panels, places) + points.coloured(where, colour))
        ui.under(
            KEY,
            lambda: ui.Table(_columns(words, ways, spots), "maps"),
            lambda: scripts.ways(
                where.loaded, found.first, meant, settings.perplexity,
                settings.neighbours, settings.seed, settings.start, "" if groups is found.groups else colour,
            ),
            chart=False,
            prints="It prints PCA's numbers as above; t-SNE and UMAP are other people's there, with the same settings: "
            "other pictures and somewhat other shares.",
        )  # fmt: skip
    judged = [_judged(where, many, meant, panel, each) for panel, each in zip(panels, spots, strict=True)]
    if len(panels) < 2:
        st.text("One map is drawn, so there is nothing to compare.")
    elif ways[0] == ways[1]:
        st.info("Both maps are drawn the same way. Choose another one to compare.")
    elif judged[0] is not None and judged[1] is not None:
        _compared(where, many, meant, (ways[0], ways[1]), (judged[0], judged[1]))
    else:
        st.text("What both maps keep is counted when they are done, or stopped.")


def _summary(where: Source, found: sample.Sample, meant: Near, panels: list[Panel], places: drawn.Places | None) -> str:
    moving = [panel.title for panel in panels if panel.method]
    said = points.drawn(where, found)
    if moving:
        said += (
            f" {listed(dict.fromkeys(moving))} {verb(len(set(moving)), 'reads', 'read')} "
            f"{count(found.reduced.shape[1], 'number')} of each, its first principal components "
            f"({nearness.read(meant)}), and your own browser does the work; the same seed gives the same picture again."
            f"{sample.equal(len(found.rows), found.different)}"
        )
    if places is not None:
        took = [f"{name} {step:,}" for name, step in zip(moving, places.steps, strict=True)]
        said += f" Iterations done: {listed(took)}."
    return said


def _columns(
    words: list[str], ways: tuple[str, ...], points: list[NDArray[np.float32] | None]
) -> dict[str, list[str] | NDArray[np.float32]]:
    columns: dict[str, list[str] | NDArray[np.float32]] = {"word": words}
    for which, way, each in zip(("one", "other"), ways, points, strict=False):
        if each is not None:
            columns |= {f"{way} ({which}), across": each[:, 0], f"{way} ({which}), up": each[:, 1]}
    return columns


def _judged(
    where: Source, many: str, meant: Near, panel: Panel, points: NDArray[np.float32] | None
) -> Distortion | None:
    """What one picture keeps; a browser's own picture is counted once in a session."""
    if points is None:
        return None
    if panel.title == PCA:
        return sample.of_pca(where, many, meant)
    name, key = f"{KEY}_{panel.title}", (where.key, many, meant, points.tobytes())
    before: tuple[tuple[str, str, Near, bytes], Distortion] | None = st.session_state.get(name)
    if before is None or before[0] != key:
        before = st.session_state[name] = (key, sample.kept(sample.chosen(where, many, meant), points))
    return before[1]


def _answer(ways: tuple[str, str], judged: tuple[Distortion, Distortion]) -> str:
    gap = judged[0].share - judged[1].share
    return EQUAL if abs(gap) < 0.01 else ways[0] if gap > 0 else ways[1]


def _compared(
    where: Source, many: str, meant: Near, ways: tuple[str, str], judged: tuple[Distortion, Distortion]
) -> None:
    found = sample.chosen(where, many, meant)
    guess = ui.predict(
        f"{KEY}_guess",
        f"Take each word's {found.k} nearest, by {nearness.by(meant)} in all {found.truth.shape[1]:,} numbers of "
        f"{nearness.table()}. Which map keeps more of them among its {found.k} nearest dots?",
        [*ways, EQUAL],
        answer=lambda: _answer(ways, judged),
        hint="PCA and word axes are shadows, and in a shadow what lies behind lands on top.",
        because="PCA and word axes choose from where to look; t-SNE and UMAP move each dot towards its neighbours.",
    )
    if not guess:
        return
    chance = sample.by_chance(where, many, meant)
    rows = [*zip(ways, judged, strict=True), ("drawn by chance", chance)]
    lists.beside(
        {
            "map": [name for name, _ in rows],
            "neighbours kept": [share(each.share, digits=3) for _, each in rows],
            "trustworthiness": [fixed(each.trustworthiness, 3) for _, each in rows],
            "continuity": [fixed(each.continuity, 3) for _, each in rows],
        }
    )
    how = sample.examined([each for _, each in rows], len(found.rows))
    ui.say(
        f"Neighbours kept: of each word's {found.k} nearest in all numbers, the share that is also among its "
        f"{found.k} nearest dots. [[trustworthiness|Trustworthiness]] falls with each stranger among the near dots, "
        f"[[continuity]] with each true neighbour torn away. {how}"
    )
    _formula(found, ways[0], judged[0])


def _formula(found: sample.Sample, way: str, judged: Distortion) -> None:
    n, k, m = len(found.rows), found.k, len(judged.examined)
    scale = 2 / (m * k * (2 * n - 3 * k - 1))
    ui.formula(
        KEY,
        r"T = 1 - \frac{2}{m k (2n - 3k - 1)} \sum_{i} \sum_{j \in U_i} (r(i, j) - k)",
        {
            "n": f"points: {n:,}",
            "m": f"points examined: {m:,}",
            "k": f"neighbours counted: {k}",
            "U_i": "the dots that are among the k nearest of i in the picture, but not in all numbers",
            "r(i, j)": "the rank of j among the neighbours of i in all numbers: 1 is the nearest",
            "T": "trustworthiness",
        },
        f"{way}: the strangers' ranks lie beyond {k} by {round((1 - judged.trustworthiness) / scale):,} in all, and "
        f"2 / ({m:,} · {k} · {2 * n - 3 * k - 1:,}) of that is {1 - judged.trustworthiness:.4f}: "
        f"T = {judged.trustworthiness:.4f}.",
    )
