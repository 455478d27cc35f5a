"""Reduced precision: a trained table in FP16, BF16, INT8 and INT4; bytes, error, and neighbours kept."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.data import load_whisper
from explorer.figures.figure_spec import Spec, guessed
from explorer.figures.memory import measured_times as figures
from explorer.memory import both
from explorer.memory.quantization_error import QuantizationRecord, QuantizationRequest, quantise, results
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture
from explorer.wording import count, fixed, share

ROWS, WIDTH = 50_257, 384
ROW, TOP = 464, 127
FULL = ROWS * WIDTH * 4
KEPT = {"All ten stay": 1.0, "About eight stay": 0.8, "About five stay": 0.5, "None stays": 0.0}
"""Options on a row's ten nearest neighbours, and the corresponding shares."""
ASKED = "INT8, a scale per row"


@picture(quantise)
def precision(*, answered: bool = True, guess: str | None = None) -> View:
    """Whisper tiny.en's token table in six storage schemes: megabytes against the share of nearest neighbours kept.

    The results ship with the package; `explorer.memory.quantization_error.quantise` recomputes them in half a minute.

    Args:
        answered: whether the lossy schemes are drawn.
        guess: of the share that INT8 keeps, drawn as a star.

    >>> precision().table["stored as"][0], precision().table["neighbours kept, %"][0]
    ('FP16', 100.0)
    """
    choice("guess", guess, [None, *KEPT])
    found = next(record for record in results() if record.scheme == ASKED)
    star = f" The star is your guess for INT8: {share(KEPT[guess])} kept." if answered and guess else ""
    return View(
        _with_guess(_figure(answered), found, guess if answered else None),
        _sentence(_visible_records(answered)) + (star if answered else " The other ways come after your guess."),
        _table if answered else Table({}, "precision"),
        (_formula(),),
    )


def _visible_records(told: bool) -> tuple[QuantizationRecord, ...]:
    """All storage schemes; before the guess, only the lossless one."""
    return results() if told else results()[:1]


@lru_cache(maxsize=2)
def _figure(told: bool) -> Spec:
    shown = _visible_records(told)
    return figures.precision(
        [record.scheme for record in shown],
        [record.bytes / 1e6 for record in shown],
        [100 * record.kept for record in shown],
    )


def _table() -> Table:
    records = results()
    return Table(
        {
            "stored as": [record.scheme for record in records],
            "bytes": [record.bytes for record in records],
            "of FP32, %": [100 * record.bytes / FULL for record in records],
            "relative error, %": [100 * record.error for record in records],
            "largest error of a number": [float(f"{record.worst:.3g}") for record in records],
            "neighbours kept, %": [100 * record.kept for record in records],
            "margin, points": [100 * record.margin for record in records],
        },
        "precision",
    )


def _sentence(records: tuple[QuantizationRecord, ...]) -> str:
    """Sentence on the measurements."""
    request = QuantizationRequest()
    words = [f"{record.scheme}: {both(record.bytes)}, {_share_kept(record)} kept" for record in records]
    return (
        f"Whisper tiny.en's token table, {ROWS:,} × {WIDTH}: {both(FULL)} in FP32. For "
        f"{count(request.queries, 'row')}, drawn at random, the {request.neighbours} nearest neighbours before and "
        f"after are compared. {'; '.join(words)}."
        + " (±: where the share of all rows lies, 19 times in 20.)"
        * any(record.margin for record in records)
    )


def _share_kept(record: QuantizationRecord) -> str:
    """Share of neighbours kept, with the sampling margin in percentage points."""
    return f"{fixed(100 * record.kept, 1)}{f' ± {fixed(100 * record.margin, 1)}' * (record.margin > 0)} %"


def _with_guess(figure: Spec, found: QuantizationRecord, guess: str | None) -> Spec:
    return guessed(figure, found.bytes / 1e6, 100 * KEPT[guess]) if guess else figure


def _formula() -> Formula:
    """Formula of the first number of row 464, quantized and restored."""
    row = load_whisper().tokens[ROW].astype(np.float32)
    scale = float(np.float16(np.abs(row).max() / TOP))
    whole = round(float(row[0]) / scale)
    return Formula(
        r"q=\mathrm{round}\!\left(\frac{x}{s}\right)\qquad s=\frac{\max|x_r|}{127}\qquad x\approx q\,s",
        {
            "x": "a number of the table",
            "s": "the scale of its row, one for all of them, stored as [[float16]]",
            "q": "the whole number that is stored in its place, −127 to 127: 8 bits",
            r"\max|x_r|": "the largest number of the row, its sign left out",
        },
        f"Row {ROW}: its largest number is {np.abs(row).max():.6f}, so s is a 127th of it, {scale:.6f}. "
        f"The first is {row[0]:.5f}: divided by s and rounded, {whole}. Read back: {whole} × {scale:.6f} = "
        f"{whole * scale:.5f}, wrong by {abs(whole * scale - float(row[0])):.5f}.",
    )
