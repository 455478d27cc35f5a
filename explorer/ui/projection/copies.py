"""Smaller copies of the table: bytes, largest error, neighbours kept."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explorer import ui
from explorer.figures.projection import training as figures
from explorer.figures.spec import Spec, guessed
from explorer.scripts import projection as scripts
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.views.projection.source import Source, remembered
from explorer.wording import decimal, fixed, number, share
from explorer.words.copies import KINDS, LEVELS, SCALE, Copy, compare, made_before

PART = ui.Part(
    "Smaller copies",
    why="A [[table]] can be stored with fewer bits per number to save memory: do words keep their neighbours?",
    look="One picture is the bytes, the other the share of each word's nearest words that stay its nearest.",
)

KEY = "j_copies"
RANGES = {"9 or 10": (90, 100), "7 or 8": (70, 80), "4 to 6": (40, 60), "3 or fewer": (0, 30)}
"""What can be guessed → percent kept."""
GUESSES = tuple(RANGES)
STORED = {
    "MiniLM": ("INT8", "This project stores MiniLM as INT8 rows, so its INT8 copy repeats what was lost before."),
    "GloVe": ("INT8", "This project stores GloVe as INT8 rows, so its INT8 copy repeats what was lost before."),
    "Whisper": ("FP16", "Whisper is published in FP16, so its FP16 copy is exact."),
}


@remembered
def _copies(where: Source) -> tuple[Copy, ...]:
    found = None if where.private else made_before(where.key)
    return found or tuple(compare(where.table.vectors, kind) for kind in KINDS)


def _answer(kept: float) -> str:
    near = round(10 * kept)
    return GUESSES[0] if near >= 9 else GUESSES[1] if near >= 7 else GUESSES[2] if near >= 4 else GUESSES[3]


def show() -> None:
    """Bytes, largest error and neighbours kept, for the table in fewer and fewer bits."""
    with ui.controls(KEY):
        where = source.choose(st.container())
    if where is None or source.too_large(where, "Judging smaller copies"):
        return
    try:
        with st.spinner("Making the copies …"):
            found = _copies(where)
    except ValueError as problem:
        st.warning("No smaller copy can be made of this table.")
        st.text(str(problem))
        return
    by_kind = {copy.kind: copy for copy in found}
    precision, note = STORED.get(where.table.name, ("", ""))
    asked = by_kind["INT4" if precision == "INT8" else "INT8"]
    bits = "half a byte" if asked.kind == "INT4" else "one byte"
    guess = revealed = ui.predict(
        "j_small",
        f"An {asked.kind} copy has {bits} for each number instead of four. Of a word's {asked.k} nearest, how many "
        "stay among them, on average, rounded?",
        GUESSES,
        answer=_answer(asked.kept),
        hint=f"its largest error is {number(asked.largest_error)}; the copies with more bits keep "
        f"{share(by_kind['FP16'].kept, digits=3)} (FP16).",
        because=f"{share(asked.kept, digits=3)} of them stay.",
    )
    shown = [copy if revealed or copy.kind in ("FP32", "FP16") else None for copy in found]
    figure = figures.copies(
        [c.kind for c in found],
        [c.nbytes / 1e6 for c in found],
        [c.kept if c else None for c in shown],
        [c.kept_centred if c else None for c in shown],
    )
    ui.picture(
        KEY,
        with_guess(figure, asked.kind, guess),
        summary=" ".join(_said(c, c in shown) for c in found)
        + f" Kept: of the {asked.k} nearest by cosine in all numbers of the table as it is, for {asked.examined} rows "
        "drawn at random, each against all; in brackets after the table's mean row is taken off both, as on the Memory "
        f"page. The shares are known to ± {fixed(100 * max(c.margin for c in found), 1)} percentage points (95 %)."
        + (f" The star is your guess for {asked.kind}: {guess.first} of {asked.k}." if guess and guess.first else ""),
        table=(lambda: _table(found)) if revealed else None,
        script=(lambda: scripts.copies(where.loaded)) if revealed else None,
    )
    nearness.fixed(
        "so that the shares in brackets can be compared with the Memory page's",
        "the table as it is and, in brackets, centred",
    )
    _formula(where, asked)
    if note:
        st.markdown(note)


def _formula(where: Source, copy: Copy) -> None:
    rows, width = where.table.vectors.shape
    per_row = copy.nbytes // rows
    ui.formula(
        KEY,
        r"\text{bytes}=V\left(\left\lceil\frac{D\,b}{8}\right\rceil+s\right)",
        {
            "V": f"rows of the table: {rows:,}",
            "D": f"numbers of a row: {width:,}",
            "b": "bits per number: 32 in FP32, 16 in FP16, 8 in INT8, 4 in INT4",
            "8": "bits of a byte",
            "s": f"bytes of a row's scale, by which its whole numbers are multiplied: {SCALE} in INT8 and INT4, none "
            "in the others",
            r"\lceil\;\rceil": "rounded up to whole bytes",
        },
        f"{copy.kind}: {rows:,} · {per_row:,} = {copy.nbytes:,} bytes, {decimal(copy.nbytes)}, of which "
        f"{per_row - SCALE:,} per row are its numbers. They are whole, from −{LEVELS[copy.kind]} to "
        f"{LEVELS[copy.kind]}.",
    )


def with_guess(figure: Spec, kind: str, guess: ui.Guess) -> Spec:
    """The star of the first guess at the copy that was asked about, with the range that was meant."""
    if not (guess and guess.first):
        return figure
    low, high = RANGES[guess.first]
    middle = (low + high) / 2
    reach = {"array": [high - middle], "arrayminus": [middle - low], "thickness": 2, "width": 8}
    return guessed(figure, middle, kind, xaxis="x2", yaxis="y2", error_x=reach, textposition="top center")


def _said(copy: Copy, kept: bool) -> str:
    lost = f"{copy.kind}: {decimal(copy.nbytes)}, largest error {number(copy.largest_error)}"
    return f"{lost}, {share(copy.kept, digits=3)} kept ({share(copy.kept_centred, digits=3)})." if kept else f"{lost}."


def _table(found: Sequence[Copy]) -> ui.Table:
    return ui.Table(
        {
            "copy": [c.kind for c in found],
            "bytes": [c.nbytes for c in found],
            "largest error": [c.largest_error for c in found],
            "neighbours kept": [c.kept for c in found],
            "kept, mean row taken off": [c.kept_centred for c in found],
        },
        "copies",
    )
