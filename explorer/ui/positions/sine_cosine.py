"""Sine and cosine: two positions of a turn can share a sine; with the cosine, each is its own point on the clock."""

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.content.en.example_sentence_numbers import words_of
from explorer.positional_encodings.sine_cosine import Mirror, different, hand, mirror
from explorer.ui.frame.guide import carried_text
from explorer.views import positions as views
from explorer.wording import count, fixed

PART = ui.Part(
    "Sine and cosine",
    question="Why two numbers for one clock hand?",
    why="A wave is a hand of a clock, written down. The face of a clock shows what one number, the [[sine]], says of "
    "the hand, and what its cosine says.",
    look="Follow a position’s line straight down to its sine. This hand starts at 12, an angle in school at 3.",
    shown="No model: one hand · D = 2",
)

ONE, TWO, _ = shared_page_questions.TWIN.choices


def show() -> None:
    """Draw the wave with two positions of one sine, the clock face that tells them apart, and a guess."""
    with ui.controls("p_face"):
        line = ui.row("bottom")
        settings = ui.ask(views.face, at=line)
    per_turn, position = settings["per_turn"], settings["position"]
    found = mirror(position % per_turn, per_turn)
    above = st.container()
    guess = ui.predict(
        shared_page_questions.TWIN.with_values(sine=fixed(found.sine)),
        answer=ONE if found.alone else TWO,
        hint="Look for a second position straight above or below the chosen one.",
        because=_because(found, per_turn),
    )
    view = views.face(**settings, words=" ".join(words_of(carried_text.own_words()))).at_question(bool(guess))
    moves = ui.moves(views.face, "position", play=True, glide=True, dials=[ui.Dial(0, 0, per_turn)])
    with above:
        ui.show("p_face", view, moves=moves, formulas=True)


def _because(found: Mirror, per_turn: int) -> str:
    rows = hand(np.arange(per_turn) / per_turn)
    sines, both = different(rows[:, :1]), different(rows)
    this = (
        f"**Position {found.position} stands at the {'crest' if found.sine > 0 else 'trough'}, where no other position "
        f"of the turn has its sine of {fixed(found.sine)}. But for crest and trough, two always share one.**"
        if found.alone
        else f"Positions {found.position} and {found.other} both have the sine {fixed(found.sine)}. Their cosines "
        f"differ: {fixed(found.cosine)} and {fixed(found.other_cosine)}."
    )
    if not found.alone:
        this = f"**Because a sine alone fits two positions.** {this}"
    return (
        f"{this} In a turn of {count(per_turn, 'position')} there are {sines} different sines, and {both} different "
        "pairs of sine and cosine. No pair can tell the next turn from this one: that is what the encoding’s slower "
        "hands are for."
    )
