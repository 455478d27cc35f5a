"""How many directions a table needs, beside a random table of the same shape, and what the three switches do to it."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.content.en import questions
from explorer.figures.projection import spectrum as figures
from explorer.figures.spec import Spec, guessed
from explorer.scripts import projection as scripts
from explorer.ui.projection.table import source
from explorer.vectors.pca import random_shares
from explorer.vectors.view import Recipe
from explorer.views.projection import held
from explorer.views.projection.source import Source, remembered
from explorer.wording import count, number, share

PART = ui.Part(
    "Spectrum",
    why="How many directions a table needs decides how much a flat picture can show: each [[principal component]] "
    "holds a share of the [[variance]], and the fewer of them hold most of it, the better.",
    look="The bars of this table against those of a random table (as many rows and columns, filled with random "
    "numbers): what stands above them is structure.",
)

KEY = "j_scree"
GUESSED = dict(zip(questions.MAP_SHARE.options, ((0, 10), (10, 30), (30, 60), (60, 100)), strict=True))
SWITCHES = {
    "j_center": "**Centre** subtracts the mean row, so that directions are differences between words. Switch it off "
    "with Whisper and see how much of the sum of squares is the mean row's.",
    "j_unit": "**Unit length** makes all rows equally long: only directions count, as in a cosine.",
    "j_remove": "**Remove top directions** takes the strongest ones out.",
}
"""What each switch does; not said on a step of the path that leaves the switch out."""


def answer(held: float) -> str:
    """The answer that is right where two components hold this share.

    >>> [answer(held) for held in (0, 0.099, 0.1, 0.29, 0.3, 0.6, 1)]
    ['under 10 %', 'under 10 %', '10 to 30 %', '10 to 30 %', '30 to 60 %', 'over 60 %', 'over 60 %']
    """
    return [name for name, (low, _) in GUESSED.items() if 100 * held >= low][-1]


@st.cache_data(max_entries=16, show_spinner=False)
def _random(rows: int, width: int) -> NDArray[np.float64]:
    return random_shares(rows, width)


@remembered
def _figure(where: Source, recipe: Recipe, shown: int, covered: bool) -> Spec:
    found = source.space(where, recipe)
    random = _random(*found.view.shape)
    if covered:
        return figures.random_spectrum(random, shown=shown)
    return figures.spectrum(found.pca.squares, found.pca.mean_parts, random, shown=shown)


def _with_guess(figure: Spec, guess: ui.Guess) -> Spec:
    """The guess stands at component 2 of the lower picture, as the range that it was."""
    if not guess or not guess.first:
        return figure
    low, high = GUESSED[guess.first]
    return guessed(figure, 2, (low + high) / 2, low=low, high=high, yaxis="y2")


def show() -> None:
    """Shares of the variance beside those of random numbers, and what the three switches do to them."""
    with ui.controls(KEY):
        left, right = st.columns([1, 2])
        where = source.choose(left)
        if where is None:
            return
        with right, st.container(horizontal=True, vertical_alignment="bottom"):
            recipe = source.switches(where)
    with ui.more(KEY):
        shown = st.slider("Components shown", 2, 384, 50, key="j_shown", bind="query-params")
    space = source.space(where, recipe)
    found, gone = space.pca, held.left(recipe)
    pair = tuple(range(min(2, len(found.components))))
    two = found.held(pair)
    random = np.cumsum(_random(*space.view.shape))
    in_random = share(float(random[min(1, len(random) - 1)]), digits=3)
    revealed = ui.predict(
        *questions.MAP_SHARE.with_values(what=f"the variance{gone}" if gone else "this table's variance"),
        answer=answer(two),
        hint=f"in a random table of this shape, components 1 and 2 hold {in_random}; words are more alike than that.",
        because=f"Components 1 and 2 hold {share(two, digits=3)}.",
    )
    if revealed:
        total = np.cumsum(found.squares)
        half, most = (int(np.searchsorted(total, part - 1e-12)) + 1 for part in (0.5, 0.9))
        of = "what is left" if gone else "the variance" if found.mean_share <= 1e-9 else "the sum of squares"
        summary = (
            f"{where.table.name}: {held.named(pair)} {held.holds(space, pair)}. In a random table of that shape they "
            f"hold {in_random}. Half of {of} takes {count(half, 'component')}, nine tenths {most} of {len(total)}."
            + (f" The star is your guess: {revealed.first}." if revealed.first else "")
        )
    else:
        summary = (
            f"A table of random numbers with as many rows and columns as {where.table.name}: its components 1 and 2 "
            f"hold {in_random} of the variance. The bars of {where.table.name} appear after your guess."
        )
    ui.picture(
        KEY,
        _with_guess(_figure(where, recipe, shown, not revealed), revealed),
        summary=summary,
        table=(lambda: _table(where, recipe, random)) if revealed else None,
        script=(lambda: scripts.spectrum(where.loaded, recipe)) if revealed else None,
    )
    if revealed:
        ui.formula(
            KEY,
            r"\text{share}_k=\frac{\lambda_k}{\lambda_1+\lambda_2+\dots+\lambda_D}",
            {
                r"\lambda_k": "the [[variance]] along [[principal component]] k: how far the rows spread in that "
                "direction" + ("" if recipe.center else " (Centre is off: the mean square instead)"),
                "D": f"directions in all: {len(found.moments)}"
                + (f", {recipe.remove} of them taken out" if recipe.remove else ""),
            },
            f"Component 1: {number(float(found.moments[0]), 4)} of {number(found.total, 4)} in all is "
            f"{share(float(found.moments[0]), found.total, 3)}.",
        )
    if told := [words for key, words in SWITCHES.items() if not ui.guide.hides(key)]:
        st.markdown("\n".join(f"- {words}" for words in told))


def _table(where: Source, recipe: Recipe, random: NDArray[np.float64]) -> ui.Table:
    found = source.space(where, recipe).pca
    return ui.Table(
        {
            "component": np.arange(1, len(found.shares) + 1),
            "share of the variance": found.shares,
            "share of the sum of squares": found.squares,
            "of it the mean row": found.mean_parts,
            "sum of squares, summed": np.cumsum(found.squares),
            "random table, summed": random,
        },
        "spectrum",
    )
