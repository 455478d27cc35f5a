"""A row and a position as two arrows in the plane, added by the core's layer."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.positions import beginnings as figures
from explorer.figures.spec import Spec
from explorer.scripts.positions import beginnings as scripts
from explorer.waves.beginnings import PLACES, WORDS, summed
from explorer.wording import fixed, in_brackets

PART = ui.Part(
    "Two arrows",
    why="A word's [[row]] and the row of its place are added number by number; with two numbers per row you can see "
    "it happen.",
    look="One arrow is the word, the next, from its tip, the place; the thin one is their sum, which the model reads.",
    stations=("rows", "+ positions", "vectors (B, T, D)"),
    shown="No model: words by hand, places by a formula · D = 2",
)

ANYWHERE, CIRCLE, LINE = questions.RING.options


@lru_cache(maxsize=128)
def _figure(word: str, place: int, ring: bool, guess: str | None) -> Spec:
    figure = figures.arrows(WORDS, summed(word), word=word, place=place, ring=ring)
    if guess not in (LINE, ANYWHERE):
        return figure  # the circle is drawn already
    sums = summed(word)
    step = sums[1] - sums[0]
    return figures.outlined(figure, np.stack([sums[0] - 4 * step, sums[0] + 4 * step]) if guess == LINE else None)


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
    with above:
        ui.picture(
            "p_arrows",
            _figure(word, place, bool(guess), guess.first if guess else None),
            summary=_in_words(word, place)
            + (f" Your guess, {guess.first}, is dotted." if guess and guess.first in (LINE, ANYWHERE) else ""),
            table=lambda: ui.Table(_table(word), "arrows"),
            script=lambda: scripts.arrows(word, place),
        )
        _formula(word, place)


def _pair(values: np.ndarray) -> str:
    return f"({', '.join(fixed(value) for value in values.tolist())})"


def _formula(word: str, place: int) -> None:
    row, total = np.array(WORDS[word]), summed(word)[place]
    step = total - row
    ui.formula(
        "p_arrows",
        r"x = E[\text{word}] + P[p]",
        {
            r"E[\text{word}]": f"the row of “{word}”: {_pair(row)}",
            "P[p]": f"the row of place {place}, (sin {place}, cos {place}) with the angle in radians: {_pair(step)}",
            "x": "what the model reads",
        },
        f"First number: {fixed(row[0])} + {in_brackets(fixed(step[0]))} = {fixed(total[0])}. Second: {fixed(row[1])} + "
        f"{in_brackets(fixed(step[1]))} = {fixed(total[1])}.",
    )


def _table(word: str) -> dict[str, np.ndarray]:
    sums, row = summed(word), np.array(WORDS[word])
    steps = sums - row
    return {
        "place": np.arange(PLACES),
        "position, first": steps[:, 0],
        "position, second": steps[:, 1],
        "sum, first": sums[:, 0],
        "sum, second": sums[:, 1],
    }


def _in_words(word: str, place: int) -> str:
    row, total = np.array(WORDS[word]), summed(word)[place]
    return (
        f"Row of “{word}” {_pair(row)} + place {place} {_pair(total - row)} = {_pair(total)}. The numbers of the three "
        f"words are chosen by hand; those of the place are sin {place} and cos {place}, in radians: a whole "
        f"turn is 2π = {fixed(2 * np.pi)}."
    )


def _because(word: str) -> str:
    sums, row = summed(word), np.array(WORDS[word])
    lengths = np.linalg.norm(sums - row, axis=1)
    apart = float(np.linalg.norm(sums[0] - sums[2]))
    return (
        f"The row of a place, (sine, cosine), is {lengths.max():.2f} long at every place, so each sum lies "
        f"{lengths.min():.2f} from the row of “{word}”. That is how “dog bites man” differs from “man bites dog”: "
        f"“{word}” at place 0 gives {_pair(sums[0])}, at place 2 {_pair(sums[2])}, {fixed(apart)} apart. Without "
        f"positions both would be {_pair(row)}."
        if word != "bites"
        else f"The row of a place, (sine, cosine), is {lengths.max():.2f} long at every place, so each sum lies "
        f"{lengths.min():.2f} from the row of “{word}”. Choose “dog”: at place 0 and at place 2 it gives two sums."
    )
