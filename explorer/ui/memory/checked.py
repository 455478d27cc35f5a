"""Checked, not believed: allocate the table and watch the process grow; compare shipped files with the formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.memory import measured as figures
from explorer.memory import FORMATS, both, decimal
from explorer.memory.machine import allowance
from explorer.memory.measure import Allocate, Growth, ShippedFile, allocate, shipped_files
from explorer.scripts import memory as scripts
from explorer.ui.frame import grid
from explorer.ui.frame.measured import measured
from explorer.ui.memory import sizes
from explorer.ui.memory.stack import unit_for
from explorer.wording import count, fixed, share, span

PART = ui.Part(
    "Checked",
    why="A formula is worth little until somebody looks: here the [[table]] is really allocated on the server, and "
    "the growth of the process is read from the operating system.",
    look="The line of the process meets the line of the formula once all rows have been written, not before.",
)


def _table(records: tuple[Growth, ...]) -> ui.Table:
    return ui.Table(
        {
            "rows written": [record.rows_written for record in records],
            "formula, bytes": [record.formula for record in records],
            "nbytes": [record.nbytes for record in records],
            "process grew by, bytes": [record.grown for record in records],
        },
        "allocated",
    )


def summary(records: tuple[Growth, ...], request: Allocate, fits: bool = True) -> str:
    """The check in words."""
    what = f"{request.vocab_size:,} × {request.embed_dim:,} in {request.number}"
    formula = FORMATS[request.number].table_bytes(request.vocab_size, request.embed_dim)
    if not records:
        soon = "Nothing has been allocated yet: nbytes and the growth of the process will appear here."
        return f"{what} takes {both(formula)} by the formula. {soon if fits else 'It is not allocated.'}"
    first, last = records[0], records[-1]
    verdict = "equals the formula to the byte" if last.nbytes == last.formula else "does not equal the formula"
    return (
        f"{what}: formula {both(last.formula)}; nbytes {both(last.nbytes)}, which {verdict}. Right after the "
        f"allocation the process had grown by {both(max(0, first.grown))}; with "
        f"{share(last.rows_written, request.vocab_size)} of the rows written it had grown by "
        f"{both(max(0, last.grown))}. (The system hands out memory page by page, when it is first written.)"
    )


@st.fragment
def show() -> None:
    """Controls, the allocation in a process of its own, and the shipped files."""
    with ui.controls("m_checked"):
        left, right = st.columns(2)
        sizes.entry(left, "vocab_size")
        sizes.entry(left, "embed_dim")
        sizes.choose(right, "number")
    now = sizes.request()
    request = Allocate(now.vocab_size, now.embed_dim, now.number)
    formula = FORMATS[request.number].table_bytes(request.vocab_size, request.embed_dim)
    limit = allowance()

    def draw(records: tuple[Any, ...]) -> None:
        name, size = unit_for(formula)
        figure = figures.growth(
            [100 * record.rows_written / request.vocab_size for record in records],
            [record.grown / size for record in records],
            formula / size,
            [record.nbytes / size for record in records],
            name,
            fits=formula <= limit,
        )
        ui.picture(
            "m_growth",
            figure,
            summary=summary(records, request, formula <= limit),
            table=(lambda: _table(records)) if records else None,
            script=lambda: scripts.allocated(request),
        )

    if formula > limit:
        st.warning(
            f"This table takes {both(formula)}. The server lends {decimal(limit)} to one check, so the size is "
            "computed and nothing is allocated. Choose fewer rows, a smaller width or fewer bits to allocate it."
        )
        draw(())
    else:
        measured("m_alloc", "Allocate this table on the server", allocate, request, draw)
    _formula(request, formula)
    _files()


def _formula(request: Allocate, table: int) -> None:
    row, half = FORMATS[request.number].row_bytes(request.embed_dim), request.vocab_size // 2
    ui.formula(
        "m_growth",
        r"G(w) \approx w \cdot r \qquad G(V) \approx V \cdot r",
        {
            "w": "rows written so far, from 0 to V",
            "V": f"rows of the table: {request.vocab_size:,}",
            "r": f"bytes of one row, {count(request.embed_dim, 'number')} in {request.number}: {row:,}",
            "G(w)": "bytes by which the process has grown; the system hands out whole pages, so it is not exactly that",
        },
        (f"After {count(half, 'row')}: {half:,} × {row:,} = {both(half * row)}. " if half else "")
        + f"After all of them, {request.vocab_size:,}: {request.vocab_size:,} × {row:,} = {both(table)}, the line of "
        "the formula.",
    )


def _described(entry: ShippedFile) -> str:
    """File, array, shape and type in one cell: a phone has room for three columns."""
    name = entry.file.removesuffix(".npy") + f", {entry.array}" * (entry.array != "table")
    return f"{name}: {' × '.join(f'{size:,}' for size in entry.shape)} {entry.dtype}"


def compressed(saved: Sequence[float]) -> str:
    """What compressing saves of several arrays, in percent of the formula; below 0 it has cost something.

    >>> compressed([-24.2, 0.1, 23.4])
    'the best takes 23 % less than the formula, the worst 24 % more'
    >>> compressed([3.0, 12.6]), compressed([7.0])
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
    entries = shipped_files()
    columns = {
        "array": [_described(entry) for entry in entries],
        "formula, bytes": [f"{entry.formula:,}" for entry in entries],
        "in the file": [f"{entry.stored:,}" for entry in entries],
    }
    grid.show(columns, "The shipped files")
    packed = [entry for entry in entries if entry.stored != entry.formula]
    saved = [100 * (1 - entry.stored / entry.formula) for entry in packed]
    st.markdown(
        f"{len(entries) - len(packed)} of these {len(entries)} arrays are stored as they are: formula and file agree "
        f"to the byte, plus a header that says shape and type. {len(packed)} are compressed (`.npz`): "
        f"{compressed(saved)}."
    )
