"""A sine alone takes two places for one; with its cosine each place of a turn has its own spot on the clock's face."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.positions import beginnings as figures
from explorer.figures.spec import Spec
from explorer.scripts.positions import beginnings as scripts
from explorer.waves.beginnings import Mirror, different, hand, mirror
from explorer.wording import count, fixed

PART = ui.Part(
    "Sine and cosine",
    why="A wave is a hand of a clock, written down, and one number is not enough for that: the face of a clock shows "
    "why each [[sine]] has a cosine beside it.",
    look=(
        "Choose a place and follow its line straight down. Where it lands on the bottom line is its sine, and without "
        "the cosine that is all that is left of it."
    ),
    shown="No model: one hand · D = 2",
)

TURNS = {str(places): places for places in (8, 12, 24)}
MOST = 23
ONE, TWO, _ = questions.TWIN.options


@lru_cache(maxsize=64)
def _face(per_turn: int, place: int, other: int | None) -> Spec:
    return figures.face(hand(np.arange(per_turn) / per_turn), chosen=place, other=other)


def show() -> None:
    """The wave with two places of one value, the clock's face that tells them apart, and a guess."""
    with ui.controls("p_face"):
        line = ui.line("bottom")
        per_turn = TURNS[
            line.segmented_control(
                "Places per turn", list(TURNS), default="12", required=True, key="p_per_turn", bind="query-params"
            )
            or "12"
        ]
        place = ui.slider("Place", 0, MOST, 1, key="p_place", called="place", place=line)
    at = place % per_turn
    found = mirror(at, per_turn)
    above = st.container()
    guess = ui.predict(
        *questions.TWIN.with_values(sine=fixed(found.sine)),
        answer=ONE if found.alone else TWO,
        hint="Look for a second place straight above or below the chosen one.",
        because=_because(found, per_turn),
    )
    with above:
        ui.picture(
            "p_face",
            _face(per_turn, at, found.other if guess and not ui.guide.hides("p_other_place") else None),
            summary=_in_words(found, place, per_turn),
            table=lambda: ui.Table(_table(per_turn), "face"),
            script=lambda: scripts.plane(place, per_turn),
        )
        _formula(found, per_turn)


def _formula(found: Mirror, per_turn: int) -> None:
    ui.formula(
        "p_face",
        r"\left(\sin\frac{2\pi p}{n},\ \cos\frac{2\pi p}{n}\right)",
        {
            "p": f"the place: {found.place} in this turn",
            "n": f"places per turn: {per_turn}",
            r"2\pi": "a whole turn in [[radians]]",
        },
        f"2π · {found.place}/{per_turn} = {fixed(2 * np.pi * found.place / per_turn, 3)} radians; the sine is "
        f"{fixed(found.sine)}, the cosine {fixed(found.cosine)}.",
    )


def _table(per_turn: int) -> dict[str, np.ndarray]:
    rows = hand(np.arange(per_turn) / per_turn)
    return {"place": np.arange(per_turn), "sine": rows[:, 0], "cosine": rows[:, 1]}


def _in_words(found: Mirror, place: int, per_turn: int) -> str:
    again = f" One turn is over after {per_turn}: place {place} stands where {found.place} stood." * (place >= per_turn)
    return (
        f"A hand that comes round in {per_turn} places. At place {place} its tip is at sine {fixed(found.sine)}, "
        f"cosine {fixed(found.cosine)}.{again}"
    )


def _because(found: Mirror, per_turn: int) -> str:
    rows = hand(np.arange(per_turn) / per_turn)
    sines, both = different(rows[:, :1]), different(rows)
    this = (
        f"Place {found.place} stands at the {'crest' if found.sine > 0 else 'trough'}, where no other place has its "
        f"sine of {fixed(found.sine)}."
        if found.alone
        else f"Places {found.place} and {found.other} both have the sine {fixed(found.sine)}. Their cosines differ: "
        f"{fixed(found.cosine)} and {fixed(found.other_cosine)}."
    )
    return (
        f"{this} In a turn of {count(per_turn, 'place')} there are {sines} different sines, and {both} different pairs "
        "of sine and cosine. No pair can tell the next turn from this "
        "one: that is what the encoding’s slower hands are for."
    )
