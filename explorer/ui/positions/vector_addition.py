"""Vector addition in the plane: a token row and a position row as arrows, added by the core's layer."""

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, summed
from explorer.views import positions as views
from explorer.views.positions.vector_addition import CIRCLE, WAVES, pair
from explorer.wording import fixed

PART = ui.Part(
    "Two arrows",
    question="How can adding a wave tell a model where a word is?",
    why="A word's [[row]] and the row of its position are added number by number; with two numbers per row you can see "
    "it happen.",
    look="Word, then position from its tip: the thin arrow is their sum. Drag its tip.",
    stations=("rows", "+ positions", "vectors"),
    shown="No model: words by hand, positions by a formula · D = 2",
)


def show() -> None:
    """Draw a row and a position as arrows, and their sum by the core's layer."""
    with ui.controls("p_arrows"):
        line = ui.row("bottom")
        settings = ui.ask(views.arrows, at=line)
    above = st.container()
    guess = None
    waves = settings["encoding"] == WAVES
    if waves:
        guess = ui.predict(
            shared_page_questions.RING,
            answer=CIRCLE,
            hint="Move the position from 0 upwards and watch how long the second arrow is.",
            because=_because(settings["word"]),
        )
    view = views.arrows(**settings)
    if guess is not None:
        view = guess.draw_in(view)
    with above:
        # Around the word's tip the sum moves as a hand does; a growing number takes it straight away.
        dials = [ui.Dial(*WORDS[settings["word"]], POSITIONS)] if waves else []
        ui.show("p_arrows", view, moves=ui.moves(views.arrows, "position", dials=dials), formulas=True)


def _because(word: str) -> str:
    sums, row = summed(word), np.array(WORDS[word])
    lengths = np.linalg.norm(sums - row, axis=1)
    ring = (
        "**Each position takes the word’s arrow to another point of one circle.** "
        f"The row of a position, (sine, cosine), is {lengths.max():.2f} long at every position, so each sum lies "
        f"{lengths.min():.2f} from the row of “{word}”."
    )
    if word == "bites":
        return f"{ring} Choose “dog”: at position 0 and at position 2 it gives two sums."
    apart = fixed(float(np.linalg.norm(sums[0] - sums[2])))
    return (
        f"{ring} That is how “dog bites man” differs from “man bites dog”: “{word}” at position 0 gives "
        f"{pair(sums[0])}, at position 2 {pair(sums[2])}, {apart} apart. Without positions both would "
        f"be {pair(row)}."
    )
