"""How far the map can be believed: one word's neighbours in truth and in the picture, and the whole picture."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.ui.projection import source
from explorer.ui.projection.source import Source, remembered
from explorer.vectors.distortion import Distortion, distortion
from explorer.vectors.neighbours import Neighbours, agreement
from explorer.vectors.view import Recipe

GUESSES = ("about 8", "about 4", "about 1", "fewer than 1")


@remembered
def _judged(where: Source, recipe: Recipe, components: tuple[int, ...], k: int, sample: int) -> Distortion:
    space = source.space(where, recipe)
    return distortion(space.view, source.points(where, recipe, components), k=k, sample=sample)


def neighbours(table: WordTable, row: int, true: Neighbours, drawn: Neighbours, compare: str) -> None:
    """The nearest in the original space beside the nearest in the picture, and how many agree."""
    both = set(agreement(true, drawn).tolist())
    st.header("Who is close, and who only looks close?", anchor=False)
    st.text(
        f"{table.words[row]}: of its {len(true.ids)} nearest words by cosine ({compare}), "
        f"{len(both)} {'is' if len(both) == 1 else 'are'} also among the {len(drawn.ids)} nearest in the picture."
    )
    left, right = st.columns(2)
    left.dataframe(
        {
            f"nearest in all {table.vectors.shape[1]} numbers": [table.words[i] for i in true.ids],
            "cosine": np.round(true.values, 3).tolist(),
            "in the picture too": ["yes" if i in both else "" for i in true.ids.tolist()],
        },
        hide_index=True,
        height="content",
    )
    right.dataframe(
        {
            "nearest in the picture": [table.words[i] for i in drawn.ids],
            "distance": np.round(drawn.values, 4).tolist(),
            "truly near too": ["yes" if i in both else "" for i in drawn.ids.tolist()],
        },
        hide_index=True,
        height="content",
    )


def believe(where: Source, recipe: Recipe, components: tuple[int, ...]) -> None:
    """A guess, then how many true neighbours the whole picture keeps."""
    st.header("Can I believe the picture?", anchor=False)
    rows = len(where.table.words)
    k = min(10, (rows - 1) // 3)
    if k < 1:
        return

    def judged() -> Distortion:
        with st.spinner("Comparing neighbourhoods …"):
            return _judged(where, recipe, components, k, 500)

    def answer() -> str:
        shared = judged().share * 10
        return GUESSES[0] if shared >= 6 else GUESSES[1] if shared >= 2.5 else GUESSES[2] if shared >= 1 else GUESSES[3]

    if ui.predict(
        "j_guess",
        "Take any word and its 10 nearest words among all the numbers. How many of them, on average, "
        "are among its 10 nearest dots in this picture?",
        GUESSES,
        answer=answer,
        because="A flat picture has room for two directions only; everything else is pressed on top of each other.",
    ):
        found = judged()
        first, second, third = st.columns(3)
        first.metric("Neighbours kept", f"{found.share:.1%}", help="Share of the true nearest that are nearest here")
        second.metric("Trustworthiness", f"{found.trustworthiness:.3f}", help="1: no strangers among the near dots")
        third.metric("Continuity", f"{found.continuity:.3f}", help="1: no true neighbour was torn away")
        how = (
            "every row was examined"
            if len(found.examined) == rows
            else f"{len(found.examined):,} of {rows:,} rows were examined, drawn at random, each against all rows "
            f"(± {found.margin:.1%} for the first figure)"
        )
        st.text(f"With {k} neighbours; {how}. A picture drawn by chance would keep {found.by_chance:.2%}.")
