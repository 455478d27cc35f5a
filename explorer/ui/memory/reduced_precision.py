"""Reduced precision: Whisper's table in FP16, BF16, INT8 and INT4; bytes, error, neighbours kept."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.memory.quantization_error import results
from explorer.ui.frame.model_badge import BADGES
from explorer.views import memory as views
from explorer.views.memory._reduced_precision import ASKED, KEPT
from explorer.wording import share

_WHISPER = BADGES["whisper"]

PART = ui.Part(
    "Fewer bits",
    why="Fewer bits per number make a [[table]] smaller and each number a little wrong; what counts is whether rows "
    "that were near each other still are.",
    look="Further left is smaller, higher up is better: each point is one way to store the same trained table.",
    shown=f"{_WHISPER.name} · V = {_WHISPER.rows:,} · D = {_WHISPER.width}",
)


def answer() -> str:
    """The option nearest to what was measured."""
    kept = next(record.kept for record in results() if record.scheme == ASKED)
    return min(KEPT, key=lambda option: abs(KEPT[option] - kept))


def show() -> None:
    """Draw a guess, then every storage scheme as a point."""
    found = next(record for record in results() if record.scheme == ASKED)
    guess = ui.predict(
        "m_int8",
        "Every number of a trained table is squeezed from 16 bits into 8 (INT8: whole numbers from −127 to 127), with "
        "one scale for each row. How many of a row's ten nearest neighbours stay?",
        tuple(KEPT),
        answer=answer,
        because=f"Measured: {share(found.kept, 1, 3)} stay. Where neighbours are almost equally near, a small error "
        "swaps them.",
        hint=f"All errors together are {share(found.error)} as long as the table itself. Does that send a row far "
        "away, or does it swap two rows that are almost equally near?",
    )
    ui.badge("whisper")
    view = views.precision(answered=bool(guess), guess=guess.first if guess else None)
    ui.show("m_bits", view)
    ui.formulas("m_bits", view.formulas)
    if guess:
        st.markdown(
            "One scale for the whole table is decided by its largest number, so all small ones get coarse steps. A "
            "scale for each row, or for 32 numbers, follows the numbers more closely and costs 2 bytes more for each "
            "scale. The mean row is taken off before neighbours are compared, since the rows of this table share a "
            "large common part. FP16 loses nothing because the table was published in FP16."
        )
