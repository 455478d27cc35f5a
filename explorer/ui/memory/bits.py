"""Fewer bits: the real Whisper table in FP16, BF16, INT8 and INT4; bytes, error, neighbours kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.memory import measured as figures
from explorer.memory import both
from explorer.memory.precision import Quantise, Quantised, quantise
from explorer.scripts import memory as scripts
from explorer.ui.frame.measured import measured

PART = ui.Part("Fewer bits")

FULL = 50_257 * 384 * 4


def _table(records: tuple[Quantised, ...]) -> ui.Table:
    return ui.Table(
        {
            "stored as": [record.scheme for record in records],
            "bytes": [record.bytes for record in records],
            "of FP32": [f"{record.bytes / FULL:.1%}" for record in records],
            "relative error": [f"{record.error:.2%}" for record in records],
            "largest error of a number": [float(f"{record.worst:.3g}") for record in records],
            "neighbours kept": [f"{record.kept:.1%}" for record in records],
        },
        "precision",
    )


def summary(records: tuple[Quantised, ...], request: Quantise) -> str:
    """What was measured, in words."""
    start = (
        f"Whisper tiny.en's token table, 50,257 × 384: {both(FULL)} in FP32. For {request.queries} rows, the "
        f"{request.neighbours} nearest neighbours before and after are compared."
    )
    if not records:
        return f"{start} Nothing has been measured yet: sizes, errors and neighbours will appear here."
    words = [f"{record.scheme}: {both(record.bytes)}, {record.kept:.0%} kept" for record in records]
    return f"{start} {'; '.join(words)}."


@st.fragment
def show() -> None:
    """A guess, then every scheme as a point."""
    request = Quantise()

    def draw(records: tuple[Any, ...]) -> None:
        figure = figures.precision(
            [record.scheme for record in records],
            [record.bytes / 1e6 for record in records],
            [100 * record.kept for record in records],
        )
        ui.picture(
            "m_bits",
            figure,
            summary=summary(records, request),
            table=(lambda: _table(records)) if records else None,
            script=lambda: scripts.precision(request),
        )

    if ui.predict(
        "m_int8",
        "Every number of a trained table is squeezed from 16 bits into 8, with one scale for each row. How many of a "
        "row's ten nearest neighbours stay?",
        ("All ten", "About eight", "About five", "None"),
        answer="About eight",
        because="Where neighbours are almost equally near, a small error swaps them. Measure it:",
    ):
        measured("m_quant", "Squeeze the table and compare", quantise, request, draw)
        st.markdown(
            "One scale for the whole table is decided by its largest number, so all small ones get coarse steps. A "
            "scale "
            "for each row, or for 32 numbers, follows the numbers more closely and costs a few bytes more. The mean "
            "row "
            "is taken off before neighbours are compared, since all rows of this table point much the same way."
        )
