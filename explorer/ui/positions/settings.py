"""The sliders that every part of the page reads, so that a table chosen once stays chosen, and shared wording."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.core.functional.sinusoidal import Layout
from explorer.geometry.positions import Waves

LENGTHS = [
    *(2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 50, 64, 96, 100, 128, 192, 200, 256, 300, 384, 400, 448, 500, 512, 768),
    *(1000, 1024, 1500, 1536, 2000, 2048, 3000, 3072, 4000, 4096, 5000, 6000, 6144, 7000, 8000, 8192),
]
BASES = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 500_000, 1_000_000]
LAYOUTS: dict[str, Layout] = {"alternating": "interleaved", "in halves": "concatenated"}


def waves(*, layout: bool = False) -> Waves:
    """Show the sliders for length, width and base (and the order of columns), and return what they say."""
    boxes = st.columns([1, 1, 1, 1.15] if layout else 3)
    length = boxes[0].select_slider("Length (positions)", LENGTHS, 256, key="p_len", bind="query-params")
    dim, base = width_and_base(boxes[1], boxes[2])
    order: Layout = "interleaved"
    if layout:
        chosen = boxes[3].segmented_control(
            "Sine and cosine columns",
            list(LAYOUTS),
            default="alternating",
            required=True,
            key="p_layout",
            bind="query-params",
        )
        order = LAYOUTS[chosen or "alternating"]
    return Waves(int(length), dim, base, order)


def width_and_base(left: DeltaGenerator, right: DeltaGenerator) -> tuple[int, float]:
    """The two sliders that decide every frequency."""
    dim = left.slider("Width (dimensions)", 1, 1024, 128, key="p_dim", bind="query-params")
    base = right.select_slider("Base", BASES, 10_000, key="p_base", bind="query-params")
    return int(dim), float(base)


def named(waves: Waves) -> str:
    """The table in words.

    >>> named(Waves(50, 128))
    'Sinusoidal table, 50 positions × 128 dimensions, base 10,000'
    """
    width = "1 dimension" if waves.dim == 1 else f"{waves.dim:,} dimensions"
    return f"Sinusoidal table, {waves.length:,} positions × {width}, base {waves.base:,.0f}"


def spread(count: int, of: int) -> list[int]:
    """Up to `count` different whole numbers from 0 to of − 1, evenly spread, both ends included.

    >>> spread(3, 9), spread(8, 2), spread(4, 1)
    ([0, 4, 8], [0, 1], [0])
    """
    count = min(count, of)
    return [round(i * (of - 1) / max(count - 1, 1)) for i in range(count)]
