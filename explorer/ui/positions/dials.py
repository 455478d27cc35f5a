"""Clock component: it fills any screen's width, and Play runs in the browser."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer.ui.plot import assets
from explorer.wording import number

_component = assets.register("dials", __file__)


def speed(wavelength: float) -> str:
    """Caption of a clock: positions per turn.

    >>> speed(6.2832), speed(54410.0)
    ('a turn in 6.28', 'a turn in 54,410')
    """
    return f"a turn in {number(wavelength)}"


def stopped_at(message: Any, last: int) -> int | None:
    """Validate the position in a message from the browser, which may be forged; None unless it is a number.

    >>> stopped_at(7, 63), stopped_at(1e300, 63), stopped_at([], 63), stopped_at(math.nan, 63)
    (7, 63, None, None)
    """
    if type(message) not in (int, float) or math.isnan(message):
        return None
    return int(min(max(message, 0), last))


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
    keys: bool,
) -> None:
    """Draw a clock for each pair, and the position's binary digits; on a pause the position is stored under `moved`.

    Args:
        key: of the component.
        omega: radians per position of every chosen pair.
        pairs: their numbers.
        position: of the clock hands.
        stride: positions per step while they play.
        last: the position at which playing ends.
        moved: key in the session's state.
        label: for screen readers.
        keys: whether B and N step back and on.
    """

    def on_stop() -> None:
        at = stopped_at(st.session_state[key].get("stop"), last)
        if at is not None:
            st.session_state[moved] = at

    data = {
        "pairs": list(pairs),
        "omega": list(omega),
        "speeds": [speed(math.tau / each) for each in omega],
        "position": position,
        "stride": stride,
        "last": last,
        "digits": last.bit_length(),
        "label": label,
        "keys": keys,
    }
    # As bytes: a dict would go through pandas.
    _component(key=key, data=json.dumps(data).encode(), height="content", on_stop_change=on_stop)
