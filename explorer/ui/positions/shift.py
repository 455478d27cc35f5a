"""k positions on is a rotation of every pair: the matrix, one of its blocks, and its error at every position."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.core.functional import shift_matrix
from explorer.figures import positions_shift as figures
from explorer.geometry.positions import Waves
from explorer.geometry.positions_shift import shift_errors
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings

CORNER = 24


@st.cache_data(max_entries=32, show_spinner="Comparing at every position")
def _errors(waves: Waves, k: int) -> np.ndarray:
    return shift_errors(waves, k)


@st.cache_data(max_entries=32, show_spinner=False)
def _figures(waves: Waves, k: int) -> tuple[go.Figure, go.Figure]:
    corner = _matrix(waves, k)[:CORNER, :CORNER]
    return figures.rotation(corner), figures.errors(_errors(waves, k))


def _matrix(waves: Waves, k: int) -> np.ndarray:
    return shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    with ui.controls("p_shift"):
        waves = settings.waves(layout=True)
        left, right = st.columns(2)
        k = int(left.slider("Shift k (positions)", 1, 64, 1, key="p_k", bind="query-params"))
        pair = int(right.number_input("Pair", 0, 511, 0, key="p_pair", bind="query-params"))
    if waves.dim % 2:
        st.warning(
            f"Expected an even width, got {waves.dim}: its last sine has no cosine beside it, and one number alone "
            "can't be turned. Choose an even width."
        )
        return
    pair = min(pair, waves.dim // 2 - 1)
    angle = k * waves.frequencies[pair]
    st.markdown(
        f"Every pair turns by its own angle, the same everywhere. Pair {pair} turns by k·ω = {angle:.4g} radians:"
    )
    block = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    st.code(
        "\n".join(
            f"{wave} ω(p + {k})  =  {own:7.4f} · sin ωp  +  {other:7.4f} · cos ωp"
            for wave, (own, other) in zip(("sin", "cos"), block, strict=True)
        ),
        language=None,
    )
    matrix, errors = _figures(waves, k)
    worst = _errors(waves, k)
    left, right = st.columns(2)
    with left:
        ui.picture(
            "p_shift",
            matrix,
            summary=_corner_in_words(waves, k),
            table=lambda: _table(waves, k),
            script=lambda: scripts.shift(waves.length, waves.dim, waves.base, waves.layout, k, pair),
        )
    with right:
        ui.picture(
            "p_error",
            errors,
            summary=(
                f"PE(p + {k}) against M PE(p), both in 64-bit numbers, at every one of {waves.length:,} positions: the "
                f"largest error is {worst.max():.2g}, which is rounding."
            ),
            table=lambda: ui.Table({"position": np.arange(waves.length), "largest error": worst}, "shift_error"),
            script=lambda: scripts.shift(waves.length, waves.dim, waves.base, waves.layout, k, pair),
        )


def _corner_in_words(waves: Waves, k: int) -> str:
    size = min(CORNER, waves.dim)
    part = f"The first {size} rows and columns of the" if size < waves.dim else "The"
    blocks = "2 × 2 blocks on the diagonal" if waves.layout == "interleaved" else "blocks that reach from half to half"
    return (
        f"{part} {waves.dim} × {waves.dim} matrix M for k = {k}: {blocks}. Of its {waves.dim**2:,} numbers at most "
        f"{2 * waves.dim:,} are not 0."
    )


def _table(waves: Waves, k: int) -> ui.Table:
    corner = _matrix(waves, k)[:CORNER, :CORNER]
    return ui.Table({f"column {i}": corner[:, i] for i in range(len(corner))}, "shift_matrix")
