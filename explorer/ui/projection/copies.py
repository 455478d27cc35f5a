"""Smaller copies of the table: bytes, largest error, neighbours kept."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.figures.projection import training as figures
from explorer.scripts import projection as scripts
from explorer.ui.projection import source
from explorer.ui.projection.source import Source, remembered
from explorer.words.copies import KINDS, Copy, compare

PART = ui.Part("Smaller copies")

KEY = "j_copies"
GUESSES = ("nearly all", "about half", "nearly none")


@remembered
def _copies(where: Source) -> list[Copy]:
    return [compare(where.table.vectors, kind) for kind in KINDS]


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    with ui.controls(KEY):
        where = source.choose(st.container())
    if where is None:
        return
    try:
        with st.spinner("Making the copies …"):
            found = _copies(where)
    except ValueError as problem:
        st.warning("No smaller copy can be made of this table.")
        st.text(str(problem))
        return
    by_kind = {copy.kind: copy for copy in found}
    small = by_kind["INT8"]
    if not ui.predict(
        "j_small",
        "An INT8 copy has one byte for each number instead of four. How many of a word's 10 nearest stay among them?",
        GUESSES,
        answer=GUESSES[0] if small.kept > 0.75 else GUESSES[1] if small.kept > 0.25 else GUESSES[2],
        because=f"{small.kept:.1%} of them stay. Each row has its own scale, so the error is small against the row.",
    ):
        return
    ui.picture(
        KEY,
        figures.copies([c.kind for c in found], [c.nbytes / 1e6 for c in found], [c.kept for c in found]),
        summary=" ".join(
            f"{c.kind}: {c.nbytes / 1e6:.1f} MB, largest error {c.largest_error:.2g}, {c.kept:.1%} kept." for c in found
        )
        + f" Kept: of the {small.k} nearest by cosine, for {small.examined} rows drawn at random, each against all.",
        table=lambda: ui.Table(
            {
                "copy": [c.kind for c in found],
                "bytes": [c.nbytes for c in found],
                "largest error": [c.largest_error for c in found],
                "neighbours kept": [c.kept for c in found],
            },
            "copies",
        ),
        script=lambda: scripts.copies(where.table.name),
    )
    stored = {
        "MiniLM": "This table is kept as INT8 rows in the project already, so its INT8 copy loses nothing more.",
        "GloVe": "This table is kept as INT8 rows in the project already, so its INT8 copy loses nothing more.",
        "Whisper": "FP16 is this table's own precision, so its FP16 copy is exact.",
    }
    if where.table.name in stored:
        st.markdown(stored[where.table.name])
