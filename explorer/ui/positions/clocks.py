"""Clock hands of chosen pairs above a binary counter, which the encoding generalises; a slider, buttons and Play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.questions import Question
from explorer.ui.frame import part_containers, presenter_model_caption, step_size
from explorer.ui.positions import frequencies, hand_tip_guess, table_controls
from explorer.ui.room import membership
from explorer.views import positions as views
from explorer.views.positions.clock_dials import clock_middles
from explorer.views.positions.settings import LONGEST
from explorer.wording import fixed, number

PART = ui.Part(
    "Clocks",
    question="How do a few hands tell thousands of positions apart?",
    why="A [[sine]] and its cosine are the tip of one clock hand. One hand is not enough: a fast one soon comes round "
    "again, a slow one hardly moves. Together, each with its own speed (its [[frequency]]), they tell thousands of "
    "positions apart.",
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


SLOWEST = "less than half a turn", "half a turn to one", "more than one turn"


def _ask_slowest(settings: Mapping[str, Any]) -> None:
    """Guess how far the slowest hand drawn gets over all positions of the page."""
    waves = Waves(LONGEST, settings["dim"], settings["base"])
    pair = max(settings["pairs"])
    turns = (LONGEST - 1) / float(waves.wavelengths[pair])
    ui.predict(
        Question(
            f"How far does hand {pair}, the slowest of these, turn from position 0 to {LONGEST - 1:,}?",
            SLOWEST,
            key="p_slowest",
        ),
        answer=SLOWEST[0 if turns < 0.5 else 1 if turns <= 1 else 2],
        because=f"It takes {number(float(waves.wavelengths[pair]))} positions for a turn, so by then it has made "
        f"{fixed(turns)}. "
        + (
            "It never comes round, so no two of these positions have all hands alike."
            if turns < 1
            else "So it comes round: by itself it points nearly the same way at positions a turn or more apart."
        ),
        hint="How many positions it takes for one turn is written under it.",
    )


def show() -> None:
    """Draw the clock hands at one position, which can be stepped or played, above a binary counter."""
    alone = step_size.step() is None
    with ui.controls("p_clock"):
        line = ui.row("bottom")
        settings = ui.ask(views.clocks, "position", at=line)
        if alone:
            line.segmented_control(
                "Positions per step", list(STRIDES), default="1", required=True, key="p_stride", bind="query-params"
            )
    settings = ui.ask(views.clocks, given=settings, folded=("p_clock", "Which clocks: pairs, width and base"))
    large = ui.style.presenting()
    view = views.clocks(**settings, binary=alone and not large, wide=large)
    reached = _reached(settings["position"], _stride()) if alone else range(NEAR + 1)
    turns = Waves(1, settings["dim"], settings["base"]).wavelengths[list(settings["pairs"])].tolist()
    dials = [ui.Dial(*middle, turn) for middle, turn in zip(clock_middles(len(turns), large), turns, strict=True)]
    ui.show("p_clock", view, moves=ui.moves(views.clocks, "position", reached, play=True, dials=dials))
    ui.formulas("p_clock", view.formulas)
    if membership.current() is None:
        _ask_slowest(settings)
        part_containers.apart(hand_tip_guess.show)
    else:  # a class is asked about the tip of a hand
        hand_tip_guess.show()
    st.markdown(
        "A binary counter flips its first digit at every step, the next at every second step, the next at every "
        "fourth. The encoding does the same with hands that glide: a fast one for near neighbours, ever slower "
        "ones for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
    )
    frequencies.show(settings)
