"""The same table drawn again with other seeds and settings: what stays, and what changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.scripts.projection import ways as scripts
from explorer.ui.frame import order
from explorer.ui.projection.comparing import drawn, points, sample
from explorer.ui.projection.comparing.drawn import Panel
from explorer.ui.projection.comparing.sample import KINDS_ONLY, Sample
from explorer.ui.projection.lists import beside
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.distortion import Distortion
from explorer.vectors.islands import agreement_of_distances, most_changed, shared_neighbours
from explorer.vectors.nearness import Near
from explorer.views.projection.colouring import KINDS
from explorer.views.projection.source import Source
from explorer.wording import count, fixed, share

PART = ui.Part(
    "Other seeds",
    why="[[t-SNE]] and [[UMAP]] depend on a [[seed]] and on how many neighbours count: draw the same words again with "
    "other choices; what changes between two seeds can't be the table's.",
    look="Which kinds of words stay together in all the pictures, and which islands change places?",
)

KEY = "j_seeds"
METHODS = {"t-SNE": "tsne", "UMAP": "umap"}
SETTINGS = {"t-SNE": ("perplexity", (30, 5, 100)), "UMAP": ("neighbours", (15, 5, 50))}
GUESSES = ("fewer than 3", "3 to 6", "6 or more")
SEEDS = (0, 1, 2)
RUNS = {
    way: (*((usual, seed) for seed in SEEDS), (low, SEEDS[0]), (high, SEEDS[0]))
    for way, (_, (usual, low, high)) in SETTINGS.items()
}
"""Setting and seed of each run that is drawn."""


def show() -> None:
    """PCA and five runs as small pictures, a guess, and what two of them share."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        way = str(
            line.segmented_control(
                "Method", list(METHODS), default="t-SNE", required=True, key=f"{KEY}_method", bind="query-params"
            )
        )
        colour = points.ask(line, where, f"{KEY}_colour")
    meant = source.meant(where)
    found = sample.chosen(where, KINDS_ONLY, meant)
    if found.different <= SETTINGS[way][1][2]:
        most = SETTINGS[way][1][2]
        st.warning(f"These settings need more than {most} different points; this table gives {found.different}.")
        return
    panels = _panels(found, way)
    groups = points.groups(where, found, colour)
    words = [where.table.words[row] for row in found.rows]
    with order.take("picture"), st.container(key=f"{KEY}_figure"):
        places = drawn.show(f"{KEY}_maps", panels, found.reduced, words, groups, found.near)
        st.text(
            f"{points.drawn(where, found)} {way} reads {count(found.reduced.shape[1], 'number')} of each, its first "
            f"principal components ({nearness.read(meant)}), begins at random places, set by its seed, and runs in "
            f"your own browser.{sample.equal(len(found.rows), found.different)}{points.coloured(where, colour)}"
        )
        ui.under(
            KEY,
            lambda: ui.Table(_columns(words, panels, places), "seeds"),
            lambda: scripts.seeds(
                where.loaded, found.first, meant, way, RUNS[way], "" if groups is found.groups else colour
            ),
            chart=False,
            prints="It prints PCA's numbers as above; t-SNE and UMAP are other people's there, with the same settings: "
            "other pictures and somewhat other shares.",
        )
    if places is None:
        st.text("What the pictures share is counted when all of them are done.")
        return
    groups = {name: ids for name, ids in groups.items() if len(ids) >= 3}
    kinds = "kinds of words" if colour == KINDS else f"values of “{colour}” with three points or more"
    islands = Islands(groups, kinds)
    _compared(where, found, meant, way, panels, [panels[0].positions, *places.positions], islands)


def answer(average: float) -> str:
    """Which guess is right for so many shared neighbours.

    >>> answer(2.9), answer(3.0), answer(6.0)
    ('fewer than 3', '3 to 6', '6 or more')
    """
    return GUESSES[0] if average < 3 else GUESSES[1] if average < 6 else GUESSES[2]


def _panels(found: Sample, way: str) -> list[Panel]:
    flat = found.reduced[:, :2]
    name = SETTINGS[way][0]
    return [
        Panel("PCA", flat),
        *(
            Panel(f"Seed {seed}, {name} {told}", flat, "", METHODS[way], told, seed, "random")
            for told, seed in RUNS[way]
        ),
    ]


def _columns(
    words: list[str], panels: list[Panel], places: drawn.Places | None
) -> dict[str, list[str] | NDArray[np.float32]]:
    pictures = [panels[0].positions, *(places.positions if places is not None else ())]
    columns: dict[str, list[str] | NDArray[np.float32]] = {"word": words}
    for panel, spots in zip(panels, pictures, strict=False):
        columns |= {f"{panel.title}: across": spots[:, 0], f"{panel.title}: up": spots[:, 1]}
    return columns


@dataclass(frozen=True, eq=False)
class Islands:
    """The groups whose middles are compared, name → numbers of the points, and what a sentence calls them."""

    groups: dict[str, NDArray[np.int64]]
    name: str


@dataclass(frozen=True, eq=False)
class Counted:
    """What six pictures keep of the table and share with each other.

    Attributes:
        kept: of PCA and the five runs.
        shared: of the same six with the first run.
        ends: of the runs with the lowest and the highest setting with each other.
        islands: what is said of the distances between kinds of words, "" where there are too few kinds.
    """

    kept: list[Distortion]
    shared: list[float]
    ends: float
    islands: str


def _counted(
    where: Source, found: Sample, meant: Near, pictures: list[NDArray[np.float32]], islands: Islands
) -> Counted:
    """The count for six pictures, once in a session for the same ones."""
    key = (where.key, meant, islands.name, b"".join(points.tobytes() for points in pictures))
    before: tuple[tuple[str, Near, str, bytes], Counted] | None = st.session_state.get(f"{KEY}_counted")
    if before is None or before[0] != key:
        first = pictures[1]
        before = st.session_state[f"{KEY}_counted"] = (
            key,
            Counted(
                [sample.kept(found, points) for points in pictures],
                [shared_neighbours(first, points, found.k) for points in pictures],
                shared_neighbours(pictures[4], pictures[5], found.k),
                _islands(found, pictures, islands) if len(islands.groups) >= 3 else "",
            ),
        )
    return before[1]


def _compared(
    where: Source,
    found: Sample,
    meant: Near,
    way: str,
    panels: list[Panel],
    pictures: list[NDArray[np.float32]],
    islands: Islands,
) -> None:
    n, k = len(found.rows), found.k
    counted = _counted(where, found, meant, pictures, islands)
    between = counted.shared[2]
    guess = ui.predict(
        f"{KEY}_guess",
        "Seeds 0 and 1 have the same words, method and settings; chance alone differs. Of a word's "
        f"{k} nearest dots in the one picture, how many are also among its {k} nearest in the other, on average?",
        GUESSES,
        answer=lambda: answer(between * k),
        hint="the neighbours that both pictures were told to keep are the table's.",
        because="Both pictures keep neighbours of the same table, and a neighbour that both keep is shared.",
    )
    if not guess:
        return
    beside(
        {
            f"picture (near: {nearness.by(meant)}, {nearness.SHORT[nearness.table()]})": [
                panel.title for panel in panels
            ],
            "neighbours kept": [share(each.share, digits=3) for each in counted.kept],
            "trustworthiness": [fixed(each.trustworthiness, 3) for each in counted.kept],
            f"shared with {panels[1].title}": [
                "itself" if at == 1 else share(each, digits=3) for at, each in enumerate(counted.shared)
            ],
        }
    )
    st.text(
        f"Shared: of each word's {k} nearest dots in one picture, the share among its {k} nearest in the other. "
        f"Two seeds share {share(between, digits=3)}; the lowest and the highest {SETTINGS[way][0]} share "
        f"{share(counted.ends, digits=3)}. Kept: of the table's {k} nearest. {sample.examined(counted.kept, n)}"
    )
    if counted.islands:
        st.text(counted.islands)
    ui.formula(
        KEY,
        r"S(a, b) = \frac{1}{n k} \sum_{i=1}^{n} \left| N_i(a) \cap N_i(b) \right|",
        {
            "n": f"points: {n:,}",
            "k": f"neighbours counted: {k}",
            "N_i(a)": "the k dots nearest to word i in picture a",
            "S(a, b)": "the share of neighbours that two pictures share",
        },
        f"Seeds 0 and 1: {round(between * n * k):,} of {n:,} · {k} = {n * k:,} neighbours are in both, "
        f"and that is S = {between:.4f}.",
    )


def _islands(found: Sample, pictures: list[NDArray[np.float32]], islands: Islands) -> str:
    names, ids = list(islands.groups), list(islands.groups.values())
    one, two = pictures[1:3]
    between, pairs = agreement_of_distances(one, two, ids)
    first, second, flat = (agreement_of_distances(found.truth, each, ids)[0] for each in (one, two, pictures[0]))
    near, far, factor = most_changed(one, two, ids)
    return (
        f"Take the middles of the {len(names)} {islands.name} and the {pairs} distances between them. From seed 0 to "
        f"seed 1, the distance between {names[near]} and {names[far]} changes by a factor of {factor:.1f} against the "
        "average distance. The order of the distances agrees between the two with a rank correlation of "
        f"{fixed(between)} (1: the same order, 0: none), and with the true distances, in all "
        f"{found.truth.shape[1]:,} numbers, of {fixed(first)} and {fixed(second)}; PCA's agrees with them at "
        f"{fixed(flat)}."
    )
