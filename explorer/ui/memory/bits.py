"""Fewer bits: the real Whisper table in FP16, BF16, INT8 and INT4; bytes, error, neighbours kept."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data import load_whisper
from explorer.figures.memory import measured as figures
from explorer.figures.spec import Spec, guessed
from explorer.memory import both
from explorer.memory.precision import Quantise, Quantised, results
from explorer.scripts import memory as scripts
from explorer.ui.frame.badge import BADGES
from explorer.wording import count, share

_WHISPER = BADGES["whisper"]

PART = ui.Part(
    "Fewer bits",
    why="Fewer bits per number make a [[table]] smaller and each number a little wrong; what counts is whether rows "
    "that were near each other still are.",
    look="Further left is smaller, higher up is better: each point is one way to store the same trained table.",
    shown=f"{_WHISPER.name} · V = {_WHISPER.rows:,} · D = {_WHISPER.width}",
)

ROWS, WIDTH = 50_257, 384
ROW, TOP = 464, 127
FULL = ROWS * WIDTH * 4
ALL, EIGHT, FIVE, NONE = "All ten stay", "About eight stay", "About five stay", "None stays"
_KEPT = {ALL: 1.0, EIGHT: 0.8, FIVE: 0.5, NONE: 0.0}
ASKED = "INT8, a scale per row"


def _shown(told: bool) -> tuple[Quantised, ...]:
    """All ways to store the table; before the guess the one that loses nothing."""
    return results() if told else results()[:1]


@st.cache_data(max_entries=2, show_spinner=False)
def _figure(told: bool) -> Spec:
    shown = _shown(told)
    return figures.precision(
        [record.scheme for record in shown],
        [record.bytes / 1e6 for record in shown],
        [100 * record.kept for record in shown],
    )


def _table() -> ui.Table:
    records = results()
    return ui.Table(
        {
            "stored as": [record.scheme for record in records],
            "bytes": [record.bytes for record in records],
            "of FP32": [share(record.bytes, FULL, 3) for record in records],
            "relative error": [share(record.error) for record in records],
            "largest error of a number": [float(f"{record.worst:.3g}") for record in records],
            "neighbours kept": [share(record.kept, 1, 3) for record in records],
        },
        "precision",
    )


def answer() -> str:
    """The option nearest to what was measured."""
    kept = next(record.kept for record in results() if record.scheme == ASKED)
    return min(_KEPT, key=lambda option: abs(_KEPT[option] - kept))


def _formula() -> None:
    """The first number of row 464, there and back."""
    row = load_whisper().tokens[ROW].astype(np.float32)
    scale = float(np.float16(np.abs(row).max() / TOP))
    whole = round(float(row[0]) / scale)
    ui.formula(
        "m_bits",
        r"q=\mathrm{round}\!\left(\frac{x}{s}\right)\qquad s=\frac{\max|x_r|}{127}\qquad x\approx q\,s",
        {
            "x": "a number of the table",
            "s": "the scale of its row, one for all of them, stored as [[float16]]",
            "q": "the whole number that is stored in its place, −127 to 127: 8 bits",
            r"\max|x_r|": "the largest number of the row, its sign left out",
        },
        f"Row {ROW}: its largest number is {np.abs(row).max():.4f}, so s is a 127th of it, {scale:.6f}. "
        f"The first is {row[0]:.5f}: divided by s and rounded, {whole}. Read back: {whole} × {scale:.6f} = "
        f"{whole * scale:.5f}, wrong by {abs(whole * scale - float(row[0])):.5f}.",
    )


def summary(records: tuple[Quantised, ...]) -> str:
    """What was measured, in words."""
    request = Quantise()
    words = [f"{record.scheme}: {both(record.bytes)}, {share(record.kept, 1, 3)} kept" for record in records]
    return (
        f"Whisper tiny.en's token table, {ROWS:,} × {WIDTH}: {both(FULL)} in FP32. For "
        f"{count(request.queries, 'row')}, drawn at random, the {request.neighbours} nearest neighbours before and "
        f"after are compared. {'; '.join(words)}."
    )


def _with_guess(figure: Spec, found: Quantised, guess: ui.Guess) -> Spec:
    return guessed(figure, found.bytes / 1e6, 100 * _KEPT[guess.first]) if guess and guess.first else figure


def _said(guess: ui.Guess) -> str:
    return f" The star is your guess for INT8: {share(_KEPT[guess.first])} kept." if guess.first else ""


@st.fragment
def show() -> None:
    """A guess, then every scheme as a point."""
    found = next(record for record in results() if record.scheme == ASKED)
    guess = ui.predict(
        "m_int8",
        "Every number of a trained table is squeezed from 16 bits into 8 (INT8: whole numbers from −127 to 127), with "
        "one scale for each row. How many of a row's ten nearest neighbours stay?",
        tuple(_KEPT),
        answer=answer,
        because=f"Measured: {share(found.kept, 1, 3)} stay. Where neighbours are almost equally near, a small error "
        "swaps them.",
        hint=f"All errors together are {share(found.error)} as long as the table itself. Does that send a row far "
        "away, or does it swap two rows that are almost equally near?",
    )
    ui.badge("whisper")
    ui.picture(
        "m_bits",
        _with_guess(_figure(bool(guess)), found, guess),
        summary=summary(_shown(bool(guess))) + (_said(guess) if guess else " The other ways come after your guess."),
        table=_table if guess else None,
        script=(lambda: scripts.precision(Quantise())) if guess else None,
    )
    _formula()
    if guess:
        st.markdown(
            "One scale for the whole table is decided by its largest number, so all small ones get coarse steps. A "
            "scale for each row, or for 32 numbers, follows the numbers more closely and costs 2 bytes more for each "
            "scale. The mean row is taken off before neighbours are compared, since the rows of this table share a "
            "large common part. FP16 loses nothing because the table was published in FP16."
        )
