"""Shift by k positions as a rotation of every pair: one hand at two positions, and the matrix that turns all."""

from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.positions.shift import STARTS

PART = ui.Part(
    "Shift",
    question="Is “three words on” the same turn everywhere?",
    why="“Three words on” should mean the same anywhere in a text. The [[sines]] and cosines of a position are hands "
    "of clocks: what does a step of k positions do to each?",
    look="Follow the arc while you move the slider.",
    shown=lambda state: f"{FORMULA} · {table_controls.current_width(state)}",
)

TURNS = "less far", "just as far", "farther"


def show() -> None:
    """Draw one hand turned at two positions; in a fold the matrix that turns all."""
    with ui.controls("p_shift"):
        drawn = ui.row("bottom")
    folded = "p_shift", "Which table: width, base and order of columns"
    table = ui.ask(views.shift_matrix, "dim", "base", "layout", folded=folded)
    settings = ui.ask(views.shift_turn, given={name: table[name] for name in ("dim", "base")}, at=drawn)
    k, (near, far) = settings["k"], STARTS
    guess = ui.predict(
        Question(
            f"You see how far the hand turns from position {near} to {near + k}. And from {far} to {far + k}?",
            TURNS,
            key="p_guess_turn",
        ),
        answer=TURNS[1],
        because=f"**Yes: from {near} to {near + k} and from {far} to {far + k} the hand turns by the same angle.** It "
        f"does so at every step, so a move by {k} is the same turn wherever it starts: a layer that has learned this "
        "turn once can use it at every position.",
        hint="Does a clock’s hand run faster in the afternoon?",
    )
    turn = guess.draw_in(views.shift_turn(**settings))
    moves = ui.moves(views.shift_turn, "k", play=True, drag=False)
    ui.show("p_turned", turn, moves=moves)
    ui.formulas("p_shift", turn.formulas)
    given = settings | table, replace(moves, slider=False)
    ui.later("p_all_hands_more", "All hands at once: one table of numbers", _all_hands, *given)


def _all_hands(settings: dict[str, Any], follows: ui.Moves) -> None:
    st.markdown(
        "The square takes the row of any position to the row k positions on. It has four numbers for each pair of "
        "columns, and nothing elsewhere: with alternating columns the four stand together in a block."
    )
    ui.show("p_shift", views.shift_matrix(**settings), moves=follows)
