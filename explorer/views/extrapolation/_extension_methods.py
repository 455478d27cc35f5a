"""Extension methods without further training, for one trained model past its length ("Ways out" on the page)."""

from __future__ import annotations

from functools import lru_cache

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.figure_spec import Spec
from explorer.nn import position_inputs
from explorer.nn.config import spoken
from explorer.training.findings.shipped_model_losses import (
    INSIDE,
    LENGTHS,
    MODELS,
    TRAIN_LEN,
    Line,
    baselines,
    by_length,
    by_position,
    inside,
    readings,
    span,
)
from explorer.training.precompute_standard_runs import LanguageItem
from explorer.views.extrapolation._loss_curves import (
    LONGEST,
    length_curves,
    length_table,
    middles,
    position_curves,
    position_table,
)
from explorer.views.extrapolation._loss_formulas import of_rise
from explorer.views.extrapolation._loss_sentences import seeds_text
from explorer.views.view import View, choice, picture

MEASURES = ("by position", "by length")
JOINED = 16


@picture(by_position, by_length, position_inputs.position_inputs, LanguageItem)
def ways_out(*, model: str = "learned, start 0.02", loss: str = "by position") -> View:
    """The loss of one trained model past its length under each extension method that needs no further training.

    Args:
        model: a name of `explorer.training.findings.shipped_model_losses.MODELS`.
        loss: "by position", in windows of 512, or "by length", the mean of windows of 64 to 512.

    >>> f'{ways_out(model="RoPE", loss="by length").table["RoPE (window)"][-1]:.2f}'
    '1.63'
    """
    choice("model", model, list(MODELS))
    choice("loss", loss, MEASURES)
    lines = readings(model)
    told = ", ".join(
        f"{line.extension} {inside(line):.2f} inside, {span(line, 256, LONGEST):.2f} at 256–511" for line in lines
    )
    rise = of_rise(
        inside(lines[0]),
        span(lines[0], 256, LONGEST),
        f"{spoken(model)}, {lines[0].extension}",
        (f"at {INSIDE}, as in training", "at positions 256 to 511"),
    )
    return View(
        _figure(lines, loss),
        f"In windows of 512: {told}. {seeds_text()}",
        lambda: (position_table if loss == MEASURES[0] else length_table)(lines, "ways_out"),
        (rise,),
    )


@lru_cache(maxsize=32)
def _figure(lines: tuple[Line, ...], loss: str) -> Spec:
    if loss == MEASURES[1]:
        curves = length_curves(lines, by_way=True)
        return figures.loss_by_length(LENGTHS, curves, train_len=TRAIN_LEN, levels=baselines())
    return figures.loss_by_position(
        middles(LONGEST, JOINED),
        position_curves(lines, JOINED, by_way=True),
        train_len=TRAIN_LEN,
        levels=baselines(),
        length=LONGEST,
    )
