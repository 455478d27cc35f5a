"""Shift by k positions as a rotation of every pair: the matrix, and its error at each position."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.ui.positions import linear_fit, table_controls
from explorer.views import positions as views
from explorer.views.positions.shift import at_once

PART = ui.Part(
    "Shift",
    question="Why are three words back the same everywhere?",
    why="“Three words back” should mean the same anywhere in a text, and with [[sines]] and cosines it does: "
    "moving on by k positions turns every pair by a fixed angle, one and the same table of numbers at every "
    "[[position]].",
    look="The square is that table: four numbers for each pair of columns, and nothing elsewhere. With alternating "
    "columns the four stand together in a block.",
    shown=table_controls.table_badge,
)

HEIGHT = 390  # pixels, with the slider in sight


def show() -> None:
    """Draw the rotation matrix, and its error at each position."""
    with ui.controls("p_shift", above=True):
        line = ui.row("bottom")
        table = ui.ask(views.shift_error, "length", "dim", "base", "layout", "k", at=line)
        given = {name: value for name, value in table.items() if name != "length"}
        matrix = views.shift_matrix(**ui.ask(views.shift_matrix, "pair", at=line, given=given))
    if table["length"] > at_once(Waves(**{name: table[name] for name in ("length", "dim")})):
        table = ui.ask(views.shift_error, "every", given=table)
    moves = ui.moves(views.shift_matrix, "k", play=True, drag=False)
    left, right = ui.beside(2)
    with left:
        ui.show("p_shift", matrix, height=HEIGHT, moves=moves)
    with right:
        error = views.shift_error(**table)
        ui.show("p_error", error, height=HEIGHT, moves=None if table.get("every") else replace(moves, slider=False))
    ui.formulas("p_shift", matrix.formulas)
    if st.toggle("Fit such a table to rows that were seen", key="p_fitted", bind="query-params"):
        linear_fit.show()
