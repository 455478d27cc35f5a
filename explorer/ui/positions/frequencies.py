"""Frequencies: wavelengths of all pairs, and the waves of chosen ones."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.positions._frequencies import DEFAULT, MOST, doubled

PART = ui.Part(
    "Frequencies",
    why="Every pair of columns is a clock of its own speed: the fast ones tell neighbours apart, the slow ones far "
    "positions, and [[base]] and [[width]] decide how slow the slowest is.",
    look="Dots above the last position, which the dashed line marks: these waves never come round within the table, "
    "and the model sees a part of them only.",
    shown=table_controls.table_badge,
)

DOUBLED = [
    "every wave gets twice as long",
    "slow waves get longer, the fastest stays",
    "fast waves get longer, the slowest stays",
    "nothing changes",
]


def show() -> None:
    """Draw the wavelength of every pair, and the waves of chosen pairs."""
    with ui.controls("p_waves"):
        waves = table_controls.waves()
        chosen = tuple(table_controls.pairs("Pairs", "p_pairs", waves, MOST, default=DEFAULT)) or (0,)
    table: dict[str, Any] = {"length": waves.length, "dim": waves.dim, "base": waves.base, "pairs": chosen}
    view = views.wavelengths(**table)
    ui.show("p_waves", view)
    ui.formulas("p_waves", view.formulas)
    ui.predict(
        "p_double",
        "What does doubling the base do?",
        DOUBLED,
        answer=DOUBLED[1] if waves.dim > 2 else DOUBLED[3],
        hint="The dots of the upper picture lie on a line whose left end stays at 6.28. Move the base.",
        because=_doubling(waves),
    )
    st.header("The chosen waves", anchor=False)
    ui.show("p_curves", views.curves(**table))


def _doubling(waves: Waves) -> str:
    if len(waves.frequencies) == 1:
        return "There is one pair only, and pair 0 turns 1 radian per position at every base."
    double = doubled(waves)
    others = sorted({len(double) // 2, len(double) - 1})
    return (
        f"Pair i takes 2π · base^(2i/D) positions per turn. With D = {waves.dim}, pair 0 gets {double[0]:.2f} times as "
        f"long, {', '.join(f'pair {pair} {double[pair]:.2f} times' for pair in others)}."
    )
