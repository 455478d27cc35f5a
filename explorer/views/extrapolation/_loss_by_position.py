"""Loss by position, within and past the length that the models were trained on."""

from __future__ import annotations

from functools import lru_cache

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.figure_spec import Spec
from explorer.nn.config import Encoding, spoken
from explorer.training import loss_by_position_and_length
from explorer.training.findings.shipped_model_losses import (
    INSIDE,
    TRAIN_LEN,
    Line,
    baselines,
    by_position,
    first_line,
    inside,
)
from explorer.training.precompute_standard_runs import LanguageItem
from explorer.views.extrapolation._loss_curves import (
    JOINED,
    LONGEST,
    SHOWN,
    lines_of,
    middles,
    position_curves,
    position_table,
)
from explorer.views.extrapolation._loss_formulas import of_loss
from explorer.views.extrapolation._loss_sentences import rise_summary, seeds_text
from explorer.views.view import View, choice, picture, real_number

GUESSED_AT = (96, 192, 320, 480)
"""Positions at which the visitor draws the expected loss."""
LOW, HIGH, ZOOMED = 1.4, 4.0, 2.6
LEVELS = tuple(round(LOW + 0.1 * step, 1) for step in range(27))

PLAIN = {
    "x_title": "position of the letter",
    "y_title": "surprise per letter (loss)",
    "levels": {"counting<br>letters": baselines()["unigram"]},
}
"""Titles in everyday words, and one of the levels."""

Curve = tuple[float, ...]


@picture(by_position, loss_by_position_and_length.loss_by_position, LanguageItem, given=("drawn",))
def loss_by_position(
    *,
    encodings: tuple[str, ...] = SHOWN,
    joined: int = 16,
    zoom: bool = False,
    plain: bool = False,
    measured: bool = True,
    of: Encoding = "sinusoidal",
    guess: Curve = (),
    drawn: tuple[Curve, ...] | None = None,
) -> View:
    """Mean loss at each position of windows of 512, for models trained on 64 positions.

    Args:
        encodings: the models: names of encodings, or "RoPE (window)" and other ways to read one past its length.
        joined: positions joined into one point: 4, 8, 16 or 32.
        zoom: draw losses up to 2.6 nats only.
        plain: name the axes in everyday words, and draw the lowest of the counting baselines alone.
        measured: whether the measured losses past position 63 are drawn.
        of: the encoding of the guess.
        guess: the expected losses at positions 96, 192, 320 and 480.
        drawn: the guesses of a whole class.

    >>> f'{loss_by_position(encodings=("ALiBi",)).table["ALiBi"][63]:.2f}'
    '1.75'
    """
    lines = lines_of(encodings)
    choice("joined", joined, JOINED)
    choice("of", of, SHOWN)
    if guess and len(guess) != len(GUESSED_AT):
        raise ValueError(f"Expected guess to have {len(GUESSED_AT)} losses, at {GUESSED_AT}, got {len(guess)}")
    for loss in guess:
        real_number("guess", loss, LOW, HIGH)
    stop = LONGEST if measured else TRAIN_LEN
    told = ", ".join(f"{spoken(line.label)} {inside(line):.2f}" for line in lines)
    return View(
        _figure(lines, joined, stop, of, guess, ZOOMED if zoom else HIGH, drawn or (), plain),
        f"{rise_summary(lines)} {seeds_text()}" if measured else f"At {INSIDE}, the last that training showed: {told}.",
        lambda: position_table(lines, "loss_by_position", stop),
        (of_loss(inside(lines[0]), f"{spoken(lines[0].label)}, at {INSIDE}"),),
        "" if measured else "What comes after is hidden.",
    )


@lru_cache(maxsize=128)
def _figure(
    lines: tuple[Line, ...],
    joined: int,
    stop: int,
    of: Encoding,
    guess: Curve,
    top: float,
    drawn: tuple[Curve, ...],
    plain: bool,
) -> Spec:
    start, at = inside(first_line(of)), (TRAIN_LEN - 1, *GUESSED_AT)
    return figures.loss_by_position(
        middles(stop, joined),
        position_curves(lines, joined, stop=stop),
        train_len=TRAIN_LEN,
        guess=(at, (start, *guess)) if guess else None,
        guess_name=f"your guess for {of}",
        cloud=(at, [(start, *curve) for curve in drawn]) if drawn else None,
        targets=None if stop > TRAIN_LEN else (GUESSED_AT, LEVELS),
        y_range=(LOW, top),
        length=LONGEST,
        **(PLAIN if plain else {"levels": baselines()}),
    )
