"""Controls shared by all parts of the page, so that a table's settings are kept, and shared wording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import Waves
from explorer.ui.frame import url_params
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.views.positions._wave_settings import LAYOUTS, LEAST_BASE, LONGEST, MOST_BASE, WIDEST


def table_badge(state: Mapping[str, Any]) -> str:
    """Presenter line of a part that shows a table of the shared length and width.

    >>> table_badge({"p_len": 1024})
    'No model: a formula · D = 128 · positions: 1,024'
    """
    return f"{FORMULA} · {current_width(state)} · {current_length(state)}"


def current_width(state: Mapping[str, Any]) -> str:
    """Current value of the width control."""
    return f"D = {state.get('p_dim', 128):,}"


def current_length(state: Mapping[str, Any]) -> str:
    """Current value of the length control."""
    return f"positions: {state.get('p_len', 256):,}"


def stops(lowest: int, highest: int, *, singles: int = 200, parts: int = 2) -> tuple[int, ...]:
    """Slider stops: every whole number up to `singles`, then round numbers at growing distances, and powers of two.

    `parts` is how finely the second digit is divided: 200, 205, 210, … with 2, and 200, 210, … with 1.

    >>> stops(1, 8192)[:3], stops(1, 8192)[-3:], len(stops(1, 8192))
    ((1, 2, 3), (8100, 8150, 8192), 509)
    """
    chosen = {lowest, highest, *(1 << bit for bit in range(20))}
    n = lowest
    while n <= highest:
        chosen.add(n)
        n += 1 if n < singles else max(10 ** (len(str(n)) - 2) // parts, 1)
    return tuple(sorted(n for n in chosen if lowest <= n <= highest))


LENGTHS = stops(2, LONGEST)
WIDTHS = tuple(width for width in stops(4, WIDEST) if width % 2 == 0)
BASES = stops(LEAST_BASE, MOST_BASE, singles=100, parts=1)
TYPED = "Type"


def waves(*, layout: bool = False) -> Waves:
    """Draw the controls for length, width and base (and the order of columns), and return their values."""
    line = ui.row("bottom")
    rows = length(line)
    dim, base = width_and_base(line)
    order: Layout = "interleaved"
    if layout:
        chosen = line.segmented_control(
            "Sine and cosine columns",
            list(LAYOUTS),
            default="alternating",
            required=True,
            key="p_layout",
            bind="query-params",
        )
        order = LAYOUTS[chosen or "alternating"]
    number_boxes(line, {"p_len": ("Length", LENGTHS), "p_dim": ("Width", WIDTHS), "p_base": ("Base", BASES)})
    return Waves(rows, dim, base, order)


def length(container: DeltaGenerator) -> int:
    """Draw the control for the number of positions."""
    return dial(container, "Length (positions)", LENGTHS, 256, "p_len", "length")


def width_and_base(container: DeltaGenerator) -> tuple[int, float]:
    """Draw the two controls that determine every frequency."""
    width = dial(container, "Width (dimensions)", WIDTHS, 128, "p_dim", "width")
    return width, float(dial(container, "Base", BASES, 10_000, "p_base", "base"))


def dial(container: DeltaGenerator, label: str, marks: Sequence[int], start: int, key: str, called: str) -> int:
    """Draw a slider over `marks`, and any other number that comes from a link or from the field in `typed`.

    `called` names it in the message for a link with an invalid value.
    """
    even = marks is WIDTHS  # each sine beside its cosine
    url_params.declare_bounds(key, called, marks[0], marks[-1], even=even)
    asked = {st.session_state.get(key), _number(st.query_params.get(key, ""))}
    between = {n for n in asked if n is not None and marks[0] <= n <= marks[-1] and not (even and n % 2)}
    options = marks if between <= set(marks) else tuple(sorted({*marks, *between}))
    return int(container.select_slider(label, options, start, key=key, bind="query-params"))


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def number_boxes(container: DeltaGenerator, dials: Mapping[str, tuple[str, tuple[int, ...]]]) -> None:
    """Draw a button that opens number fields, one per slider, for values between its marks."""
    panel = container.popover(TYPED, key="p_typed", on_change="rerun", help="Type exact numbers")
    if not panel.open:
        return
    for key, (label, marks) in dials.items():
        box = f"_{key}_typed"
        st.session_state[box] = int(st.session_state[key])

        step = 2 if marks is WIDTHS else 1

        def move(key: str = key, box: str = box, step: int = step) -> None:
            st.session_state[key] = st.session_state[box] // step * step

        label = f"{label}, {marks[0]:,} to {marks[-1]:,}"
        panel.number_input(label, marks[0], marks[-1], step=step, key=box, on_change=move)


def pairs(label: str, key: str, waves: Waves, most: int, *, default: tuple[int, ...] = (), hint: str = "") -> list[int]:
    """Draw the choice of up to `most` pairs of this width; returns them sorted, or an empty list."""
    options = [str(pair) for pair in range(len(waves.frequencies))]
    # A narrower table has fewer pairs: drop those that it doesn't have, and any from a forged message.
    if key in st.session_state:
        st.session_state[key] = [pair for pair in st.session_state[key] if pair in options]
    picked = st.multiselect(
        f"{label} (up to {most})",
        options,
        default=[str(pair) for pair in default if pair < len(options)],
        max_selections=most,
        key=key,
        bind="query-params",
        placeholder=hint or None,
    )
    return sorted(int(pair) for pair in picked)
