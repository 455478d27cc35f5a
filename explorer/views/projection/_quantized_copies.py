"""Quantized copies of a table: bytes, largest error, neighbours kept."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.figures.figure_spec import guessed
from explorer.figures.projection import quantized_copies as figures
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.table_source import Source, opened, remembered
from explorer.views.table import Table
from explorer.views.view import View, choice, picture
from explorer.wording import decimal, fixed, share, tiny
from explorer.words.quantization_loss import KINDS, LEVELS, SCALE, Copy, compare, precomputed_copies

RANGES = {"9 or 10": (90, 100), "7 or 8": (70, 80), "4 to 6": (40, 60), "3 or fewer": (0, 30)}
"""Option on 10 neighbours → range of percent kept."""
STORED = {
    "MiniLM": ("INT8", "This project stores MiniLM as INT8 rows, so its INT8 copy repeats what was lost before."),
    "GloVe": ("INT8", "This project stores GloVe as INT8 rows, so its INT8 copy repeats what was lost before."),
    "Whisper": ("FP16", "Whisper is published in FP16, so its FP16 copy is exact."),
}


@picture(compare)
def copies(*, table: str | Source = "MiniLM", answered: bool = True, guess: str = "") -> View:
    """Quantized copies in fewer and fewer bits: bytes, largest error and neighbours kept of each.

    Args:
        table: a shipped table's name, or the path of your own.
        answered: whether the shares of INT8 and INT4 are drawn; the page draws them after the guess.
        guess: for `question_copy`, one of `RANGES`; "" draws no star.

    Raises:
        ValueError: a number is too large for a smaller copy.

    >>> copies(table="GloVe").table["bytes"]
    [6000000, 3000000, 1560000, 810000]
    """
    choice("guess", guess, ["", *RANGES])
    where = opened(table)
    found, about = measured(where), question_copy(where)
    shown = [copy if answered or copy.kind in ("FP32", "FP16") else None for copy in found]
    figure = figures.copies(
        [c.kind for c in found],
        [c.nbytes / 1e6 for c in found],
        [c.kept if c else None for c in shown],
        [c.kept_centred if c else None for c in shown],
    )
    star = ""
    if guess:
        low, high = RANGES[guess]
        middle = (low + high) / 2
        reach = {"array": [high - middle], "arrayminus": [middle - low], "thickness": 2, "width": 8}
        figure = guessed(figure, middle, about.kind, xaxis="x2", yaxis="y2", error_x=reach, textposition="top center")
        star = f" The star is your guess for {about.kind}: {guess} of {about.k}."
    hidden = [copy.kind for copy in found if copy not in shown]
    return View(
        figure,
        " ".join(_copy_sentence(c, c in shown) for c in found)
        + f" Kept: of the {about.k} nearest by cosine in all numbers of the table as it is; in brackets after the "
        f"table's mean row is taken off both, as on the Memory page.{star}",
        lambda: _table(found, answered),
        (_formula(where, about),),
        left_out=_examined(found, len(where.table.words))
        + (f" The shares of {' and '.join(hidden)} are not drawn yet." if hidden else ""),
    )


@remembered
def measured(where: Source) -> tuple[Copy, ...]:
    """Measure all copies of a table; for shipped tables the results are precomputed."""
    found = None if where.private else precomputed_copies(where.key)
    return found or tuple(compare(where.table.vectors, kind) for kind in KINDS)


def question_copy(where: Source) -> Copy:
    """The copy that the page asks about: the first with fewer bits than the table itself."""
    stored, _ = STORED.get(where.table.name, ("", ""))
    kind = "INT4" if stored == "INT8" else "INT8"
    return next(copy for copy in measured(where) if copy.kind == kind)


def _examined(found: Sequence[Copy], rows: int) -> str:
    """Sentence on the sample of rows behind the shares, and their margin."""
    examined = found[0].examined
    tied = nearness.tied_rows(max(c.tied for c in found), examined, found[0].k)
    if examined == rows:
        return f"All {rows:,} rows were examined.{tied}"
    margin = fixed(100 * max(c.margin for c in found), 1)
    return (
        f"{examined:,} of {rows:,} rows, drawn at random, were examined, each against all: the shares are known to "
        f"± {margin} percentage points (95 %).{tied}"
    )


def _formula(where: Source, copy: Copy) -> Formula:
    rows, width = where.table.vectors.shape
    per_row = copy.nbytes // rows
    return Formula(
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
        f"{copy.kind}: {rows:,} · {per_row:,} = {copy.nbytes:,} bytes"
        + f", {decimal(copy.nbytes)}" * (copy.nbytes >= 1000)
        + f", of which {per_row - SCALE:,} per row are its numbers. They are whole, from −{LEVELS[copy.kind]} to "
        f"{LEVELS[copy.kind]}.",
    )


def _copy_sentence(copy: Copy, kept: bool) -> str:
    lost = f"{copy.kind}: {decimal(copy.nbytes)}, largest error {tiny(copy.largest_error, 3)}"
    return f"{lost}, {share(copy.kept, digits=3)} kept ({share(copy.kept_centred, digits=3)})." if kept else f"{lost}."


def _table(found: Sequence[Copy], answered: bool) -> Table:
    columns = {
        "copy": [c.kind for c in found],
        "bytes": [c.nbytes for c in found],
        "largest error": [c.largest_error for c in found],
    }
    if answered:
        columns |= {
            "neighbours kept": [c.kept for c in found],
            "kept, mean row taken off": [c.kept_centred for c in found],
        }
    return Table(columns, "copies")
