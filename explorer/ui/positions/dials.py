"""The clocks as a component: they fill the width of any screen, and Play moves them in the browser."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from explorer.wording import number

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "explorer_dials",
    js=(_HERE / "dials.js").read_text(encoding="utf-8"),
    css=(_HERE / "dials.css").read_text(encoding="utf-8"),
    isolate_styles=True,
)


def speed(wavelength: float) -> str:
    """How long a turn takes, as it stands below a clock.

    >>> speed(6.2832), speed(54410.0)
    ('a turn in 6.28', 'a turn in 54,410')
    """
    return f"a turn in {number(wavelength)}"


def show(
    key: str,
    omega: Sequence[float],
    pairs: Sequence[int],
    *,
    position: int,
    stride: int,
    last: int,
    moved: str,
    label: str,
) -> None:
    """Draw a clock for each pair, and the position's binary digits; a pause writes the position to the state `moved`.

    Args:
        key: of the component.
        omega: radians per position of every chosen pair.
        pairs: their numbers.
        position: where the clocks stand.
        stride: positions per step while they play.
        last: the position at which playing ends.
        moved: key in the session's state.
        label: what a screen reader says.
    """

    def stopped() -> None:
        at = st.session_state[key].get("stop")
        if at is not None:
            st.session_state[moved] = min(max(int(at), 0), last)

    data = {
        "pairs": list(pairs),
        "omega": list(omega),
        "speeds": [speed(math.tau / each) for each in omega],
        "position": position,
        "stride": stride,
        "last": last,
        "digits": last.bit_length(),
        "label": label,
    }
    # As bytes: a dict would go through pandas.
    _component(key=key, data=json.dumps(data).encode(), height="content", on_stop_change=stopped)
