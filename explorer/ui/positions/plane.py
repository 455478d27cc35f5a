"""A sine alone takes two places for one; with its cosine each place of a turn has its own spot on the clock's face."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.views import positions as views
from explorer.views.positions._face import MOST, TURNS
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

ONE, TWO, _ = questions.TWIN.options


def show() -> None:
    """The wave with two places of one value, the clock's face that tells them apart, and a guess."""
    with ui.controls("p_face"):
        line = ui.line("bottom")
        options = [str(places) for places in TURNS]
        turn = line.segmented_control(
            "Places per turn", options, default="12", required=True, key="p_per_turn", bind="query-params"
        )
        place = ui.slider("Place", 0, MOST, 1, key="p_place", called="place", place=line)
    per_turn = int(turn or 12)
    found = mirror(place % per_turn, per_turn)
    above = st.container()
    guess = ui.predict(
        *questions.TWIN.with_values(sine=fixed(found.sine)),
        answer=ONE if found.alone else TWO,
        hint="Look for a second place straight above or below the chosen one.",
        because=_because(found, per_turn),
    )
    both = bool(guess) and not ui.guide.hides("p_other_place")
    view = views.face(per_turn=per_turn, place=place, answered=both)
    with above:
        ui.show("p_face", view)
        ui.formulas("p_face", view.formulas)


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
        "of sine and cosine. No pair can tell the next turn from this one: that is what the encoding’s slower hands "
        "are for."
    )
