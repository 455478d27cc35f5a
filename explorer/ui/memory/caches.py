"""Is a lookup independent of V? The work is; the time is not, since small tables live in the caches."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.memory import measured as figures
from explorer.memory import both
from explorer.memory.measure import Curve, Looked, caches, lookup_curve
from explorer.scripts import memory as scripts
from explorer.ui.frame.measured import measured
from explorer.wording import binary

PART = ui.Part("Caches")

_EVEN, _TEXT = "ids spread evenly", "ids as in text (chance 1/rank)"


def _marks(request: Curve) -> list[tuple[str, float]]:
    row = request.embed_dim * 4
    return [(f"{name} {binary(size)}", size / row) for name, size in caches()]


def _table(records: tuple[Looked, ...]) -> ui.Table:
    return ui.Table(
        {
            "rows": [record.vocab_size for record in records],
            "table bytes": [record.table_bytes for record in records],
            f"ns, {_EVEN}": [round(record.evenly, 2) for record in records],
            f"ns, {_TEXT}": [round(record.zipf, 2) for record in records],
        },
        "lookup_curve",
    )


def summary(records: tuple[Looked, ...], request: Curve) -> str:
    """The curve in words."""
    width = f"Rows of {request.embed_dim} FP32 numbers ({request.embed_dim * 4} bytes)."
    sizes = ", ".join(f"{name} {binary(size)}" for name, size in caches()) or "the system does not say"
    if not records:
        return (
            f"{width} This server's caches for data: {sizes}. Nothing has been measured yet: the times and their table "
            "will appear here."
        )
    small, large = records[0], records[-1]
    return (
        f"{width} A lookup takes {small.evenly:.1f} ns in a table of {small.vocab_size:,} rows and "
        f"{large.evenly:.1f} ns in "
        f"one of {large.vocab_size:,} rows ({both(large.table_bytes)}): {large.evenly / small.evenly:.1f} times as "
        f"long, "
        f"for the same work. With ids as frequent as the words of a text it is {large.zipf / small.zipf:.1f} times, "
        f"since "
        f"the frequent rows stay in the caches: {sizes}."
    )


@st.fragment
def show() -> None:
    """A guess, then the measured curve with this server's caches marked."""
    request = Curve()

    def draw(records: tuple[Any, ...]) -> None:
        top = max([45.0, *(max(record.evenly, record.zipf) * 1.15 for record in records)])
        figure = figures.lookup_curve(
            [record.vocab_size for record in records],
            {_EVEN: [record.evenly for record in records], _TEXT: [record.zipf for record in records]},
            _marks(request),
            top,
        )
        ui.picture(
            "m_curve",
            figure,
            summary=summary(records, request),
            table=(lambda: _table(records)) if records else None,
            script=lambda: scripts.curve(request),
        )

    if ui.predict(
        "m_indep",
        "“Lookup time is independent of the vocabulary size”, the course says. A table grows from 1,000 rows to "
        "500,000. "
        "One lookup then takes …",
        ("The same time", "Several times as long", "500 times as long"),
        answer="Several times as long",
        because="The work is the same: one row. But a small table stays in the processor's caches, and a large one "
        "has to "
        "be fetched from memory. Measure it:",
    ):
        measured("m_caches", "Measure lookups on this server", lookup_curve, request, draw, timing=True)
