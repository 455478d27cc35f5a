"""Page layout: a choice of parts of which one runs, and controls that presenter mode folds away."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import part_containers, step_size, style, url_params


@part_containers.into("choice")
def choose(
    key: str,
    names: Sequence[str],
    label: str = "Part of this page",
    *,
    beside: Callable[[str], object] = lambda _: None,
) -> str:
    """Tabs for the parts of a page; returns the chosen name, which is in the URL.

    On a narrow screen the tabs give way to a list (style.py). `beside` draws what the chosen one has beside the tabs.
    """
    url_params.declare(key, label, f"one of {', '.join(names)}")
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}_row"):
        chosen = st.segmented_control(
            label,
            names,
            default=names[0],
            required=True,
            key=key,
            bind="query-params",
            label_visibility="collapsed",
        )
        chosen = chosen if chosen in names else names[0]
        _as_list(key, label, names, chosen)
        beside(chosen)
    return chosen


def _as_list(key: str, label: str, names: Sequence[str], chosen: str) -> None:
    mine = f"_{key}_as_list"

    def on_pick() -> None:
        st.session_state[key] = st.session_state[mine]

    st.session_state[mine] = chosen
    st.selectbox(label, names, key=mine, on_change=on_pick, label_visibility="collapsed", filter_mode=None)


def controls(key: str, *, above: bool = False) -> DeltaGenerator:
    """A container for a picture's controls: below it, or `above` two side by side, below which they would be hidden.

    On the stage they are behind the button “Controls”; below it, for another picture, in an expander. A step of the
    path has one or two of them.
    """
    folded = style.presenting() and not part_containers.free("controls")
    with part_containers.take("above" if above and part_containers.free("above") else "controls"):
        if folded and step_size.step() is None:
            return st.expander("Controls", key=f"{key}_controls")
        return st.container(key=f"{key}_controls")


def row(align: Literal["top", "center", "bottom"] = "top") -> DeltaGenerator:
    """A container for controls side by side, and below each other where there is no room.

    It is one element; columns would be one more each.
    """
    return st.container(horizontal=True, vertical_alignment=align)


@part_containers.into("more")
def more_controls(key: str) -> DeltaGenerator:
    """An expander for the controls beyond the first five; a step has none, and leaves its container empty."""
    if step_size.step() is not None:
        return st.container()
    return st.expander("More", key=f"{key}_more")


def lazy_expander(
    make: Callable[..., DeltaGenerator], label: str, key: str, begins: Mapping[str, Any]
) -> DeltaGenerator | None:
    """An expander whose controls are drawn only while it is open or one of them differs from its default; else None.

    Each element slows every rerun, even in a closed expander. A control that is not drawn has no URL parameter and
    its default value. A step of the path has no such expander.

    Args:
        make: `st.expander` or `st.popover`.
        label: its label.
        key: its own.
        begins: default value of each control in it, by key.
    """
    if step_size.step() is not None:
        return None
    with part_containers.take("more") if make is st.expander else nullcontext():
        container: Any = make(label, key=key, on_change="rerun")
    state, asked = st.session_state, url_params.named() if begins else ()
    changed = any(name in asked or state.get(name, first) != first for name, first in begins.items())
    return container if container.open or changed else None


def later(key: str, label: str, draw: Callable[..., object], *given: Any, opened_by: Sequence[str] = ()) -> None:
    """Fold a part's later picture, which `draw` draws from `given` while the fold is open, as a fragment.

    A link to one of the keys `opened_by` opens it. Its own state is in the address, so that a link shows what the
    sender saw. A step of the path, which may be about a later picture, has no folds.
    """
    if step_size.step() is not None:
        draw(*given)
        return
    if any(name in st.query_params for name in opened_by):
        st.session_state.setdefault(key, True)
    fold = lazy_expander(partial(st.expander, bind="query-params"), label, key, {})
    if fold is not None:
        with fold, part_containers.in_place():
            st.fragment(draw)(*given)
