"""Each pair as a clock hand, beside the binary counter that the encoding generalises; step or play."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures import positions_waves as figures
from explorer.geometry.positions import Waves
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings

HANDS = 8
STRIDES = {"1": 1, "8": 8, "64": 64}
LAST = 8_191
PLAYED = 48  # steps of one play: an abandoned page must not tick for ever
PACE = 0.8


def _move(by: int) -> None:
    st.session_state["p_pos"] = min(max(st.session_state.get("p_pos", 0) + by, 0), LAST)


def _stride() -> int:
    return STRIDES[st.session_state.get("p_stride") or "1"]


def show() -> None:
    """Draw this part of the page."""
    if st.session_state.pop("_p_stop", False):
        st.session_state["p_play"] = False
    left, middle = st.columns([1, 2], vertical_alignment="bottom")
    playing = left.toggle("Play", key="p_play")
    middle.segmented_control(
        "Positions a step", list(STRIDES), default="1", required=True, key="p_stride", bind="query-params"
    )
    if not playing:
        st.session_state["_p_played"] = 0
    st.fragment(partial(_panel, playing), run_every=PACE if playing else None)()


def _panel(playing: bool) -> None:
    if playing:
        _tick()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Back", key="p_back", on_click=lambda: _move(-_stride()), disabled=playing)
        st.button("Step", key="p_step", on_click=lambda: _move(_stride()), disabled=playing)
        position = st.slider("Position", 0, LAST, 0, key="p_pos", bind="query-params", disabled=playing)
    with ui.more("p_clock", "Width and base"):
        waves = Waves(LAST + 1, *settings.width_and_base(*st.columns(2)))
    position = int(position)
    pairs = settings.spread(HANDS, len(waves.frequencies))
    angles = position * waves.frequencies[pairs]
    bits = [position >> bit & 1 for bit in range(len(pairs))]
    turns = angles / (2 * np.pi)
    ui.picture(
        "p_clock",
        figures.clocks(angles, pairs, bits),
        summary=(
            f"Position {position}, in binary {position:b}. Clock hands of pairs {', '.join(map(str, pairs))}, "
            f"fastest on the left, have made {', '.join(f'{turn:,.2f}' for turn in turns)} turns. "
            f"Below, the last {len(bits)} binary digits, the ones on the left."
        ),
        table=lambda: ui.Table(
            {"pair": pairs, "turns": turns, "sine": np.sin(angles), "cosine": np.cos(angles), "bit": bits}, "clocks"
        ),
        script=lambda: scripts.clocks(position, waves.dim, waves.base, pairs),
    )
    st.markdown(
        "A binary counter flips its first digit at every step, the next at every second step, the next at every "
        "fourth. The encoding does the same with hands that turn smoothly: a fast one for near neighbours, ever "
        "slower ones for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
    )


def _tick() -> None:
    played = st.session_state.get("_p_played", 0) + 1
    st.session_state["_p_played"] = played
    if played > PLAYED or st.session_state.get("p_pos", 0) >= LAST:
        st.session_state["_p_played"] = 0
        st.session_state["_p_stop"] = True
        st.rerun()
    if played > 1:
        _move(_stride())
