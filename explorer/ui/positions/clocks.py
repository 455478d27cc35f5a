"""Clock hands of chosen pairs above a binary counter, which the encoding generalises; a slider, buttons and Play."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.frame import presenter_model_caption
from explorer.ui.positions import frequencies, hand_tip_guess, table_controls
from explorer.views import positions as views
from explorer.views.positions.settings import LONGEST

PART = ui.Part(
    "Clocks",
    question="How do a few hands tell thousands of positions apart?",
    why="A [[sine]] and its cosine are the tip of one clock hand. One hand is not enough: a fast one soon comes round "
    "again, a slow one hardly moves from one position to the next. Together they tell thousands of positions apart.",
    look="Press Play and compare: the higher its number (its pair of columns), the slower a hand. Binary digits do the "
    "same in jumps.",
    shown=lambda state: f"{presenter_model_caption.FORMULA} · {table_controls.current_width(state)}",  # one position
)

NEAR = 63
"""The slider's last position on the path, so that on a phone it can be set to the task's."""
SPAN = 128
"""Steps of the slider elsewhere; when they are played, the next ones follow."""
STRIDES = {"1": 1, "8": 8, "64": 64}


def _stride() -> int:
    return STRIDES[st.session_state.get("p_stride") or "1"]


def _reached(position: int, stride: int) -> range:
    """Positions of the slider: as many steps as `SPAN`, around the chosen position.

    >>> _reached(128, 1), _reached(1_000, 64)
    (range(128, 257), range(0, 8192, 64))
    """
    first = position // (SPAN * stride) * SPAN * stride
    return range(first, min(first + SPAN * stride, LONGEST - 1) + 1, stride)


def show() -> None:
    """Draw the clock hands at one position, which can be stepped or played, above a binary counter."""
    alone = not ui.guide.has_question()  # on the guided path the margin asks and explains
    with ui.controls("p_clock"):
        line = ui.row("bottom")
        settings = ui.ask(views.clocks, "position", at=line)
        line.segmented_control(
            "Positions per step", list(STRIDES), default="1", required=True, key="p_stride", bind="query-params"
        )
    settings = ui.ask(views.clocks, given=settings, folded=("p_clock", "Which clocks: pairs, width and base"))
    view = views.clocks(**settings, binary=alone)
    reached = _reached(settings["position"], _stride()) if alone else range(NEAR + 1)
    ui.show("p_clock", view, moves=ui.moves(views.clocks, "position", reached, play=True))
    ui.formulas("p_clock", view.formulas)
    if alone:
        hand_tip_guess.show()
        st.markdown(
            "A binary counter flips its first digit at every step, the next at every second step, the next at every "
            "fourth. The encoding does the same with hands that glide: a fast one for near neighbours, ever slower "
            "ones for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
        )
        frequencies.show(settings)
