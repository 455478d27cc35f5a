"""Two maps (PCA, t-SNE, UMAP) side by side on the same points, and what each keeps of them."""

import re
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame import part_containers
from explorer.ui.frame.ask import begins, undrawn
from explorer.ui.projection import word_lists
from explorer.ui.projection.comparing import browser_maps, point_controls
from explorer.ui.projection.comparing.browser_maps import METHODS, Panel
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.vectors.map_quality import Distortion
from explorer.views import projection as views
from explorer.views.projection import point_sample
from explorer.views.projection.map_methods import (
    FEWEST,
    INSTEAD,
    PCA,
    TSNE,
    WAYS,
    BrowserMaps,
    judged,
    too_few,
)
from explorer.views.projection.point_sample import Sample, Selection, selected
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice
from explorer.wording import all_of, fixed

PART = ui.Part(
    "Two methods",
    question="Does another map show other neighbours?",
    why="There is no one map of a table. [[principal component|PCA]] throws a shadow; [[t-SNE]] and [[UMAP]] move each "
    "dot until none wants to go.",
    look="Point at a word: lines lead to its five true neighbours.",
)

KEY = "j_ways"
LEFT = Choice("One map", WAYS[0], WAYS, key=f"{KEY}_left", listed=True)
RIGHT = replace(LEFT, label="The other", default=WAYS[1], key=f"{KEY}_right")
MANY, BEGUN = ("perplexity", "neighbours"), ("seed", "start")
BEGINS = begins(views.ways, *MANY, *BEGUN)
EQUAL = "both keep about as many"
DOES = {
    PCA: "PCA shows two directions of many, so what lies behind lands on top.",
    TSNE: "t-SNE moves each dot towards its neighbours.",
    "UMAP": "UMAP moves each dot towards its neighbours.",
}
"""What each method does with neighbours."""
MARKED = re.compile("Trustworthiness|continuity")
"""Terms in the sentence that become glossary links."""


def show() -> None:
    """Draw two maps, a guess on which keeps more neighbours, and the count for both."""
    with ui.controls(KEY, above=ui.style.is_embedded()):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        many = ui.ask(views.ways, "first", at=line)
        maps = ui.control(LEFT, line), ui.control(RIGHT, line)
    colour = point_controls.first_choice(where)
    more = ui.lazy_expander(st.expander, "More", f"{KEY}_more", BEGINS | {f"{KEY}_colour": colour})
    if more is None:
        counts = undrawn(views.ways, *MANY, *BEGUN)
    else:
        with more:
            first, second = st.columns(2)
            counts = ui.ask(views.ways, *MANY, at=first) | ui.ask(views.ways, *BEGUN, at=second)
            colour = point_controls.ask(st.container(), where, f"{KEY}_colour")
    settings = table_choice.settings(where) | nearness.settings() | many
    _, selection, found = selected(settings, settings["first"])
    if found.different < FEWEST:
        st.warning(too_few(found))
        return
    _show_maps(where, selection, found, settings | {"maps": maps, **counts}, colour)


def _panel(found: Sample, way: str, settings: dict[str, Any]) -> Panel:
    flat = found.reduced[:, :2]
    if way == PCA:
        return Panel(way, flat, "component 1 across, 2 up")
    name = "perplexity" if way == TSNE else "neighbours"
    setting, seed, start = settings[name], settings["seed"], settings["start"]
    axes = f"{name} {setting}, seed {seed}; axes mean nothing"
    return Panel(way, flat, axes, METHODS[way], setting, seed, start)


def _show_maps(where: Source, selection: Selection, found: Sample, settings: dict[str, Any], colour: str) -> None:
    ways: tuple[str, ...] = settings["maps"]
    panels = [_panel(found, way, settings) for way in ways]
    moving = any(panel.method for panel in panels)
    with part_containers.take("picture"), st.container(key=f"{KEY}_figure"):
        words = [where.table.words[row] for row in found.rows]
        chosen = "king" * bool(st.session_state.get(f"{KEY}_guess"))  # its lines are evidence
        groups = point_sample.coloured(where, found, colour)
        came = (
            browser_maps.show(f"{KEY}_maps", panels, found.reduced, words, groups, found.near, chosen) or BrowserMaps()
        )
        view = views.ways(**settings, colour=colour, browser_maps=came if moving else None)
    with part_containers.take("sentence"):
        ui.write_sentence(KEY, view.sentence, finds=False)  # which tells how the maps were made
    with part_containers.take("line"):
        ui.view_toolbar(KEY, view, chart=False, caption=INSTEAD if moving else "")
    if ways[0] == ways[1]:
        st.info("Both maps are drawn the same way. Choose another one to compare.")
    elif moving and not came.positions:
        _ask_guess(ways, selection, found, [])
    else:
        given = iter(came.positions)
        spots = [next(given) if panel.method else panel.positions for panel in panels]
        each = [judged(where, selection, way, points) for way, points in zip(ways, spots, strict=True)]
        if _ask_guess(ways, selection, found, each):
            kept = views.ways_kept(**settings, browser_maps=came if moving else None)
            word_lists.beside(kept.table)
            ui.write(MARKED.sub(lambda term: f"[[{term[0].lower()}|{term[0]}]]", kept.sentence))
            ui.view_toolbar(f"{KEY}_kept", kept, caption=INSTEAD if moving else "")
            ui.formulas(KEY, kept.formulas)


def _answer(ways: tuple[str, ...], judged: list[Distortion]) -> str:
    gap = judged[0].share - judged[1].share
    return EQUAL if abs(gap) < 0.01 else ways[0] if gap > 0 else ways[1]


def _ask_guess(ways: tuple[str, ...], selection: Selection, found: Sample, each: list[Distortion]) -> bool:
    kept = [f"{way} keeps {fixed(kept.share * found.k, 1)}" for way, kept in zip(ways, each, strict=False)]
    guess = ui.predict(
        Question(
            f"Take each word's {found.k} nearest, by {nearness.by(selection.near)} in "
            f"{all_of(found.truth.shape[1], 'number')} of {nearness.table()}. Which map keeps more of "
            f"them among its {found.k} nearest dots?",
            (*ways, EQUAL),
            key=f"{KEY}_guess",
        ),
        answer=lambda: _answer(ways, each),
        hint="what does each method want to keep: the wide directions, or the neighbours?",
        because=f"**Yes: of a word’s {found.k} nearest among these {len(found.rows):,} {' and '.join(kept)}.** "
        + " ".join(DOES[way] for way in dict.fromkeys(ways)),
        waits="" if each else "What both maps keep is counted when they are done, or stopped.",
    )
    return bool(guess)
