"""k positions on is a rotation of every pair: the matrix, one of its blocks, and its error at each position."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.positions import settings
from explorer.views import positions as views
from explorer.views.positions._shift import FARTHEST, at_once, block
from explorer.views.positions._waves import radians
from explorer.waves.closeness import Waves
from explorer.wording import fixed

PART = ui.Part(
    "Shift",
    why="“Three words back” should mean the same anywhere in a text, and with [[sines]] and cosines it does: "
    "moving on by k places turns every pair by a fixed angle, one and the same table of numbers at every "
    "[[position]].",
    look="The square is that table: four numbers for each pair of columns, and nothing elsewhere. With alternating "
    "columns the four stand together in a block.",
    shown=settings.shown,
)


def show() -> None:
    """The matrix of the rotation, one of its blocks in numbers, and its error at each position."""
    with ui.controls("p_shift"):
        waves = settings.waves(layout=True)
        line = ui.line()
        k = ui.slider("Shift k (positions)", 1, FARTHEST, 1, key="p_k", called="shift", place=line)
        pairs = range(max(waves.dim // 2, 1))
        pair = int(settings.dial(line, "Pair", pairs, 0, "p_pair", "pair"))
    if waves.dim % 2:
        st.warning(
            f"Expected an even width, got {waves.dim}: its last sine has no cosine beside it, and one number alone "
            "can't be turned. Choose an even width."
        )
        return
    _block(waves, k, pair)
    every = waves.length > at_once(waves) and st.toggle(
        f"Compare at all {waves.length:,} positions (slower)", key="p_every", bind="query-params"
    )
    given: dict[str, Any] = {
        "length": waves.length,
        "dim": waves.dim,
        "base": waves.base,
        "layout": waves.layout,
        "k": k,
    }
    matrix = views.shift_matrix(**given, pair=pair)
    left, right = ui.beside(2)
    with left:
        ui.show("p_shift", matrix)
    with right:
        ui.show("p_error", views.shift_error(**given, every=every))
    ui.formulas("p_shift", matrix.formulas)


def _block(waves: Waves, k: int, pair: int) -> None:
    st.markdown(
        f"Every pair turns by its own angle, the same at every position. Pair {pair} turns by k·ω = "
        f"{radians(float(k * waves.frequencies[pair]))}:"
    )
    st.code(
        "\n".join(
            f"{wave} ω(p + {k})  =  {fixed(own, 4):>7} · sin ωp  +  {fixed(other, 4):>7} · cos ωp"
            for wave, (own, other) in zip(("sin", "cos"), block(waves, k, pair), strict=True)
        ),
        language=None,
        wrap_lines=True,
    )
