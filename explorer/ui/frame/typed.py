"""Fields for a visitor's own words: they are in the address, and the switch below the text keeps them out too."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer.ui.frame import sentence
from explorer.ui.undocumented.of_streamlit import DeltaGenerator

SAID = (
    f"What you type here is in the address of this page. “{sentence.KEEP_OUT}”, below the text on Home and Tokens "
    "outside of presenter mode, keeps it out."
)
KEPT = f"What you type here is with this open tab alone: “{sentence.KEEP_OUT}” is on."


def line(
    label: str, start: str, *, key: str, most: int, place: DeltaGenerator | None = None, help: str = "", **more: Any
) -> str:
    """A field of one line, in the address as `key` unless what is typed is kept out of it.

    `most` is how many characters it takes, `place` where it is drawn, `help` what it is for; `more` goes to
    `st.text_input`.
    """
    return str(_field((place or st).text_input, label, start, key, help, max_chars=most, **more))


def lines(
    label: str, start: str, *, key: str, most: int, place: DeltaGenerator | None = None, help: str = "", **more: Any
) -> str:
    """A field of several lines, otherwise as `line`; `more` goes to `st.text_area`."""
    return str(_field((place or st).text_area, label, start, key, help, max_chars=most, **more))


def _field(draw: Any, label: str, start: str, key: str, help: str, **more: Any) -> Any:
    before = f"{help}\n\n" if help else ""
    if sentence.kept_out(key, start):
        return draw(label, key=key, help=before + KEPT, persist_state="session", **more)
    return draw(label, start, key=key, help=before + SAID, bind="query-params", **more)
