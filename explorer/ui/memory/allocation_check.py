"""Check of the size formula: the process's growth while a table is allocated, and the sizes of the shipped files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.memory import FORMATS, both, decimal
from explorer.memory.memory_benchmarks import Allocate, ShippedFile, allocate, shipped_table_sizes
from explorer.memory.system_memory import allowance
from explorer.ui.frame import html_table
from explorer.ui.frame.measure_button import run_measurement
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.wording import fixed, span

PART = ui.Part(
    "Checked",
    why="A formula is worth little until somebody looks: here the [[table]] is really allocated on the server, and "
    "the growth of the process is read from the operating system.",
    look="The line of the process comes to the line of the formula only while the rows are written. Memory comes in "
    "pages of 4,096 bytes or more, so a table of a few kilobytes says nothing.",
)


def show() -> None:
    """Draw the controls, the allocation in a separate process, and the shipped files."""
    with ui.controls("m_checked"):
        left, right = st.columns(2)
        size_controls.entry(left, "vocab_size")
        size_controls.entry(left, "embed_dim")
        size_controls.choose(right, "number")
    now = size_controls.request()
    request = Allocate(now.vocab_size, now.embed_dim, now.number)
    formula = FORMATS[request.number].table_bytes(request.vocab_size, request.embed_dim)
    limit = allowance()

    settings: dict[str, Any] = {"vocab_size": now.vocab_size, "embed_dim": now.embed_dim, "number": now.number}

    def draw(records: tuple[Any, ...]) -> None:
        ui.show("m_growth", views.growth(**settings, records=records))

    if formula > limit:
        st.warning(
            f"This table takes {both(formula)}. The server lends {decimal(limit)} to one check, so the size is "
            "computed and nothing is allocated. Choose fewer rows, a smaller width or fewer bits to allocate it."
        )
        draw(())
    else:
        run_measurement("m_alloc", "Allocate this table on the server", allocate, request, draw)
    ui.formulas("m_growth", views.growth(**settings, records=()).formulas)
    _files()


def _describe(entry: ShippedFile) -> str:
    """File, array, shape and type in one cell: a phone has room for three columns."""
    name = entry.file.removesuffix(".npy") + f", {entry.array}" * (entry.array != "table")
    return f"{name}: {' × '.join(f'{size:,}' for size in entry.shape)} {entry.dtype}"


def compression_text(saved: Sequence[float]) -> str:
    """Sentence part on the bytes saved by compression, in percent of the formula; a negative saving is an increase.

    >>> compression_text([-24.2, 0.1, 23.4])
    'the best takes 23 % less than the formula, the worst 24 % more'
    >>> compression_text([3.0, 12.6]), compression_text([7.0])
    ('they take 3 to 13 % less than the formula', 'it takes 7 % less than the formula')
    """
    low, high = min(saved), max(saved)
    if low < -0.5 and high > 0.5:
        return f"the best takes {fixed(high, 0)} % less than the formula, the worst {fixed(-low, 0)} % more"
    word = "more" if low < -0.5 else "less"
    told = span([abs(part) for part in saved], 0)
    return f"{'it takes' if len(saved) == 1 else 'they take'} {told} % {word} than the formula"


def _files() -> None:
    st.header("The shipped files against the formula", anchor=False)
    entries = shipped_table_sizes()
    columns = {
        "array": [_describe(entry) for entry in entries],
        "formula, bytes": [f"{entry.formula:,}" for entry in entries],
        "in the file": [f"{entry.stored:,}" for entry in entries],
    }
    html_table.show(columns, "The shipped files")
    packed = [entry for entry in entries if entry.stored != entry.formula]
    saved = [100 * (1 - entry.stored / entry.formula) for entry in packed]
    st.markdown(
        f"{len(entries) - len(packed)} of these {len(entries)} arrays are stored as they are: formula and file agree "
        f"to the byte, plus a header that says shape and type. {len(packed)} are compressed (`.npz`): "
        f"{compression_text(saved)}."
    )
