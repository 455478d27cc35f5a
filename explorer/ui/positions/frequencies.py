"""Speed of every clock hand: the wavelengths of all pairs, and what doubling the base does to them."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.questions import Question
from explorer.ui.room import membership
from explorer.views import positions as views
from explorer.views.positions.frequencies import doubled

DOUBLED = (
    "every wave gets twice as long",
    "slow waves get longer, the fastest stays",
    "fast waves get longer, the slowest stays",
    "nothing changes",
)


def show(clocks: Mapping[str, Any]) -> None:
    """Draw, in a fold, the wavelength of every pair for the width and base of `clocks`; those drawn have a ring."""
    ui.later("p_speeds_more", "Every hand’s speed", _speeds, clocks, opened_by=("p_len", "p_double"))


def _speeds(clocks: Mapping[str, Any]) -> None:
    st.markdown(
        "A dot is a pair, its height the positions of one turn. Above the dashed line, the last position, a hand never "
        "comes round within the table: a model sees a part of its turn only. The base and the width, under “Which "
        "clocks”, decide how slow the slowest is."
    )
    settings = ui.ask(views.wavelengths, given={name: clocks[name] for name in ("dim", "base", "pairs")})
    ui.show("p_waves", views.wavelengths(**settings), formulas=True)
    if membership.current() is None:  # a class is asked about the tip of the hand
        ui.predict(
            Question("What does doubling the base do?", DOUBLED, key="p_double"),
            answer=DOUBLED[1],
            hint="The dots lie on a line whose left end stays at 6.28. Move the base.",
            because=_doubling(Waves(settings["length"], settings["dim"], settings["base"])),
        )


def _doubling(waves: Waves) -> str:
    double = doubled(waves)
    others = sorted({len(double) // 2, len(double) - 1})
    return (
        f"Pair i takes 2π · base^(2i/D) positions per turn. With D = {waves.dim}, pair 0 gets {double[0]:.2f} times as "
        f"long, {', '.join(f'pair {pair} {double[pair]:.2f} times' for pair in others)}."
    )
