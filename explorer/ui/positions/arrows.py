"""A row and a position as two arrows in the plane, added by the core's layer."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.views import positions as views
from explorer.views.frames import frames_of
from explorer.views.positions._arrows import CIRCLE, pair
from explorer.waves.beginnings import PLACES, WORDS, summed
from explorer.wording import fixed

PART = ui.Part(
    "Two arrows",
    why="A word's [[row]] and the row of its place are added number by number; with two numbers per row you can see "
    "it happen.",
    look="One arrow is the word, the next, from its tip, the place; the thin one is their sum, which the model reads. "
    "Drag sideways in the picture to change the place.",
    stations=("rows", "+ positions", "vectors (B, T, D)"),
    shown="No model: words by hand, places by a formula · D = 2",
)


def show() -> None:
    """A row and a position as arrows, and their sum by the core's layer."""
    with ui.controls("p_arrows"):
        line = ui.line("bottom")
        word = (
            line.segmented_control("Word", list(WORDS), default="dog", required=True, key="p_word", bind="query-params")
            or "dog"
        )
        place = ui.slider("Place", 0, PLACES - 1, 2, key="p_word_place", called="place", place=line)
    above = st.container()
    guess = ui.predict(
        *questions.RING,
        answer=CIRCLE,
        hint="Move the place from 0 upwards and watch how long the second arrow is.",
        because=_because(word),
    )
    view = views.arrows(word=word, place=place, answered=bool(guess), guess=guess.first if guess else None)
    with above:
        ui.show("p_arrows", view, frames=frames_of(view, "place", range(PLACES)), moves="p_word_place")
        ui.formulas("p_arrows", view.formulas)


def _because(word: str) -> str:
    sums, row = summed(word), np.array(WORDS[word])
    lengths = np.linalg.norm(sums - row, axis=1)
    ring = (
        f"The row of a place, (sine, cosine), is {lengths.max():.2f} long at every place, so each sum lies "
        f"{lengths.min():.2f} from the row of “{word}”."
    )
    if word == "bites":
        return f"{ring} Choose “dog”: at place 0 and at place 2 it gives two sums."
    apart = fixed(float(np.linalg.norm(sums[0] - sums[2])))
    return (
        f"{ring} That is how “dog bites man” differs from “man bites dog”: “{word}” at place 0 gives {pair(sums[0])}, "
        f"at place 2 {pair(sums[2])}, {apart} apart. Without positions both would "
        f"be {pair(row)}."
    )
