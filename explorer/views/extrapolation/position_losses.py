"""Loss by position, within and past the length that the models were trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.figure_spec import Spec
from explorer.nn.config import Encoding, spoken
from explorer.training import loss_by_position_and_length
from explorer.training.findings.shipped_model_losses import (
    FAMOUS,
    INSIDE,
    TRAIN_LEN,
    WIDTH,
    Line,
    baselines,
    by_position,
    first_line,
    inside,
)
from explorer.training.precompute_standard_runs import LanguageItem
from explorer.views.extrapolation._loss_curves import middles, position_curves, position_table
from explorer.views.extrapolation._loss_formulas import of_loss
from explorer.views.extrapolation.loss_sentences import first_rise, reach_sentence, rise_details, seeds_text
from explorer.views.extrapolation.settings import LONGEST, MODELS, lines_of
from explorer.views.view import View, picture, with_question

GUESSED_AT = (96, 192, 320, 480)
"""Positions at which the visitor draws the expected loss."""
LOW, HIGH = 1.4, 4.0
LEVELS = tuple(round(LOW + 0.1 * step, 1) for step in range(27))

Curve = tuple[float, ...]


class Drawn(NamedTuple):
    """Losses that a visitor has drawn for an encoding, at the positions `GUESSED_AT`."""

    of: Encoding
    curve: Curve = ()


@picture(by_position, loss_by_position_and_length.loss_by_position, LanguageItem)
def loss_by_position(*, encodings: Sequence[str] = MODELS) -> View:
    """Mean loss at each position of windows of 512, for models trained on 64 positions.

    >>> f'{loss_by_position(encodings=("ALiBi",)).table["ALiBi"][63]:.2f}'
    '1.75'
    """
    lines = lines_of(encodings)
    sentence = ", ".join(f"{spoken(line.label)} {inside(line):.2f}" for line in lines)

    def draw(answered: bool, guess: Drawn | None) -> View:
        stop = LONGEST if answered else TRAIN_LEN
        return View(
            _figure(lines, stop, guess),
            reach_sentence(lines) if answered else f"At {INSIDE}, the last that training showed: {sentence}.",
            lambda: position_table(lines, "loss_by_position", stop),
            (of_loss(inside(lines[0]), f"{spoken(lines[0].label)}, at {INSIDE}"),),
            "" if answered else "What comes after is hidden.",
            f"{first_rise(lines)} {rise_details(lines)} {seeds_text()}" if answered else "",
        )

    return with_question(draw)


@lru_cache(maxsize=128)
def _figure(lines: tuple[Line, ...], stop: int, guess: Drawn | None) -> Spec:
    drawn = guess or Drawn(FAMOUS[0])
    start, at = inside(first_line(drawn.of)), (TRAIN_LEN - 1, *GUESSED_AT)
    return figures.loss_by_position(
        middles(stop, WIDTH),
        [
            replace(curve, strong=guess is not None and curve.label == first_line(drawn.of).label)
            for curve in position_curves(lines, WIDTH, stop=stop)
        ],
        train_len=TRAIN_LEN,
        guess=(at, (start, *drawn.curve)) if drawn.curve else None,
        guess_name=f"{'your guess' if stop > TRAIN_LEN else 'move these: your guess'} for {drawn.of}",
        targets=None if stop > TRAIN_LEN else (GUESSED_AT, LEVELS),
        length=LONGEST,
        levels=baselines(),
    )
