"""Controls for whole numbers in the address, whose bounds are said once: to the control, and to the link's reader."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import link


def slider(
    label: str,
    least: int,
    most: int,
    start: int,
    *,
    key: str,
    called: str,
    place: DeltaGenerator | None = None,
    **more: Any,
) -> int:
    """A slider over whole numbers, in the address as `key`.

    Where a link asks for another number, the page says so, and names this one `called`: "The place in this link is not
    a whole number from 0 to 127." `place` is where it is drawn; `more` goes to `st.slider`.
    """
    link.bounded(key, called, least, most)
    return int((place or st).slider(label, least, most, start, key=key, bind="query-params", **more))


def number(
    label: str,
    least: int,
    most: int,
    start: int,
    *,
    key: str,
    called: str,
    place: DeltaGenerator | None = None,
    **more: Any,
) -> int:
    """A field to type a whole number into, otherwise as `slider`; `more` goes to `st.number_input`."""
    link.bounded(key, called, least, most)
    return int((place or st).number_input(label, least, most, start, key=key, bind="query-params", **more))
