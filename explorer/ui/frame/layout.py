"""How a page is divided: parts of which one runs, and controls that presenter mode tucks away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import guide, link, order, style


@order.into("choice")
def choose(
    key: str,
    names: Sequence[str],
    deeper: Sequence[str] = (),
    former: Mapping[str, str] | None = None,
    label: str = "Part of this page",
) -> str:
    """Let the visitor choose one part of a page and return its name (it is in the address).

    `deeper` names wait in a folded list; the one chosen there joins the tabs for as long as it is shown. `former` maps
    names in old links to today's. On a narrow screen the tabs give way to one list of all names (style.py).
    """
    asked = st.session_state.get(key) or st.query_params.get(key, "")
    if former and asked in former:
        asked = former[asked]
        st.session_state[key] = st.query_params[key] = asked
    here = [*names, *(name for name in deeper if name == asked)]
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}_row"):
        chosen = st.segmented_control(
            label,
            here,
            default=here[0],
            required=True,
            key=key,
            bind="query-params",
            label_visibility="collapsed",
        )
        if deeper:
            st.menu_button("Deeper", deeper, key=f"_{key}_deeper", on_click=_open, args=(key,))
        chosen = chosen if chosen in here else here[0]
        _as_list(key, label, [*names, *deeper], chosen)
    return chosen


def _as_list(key: str, label: str, names: Sequence[str], chosen: str) -> None:
    """The same choice as one list, which only a narrow screen shows (style.py)."""
    mine = f"_{key}_as_list"

    def picked() -> None:
        st.session_state[key] = st.session_state[mine]

    st.session_state[mine] = chosen
    st.selectbox(label, names, key=mine, on_change=picked, label_visibility="collapsed", filter_mode=None)


def _open(key: str) -> None:
    st.session_state[key] = st.session_state[f"_{key}_deeper"]


@order.into("controls")
def controls(key: str) -> DeltaGenerator:
    """A place for a picture's controls, below it; in presenter mode it is folded into "Controls", open on the path."""
    if style.presenting():
        return st.expander("Controls", expanded=guide.place() is not None, key=f"{key}_controls")
    return st.container(key=f"{key}_controls")


def line(align: Literal["top", "center", "bottom"] = "top") -> DeltaGenerator:
    """A place for controls beside each other, and below each other where there is no room: one element, where columns
    are one more each.
    """
    return st.container(horizontal=True, vertical_alignment=align)


@order.into("more")
def more(key: str, label: str = "More") -> DeltaGenerator:
    """A folded place for the controls beyond the first five."""
    return st.expander(label, key=f"{key}_more")


def folded(
    make: Callable[..., DeltaGenerator], label: str, key: str, begins: Mapping[str, Any]
) -> DeltaGenerator | None:
    """A folded place whose controls are drawn while it is open, or while one of them is not as it begins; else None.

    Each element costs every change of the page its share, also where nobody sees it. A control that is not drawn has
    nothing in the address, and what it begins with is meant.

    Args:
        make: of Streamlit's folded containers, `st.expander` or `st.popover`.
        label: what stands on it.
        key: its own.
        begins: of each control in it, by its key, the value with which it begins.
    """
    with order.take("more") if make is st.expander else nullcontext():
        place: Any = make(label, key=key, on_change="rerun")
    state, address = st.session_state, st.query_params
    changed = any(
        name in address or link.asks(name) or state.get(name, first) != first for name, first in begins.items()
    )
    return place if place.open or changed else None
