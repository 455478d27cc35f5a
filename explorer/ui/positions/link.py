"""Says what a link asked for that this page doesn't have: Streamlit alone would show the start value without a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import streamlit as st

from explorer.ui.frame.link import came, in_vain
from explorer.ui.positions.settings import LEAST_BASE, LONGEST, MOST_BASE, WIDEST

NUMBERS: dict[str, tuple[str, int, int]] = {
    "p_len": ("length", 1, LONGEST),
    "p_dim": ("width", 1, WIDEST),
    "p_base": ("base", LEAST_BASE, MOST_BASE),
    "p_from": ("first position", 0, LONGEST - 1),
    "p_pos": ("position", 0, LONGEST - 1),
    "p_turn": ("position of the query", 0, LONGEST - 1),
    "p_k": ("shift", 1, 64),
    "p_step_k": ("shift", 1, 8),
    "p_pair": ("pair", 0, WIDEST // 2 - 1),
    "p_vocab": ("vocabulary", 100, 200_000),
    "p_scale_dim": ("width", 1, WIDEST),
    "p_heads": ("number of heads", 1, 32),
    "p_head": ("head", 0, 31),
    "p_count": ("place", 0, 127),
    "p_place": ("place", 0, 23),
    "p_word_place": ("place", 0, 11),
}
"""The whole numbers in this page's address: name, least, most."""
TOLD = "_p_link_told"
HEATMAP = {"p_len", "p_dim", "p_base", "p_layout", "p_some", "p_rows", "p_from", "p_fastest"}
"""Links made while the heatmap was the first part name no part when they mean it."""


def misread(asked: Mapping[str, str], held: Mapping[str, object]) -> list[str]:
    """A sentence for each number that a link asked for and the page can't show; `held` is what it shows instead.

    >>> misread({"p_len": "many", "p_dim": "64"}, {"p_len": 256, "p_dim": 64})
    ['The length in this link is not a whole number from 1 to 8,192. The page shows 256 instead of “many”.']
    """
    sentences = []
    for key, (name, least, most) in NUMBERS.items():
        if key in asked and key in held and not _within(asked[key], least, most):
            sentences.append(
                f"The {name} in this link is not a whole number from {least:,} to {most:,}. "
                f"The page shows {held[key]:,} instead{came([asked[key]])}."
            )
    return sentences


def _within(text: str, least: int, most: int) -> bool:
    try:
        return least <= int(text) <= most
    except ValueError:
        return False


@contextmanager
def checked() -> Iterator[None]:
    """Run a page's parts, and say above them what the visitor's link asked for in vain, until another part is chosen.

    Only the first run knows the link: later the address holds what the visitor did.
    """
    state = st.session_state
    first = TOLD not in state
    if first and "p_part" not in st.query_params and not HEATMAP.isdisjoint(st.query_params):
        state["p_part"] = st.query_params["p_part"] = "Heatmap"
    asked = {key: st.query_params.get_all(key) for key in st.query_params if key.startswith("p_")} if first else {}
    place = st.container()
    yield
    if first:
        held = {key: state[key] for key in asked if key in state}
        sentences = misread({key: values[-1] for key, values in asked.items()}, held)
        sentences += in_vain({key: values for key, values in asked.items() if key not in NUMBERS}, held)
        state[TOLD] = (state.get("p_part"), sentences)
    part, sentences = state[TOLD]
    if state.get("p_part") == part:
        for sentence in sentences:
            place.warning(sentence)
