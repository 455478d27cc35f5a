"""Seeds of t-SNE and UMAP: the same table drawn twice, to see what stays."""

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame import part_containers
from explorer.ui.projection.comparing import browser_maps, point_controls
from explorer.ui.projection.comparing.browser_maps import METHODS, Panel
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.ui.projection.word_lists import beside
from explorer.views import projection as views
from explorer.views.projection import point_sample
from explorer.views.projection.map_methods import INSTEAD, BrowserMaps
from explorer.views.projection.point_sample import selected
from explorer.views.projection.tsne_umap_seeds import SEEDS, SETTINGS, Counted, counts, titles, too_few
from explorer.wording import fixed

PART = ui.Part(
    "Other seeds",
    question="Does the same method draw the same map twice?",
    why="[[t-SNE]] and [[UMAP]] begin at random, from a [[seed]], and move the dots so that near words come to stand "
    "together.",
    look="Lines lead from one word to its five true neighbours. What differs between the maps can't be the table's.",
)

KEY = "j_seeds"
GUESSES = ("fewer than 3", "3 to 6", "6 or more")


def show() -> None:
    """Draw two runs, a guess, and the neighbours that they share."""
    with ui.controls(KEY, above=ui.style.is_embedded()):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        way = ui.ask(views.seeds, "method", at=line)["method"]
        colour = point_controls.ask(line, where, f"{KEY}_colour")
    settings = table_choice.settings(where) | nearness.settings()
    _, selection, found = selected(settings)
    if problem := too_few(found, way):
        st.warning(problem)
        return
    settings |= {"method": way, "colour": colour}
    with part_containers.take("picture"), st.container(key=f"{KEY}_figure"):
        came = browser_maps.show(
            f"{KEY}_maps",
            _panels(found, way),
            found.reduced,
            [where.table.words[row] for row in found.rows],
            point_sample.coloured(where, found, colour),
            found.near,
            chosen="king",
        )
        view = views.seeds(**settings, browser_maps=came or BrowserMaps())
    with part_containers.take("sentence"):
        ui.write_sentence(KEY, view.sentence)
    with part_containers.take("line"):
        ui.view_toolbar(KEY, view, chart=False, caption=INSTEAD)
    counted = came and counts(where, selection, list(came.positions))
    guess = ui.predict(
        Question(
            f"Both maps have the same words, method and settings; chance alone differs. Of a word’s {found.k} nearest "
            "dots in one map, how many are also nearest in the other, on average?",
            GUESSES,
            key=f"{KEY}_guess",
        ),
        answer=lambda: answer(counted.between * found.k if counted else 0),
        hint="the neighbours that both maps were told to keep are the table's.",
        because=lambda: _why(counted, found.k) if counted else "",
        waits="" if counted else "What the maps share is counted when both are done.",
    )
    if not guess or came is None:
        return
    view = views.seeds_shared(**settings, browser_maps=came)
    beside(view.table)
    ui.write_sentence(KEY, view.sentence)
    ui.view_toolbar(f"{KEY}_shared", view, caption=INSTEAD)
    ui.formulas(KEY, view.formulas)


def answer(average: float) -> str:
    """The right option for a number of shared neighbours.

    >>> answer(2.9), answer(3.0), answer(6.0)
    ('fewer than 3', '3 to 6', '6 or more')
    """
    return GUESSES[0] if average < 3 else GUESSES[1] if average < 6 else GUESSES[2]


def _why(counted: Counted, k: int) -> str:
    one, two = (fixed(each.share * k, 1) for each in counted.kept)
    return (
        f"**No: of a word’s {k} nearest dots {fixed(counted.between * k, 1)} are the same in both maps.** "
        f"Of its {k} true neighbours one map keeps {one}, the other {two}: the rest is not the table’s."
    )


def _panels(found: point_sample.Sample, way: str) -> list[Panel]:
    flat, setting = found.reduced[:, :2], SETTINGS[way][1]
    return [
        Panel(title, flat, "", METHODS[way], setting, seed, "random")
        for title, seed in zip(titles(way), SEEDS, strict=True)
    ]
