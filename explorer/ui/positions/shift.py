"""Shift by k positions as a rotation of every pair: the matrix, and its error at each position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.positions import linear_fit, table_controls
from explorer.views import positions as views
from explorer.views.positions._shift import FARTHEST, at_once

PART = ui.Part(
    "Shift",
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
        line = ui.row()
        k = ui.number("Shift k (positions)", 1, FARTHEST, 1, key="p_k", called="shift", container=line, width=170)
        waves = table_controls.waves(layout=True)
        pairs = range(waves.dim // 2)
        pair = int(table_controls.dial(line, "Pair", pairs, 0, "p_pair", "pair"))
    every = waves.length > at_once(waves) and st.toggle(
        f"Compare at all {waves.length:,} positions (slower)", key="p_every", bind="query-params"
    )
    given: dict[str, Any] = {"dim": waves.dim, "base": waves.base, "layout": waves.layout, "k": k}
    matrix = views.shift_matrix(**given, pair=pair)
    moves = ui.Moves("k", range(1, FARTHEST + 1), "p_k", "Shift k", play=True, drag=False)
    left, right = ui.beside(2)
    with left:
        ui.show("p_shift", matrix, height=HEIGHT, moves=moves)
    with right:
        error = views.shift_error(**given, length=waves.length, every=every)
        ui.show("p_error", error, height=HEIGHT, moves=None if every else replace(moves, slider=False))
    ui.formulas("p_shift", matrix.formulas)
    if st.toggle("Fit such a table to rows that were seen", key="p_fitted", bind="query-params"):
        linear_fit.show()
