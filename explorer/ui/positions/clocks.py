"""Chosen pairs as clock hands, beside the binary counter that the encoding generalises; step or play, by keys too."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.positions import waves as figures
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.waves.closeness import Waves

PART = ui.Part(
    "Clocks",
    why=(
        "A row of the table is a row of clocks, read off: each pair of numbers is the tip of one hand, and every hand "
        "turns at its own speed. That is how a few numbers between −1 and 1 tell thousands of places apart."
    ),
    look="Step on and compare: the first hand runs, the last hardly moves. Below, binary digits do the same in jumps.",
)

HANDS = 8
STRIDES = {"1": 1, "8": 8, "64": 64}
LAST = settings.LONGEST - 1
DIGITS = LAST.bit_length()
PLAYED = 48  # steps of one play: an abandoned page must not tick for ever
PACE = 0.8
PLAYING, STEPS_PLAYED = "_p_playing", "_p_played"


def _move(by: int) -> None:
    st.session_state["p_pos"] = min(max(st.session_state.get("p_pos", 0) + by, 0), LAST)


def _stride() -> int:
    return STRIDES[st.session_state.get("p_stride") or "1"]


def _turn_on_or_off() -> None:
    st.session_state[PLAYING] = not st.session_state.get(PLAYING, False)
    st.session_state[STEPS_PLAYED] = 0


def show() -> None:
    """Draw this part of the page."""
    playing = st.session_state.get(PLAYING, False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        label = "Pause" if playing else "Play"
        st.button(label, key="p_play", shortcut="P", on_click=_turn_on_or_off, width=130)
        st.segmented_control(
            "Positions a step", list(STRIDES), default="1", required=True, key="p_stride", bind="query-params"
        )
    st.fragment(partial(_panel, playing), run_every=PACE if playing else None)()


def _panel(playing: bool) -> None:
    if playing:
        _tick()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Back", key="p_back", shortcut="B", on_click=lambda: _move(-_stride()), disabled=playing, width=130)
        st.button("Next", key="p_step", shortcut="N", on_click=lambda: _move(_stride()), disabled=playing, width=130)
        position = int(st.slider("Position", 0, LAST, 0, key="p_pos", bind="query-params", disabled=playing))
    with ui.more("p_clock", "Which clocks: pairs, width and base"):
        waves = Waves(LAST + 1, *settings.width_and_base(*st.columns(2, gap="medium")))
        pairs = settings.pairs("Pairs", "p_hands", waves, HANDS, hint="8 pairs, spread evenly") or settings.spread(
            HANDS, len(waves.frequencies)
        )
    angles = position * waves.frequencies[pairs]
    bits = [position >> bit & 1 for bit in range(DIGITS)]
    turns = angles / (2 * np.pi)
    ui.picture(
        "p_clock",
        figures.clocks(angles, pairs, bits),
        summary=(
            f"Position {position}, in binary {position:b}. {_hands(pairs)} made "
            f"{', '.join(f'{turn:,.2f}' for turn in turns)} turns since position 0. "
            "Below, the binary digits: the one that flips fastest on the left, as with the clocks."
        ),
        table=lambda: ui.Table(
            {
                "pair": pairs,
                "turns": turns,
                "sine": np.sin(angles),
                "cosine": np.cos(angles),
                "positions a turn": waves.wavelengths[pairs],
            },
            "clocks",
        ),
        script=lambda: scripts.clocks(position, waves.dim, waves.base, pairs),
    )
    st.markdown(
        "A binary counter flips its first digit at every step, the next at every second step, the next at every "
        "fourth. The encoding does the same with hands that turn smoothly: a fast one for near neighbours, ever "
        "slower ones for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
    )


def _hands(pairs: list[int]) -> str:
    if len(pairs) == 1:
        return f"The hand of pair {pairs[0]} has"
    return f"The hands of pairs {', '.join(map(str, pairs))} have"


def _tick() -> None:
    played = st.session_state.get(STEPS_PLAYED, 0) + 1
    st.session_state[STEPS_PLAYED] = played
    if played > PLAYED or st.session_state.get("p_pos", 0) >= LAST:
        st.session_state[PLAYING] = False
        st.rerun()
    if played > 1:
        _move(_stride())
