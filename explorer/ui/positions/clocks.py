"""Chosen pairs as clock hands, beside the binary counter that the encoding generalises; step or play, by keys too."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.scripts import positions as scripts
from explorer.ui.frame import order, presenter
from explorer.ui.positions import dials, hand, settings
from explorer.views.positions._waves import LONGEST, radians, spread
from explorer.waves.closeness import Waves
from explorer.wording import fixed, listed, tiny

PART = ui.Part(
    "Clocks",
    why="Each pair of numbers in a [[row]] is the tip of one clock hand, and since every hand turns at its own speed, "
    "a few numbers between −1 and 1 tell thousands of places apart.",
    look="Press Play and compare: the higher the number of its pair, the slower a hand turns. Binary digits do the "
    "same in jumps.",
    shown=lambda state: f"{presenter.FORMULA} · {settings.shown_width(state)}",  # one position, which its slider says
)

HANDS = 8
STRIDES = {"1": 1, "8": 8, "64": 64}
LAST = LONGEST - 1


def _move(by: int) -> None:
    st.session_state["p_pos"] = min(max(st.session_state.get("p_pos", 0) + by, 0), LAST)


def _stride() -> int:
    return STRIDES[st.session_state.get("p_stride") or "1"]


def show() -> None:
    """Chosen pairs as clock hands at a position that steps or plays, beside a binary counter."""
    with order.take("picture"):
        above = st.container()
    with order.take("controls"), st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Back", key="p_back", shortcut="B", on_click=lambda: _move(-_stride()))
        st.button("Next", key="p_step", shortcut="N", on_click=lambda: _move(_stride()))
        st.segmented_control(
            "Positions per step", list(STRIDES), default="1", required=True, key="p_stride", bind="query-params"
        )
    with order.take("run"):
        position = ui.slider("Position", 0, LAST, 0, key="p_pos", called="position")
    with ui.more("p_clock", "Which clocks: pairs, width and base"):
        waves = Waves(LAST + 1, *settings.width_and_base(ui.line()))
        every = len(waves.frequencies)
        hint = f"{HANDS} pairs, spread evenly" if every > HANDS else "All pairs"
        pairs = settings.pairs("Pairs", "p_hands", waves, HANDS, hint=hint) or spread(HANDS, every)
    omega = waves.frequencies[pairs]
    summary = _in_words(position, pairs, position * omega / (2 * np.pi))
    with above:
        dials.show(
            "p_clock",
            omega.tolist(),
            pairs,
            position=position,
            stride=_stride(),
            last=LAST,
            moved="p_pos",
            label=summary,
        )
    st.text(summary)
    ui.under(
        "p_clock",
        lambda: ui.Table(_table(waves, pairs, position), "clocks"),
        lambda: scripts.clocks(position, waves.dim, waves.base, pairs),
        chart=False,
    )
    _formula(waves, pairs[0], position)
    if not ui.guide.asks():  # on the guided path the margin asks
        hand.show()
    st.markdown(
        "A binary counter flips its first digit at every step, the next at every second step, the next at every "
        "fourth. The encoding does the same with hands that glide: a fast one for near neighbours, ever slower ones "
        "for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
    )


def _formula(waves: Waves, pair: int, position: int) -> None:
    omega = float(waves.frequencies[pair])
    angle = position * omega
    sine, cosine = waves.tips([pair], position)
    ui.formula(
        "p_clock",
        r"\text{tip of hand } i=\big(\sin p\,\omega_i,\ \cos p\,\omega_i\big)\qquad \omega_i=b^{-2i/D}",
        {
            "p": f"the [[position]]: {position:,}",
            "i": f"the number of the pair, and of its hand: {pair} is worked out below",
            r"\omega_i": "how far the hand turns per position, in [[radians]]; 2π of them make a turn",
            "b": f"the [[base]]: {waves.base:,.0f}",
            "D": f"the [[width]]: {waves.dim:,}",
        },
        f"Hand {pair} turns by {tiny(omega, 4)} per position. At {position:,} it has turned {position:,} × "
        f"{tiny(omega, 4)} = {radians(angle)}, {fixed(angle / (2 * np.pi))} turns: its tip is at "
        f"({fixed(sine.item(), 4)}, {fixed(cosine.item(), 4)}).",
    )


def _table(waves: Waves, pairs: list[int], position: int) -> dict[str, np.ndarray | list[int]]:
    sines, cosines = waves.tips(pairs, position)
    return {
        "pair": pairs,
        "turns": position * waves.frequencies[pairs] / (2 * np.pi),
        "sine": sines[:, 0],
        "cosine": cosines[:, 0],
        "positions per turn": waves.wavelengths[pairs],
    }


def _in_words(position: int, pairs: list[int], turns: np.ndarray) -> str:
    hands = (
        f"The hand of pair {pairs[0]} has"
        if len(pairs) == 1
        else f"The hands of pairs {listed([str(pair) for pair in pairs])} have"
    )
    made = listed([fixed(turn) for turn in turns.tolist()])
    return f"Position {position:,}, in binary {position:b}. {hands} made {made} turns since position 0."
