"""Loss by length: the mean over whole windows, as papers report it, and the differences that this mean hides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, get_args

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.figure_spec import Spec
from explorer.nn.config import spoken
from explorer.training import loss_by_position_and_length
from explorer.training.findings.shipped_model_losses import LENGTHS, TRAIN_LEN, Line, baselines, by_length
from explorer.training.precompute_standard_runs import LanguageItem
from explorer.views.extrapolation._loss_curves import length_curves, length_table
from explorer.views.extrapolation.loss_sentences import seeds_text
from explorer.views.extrapolation.settings import MODELS, lines_of
from explorer.views.formula import Formula
from explorer.views.setting import Choice
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed

Window = Literal[64, 128, 256, 512]
WINDOW: Any = Choice(
    "Length of the window",
    LENGTHS[-1],
    get_args(Window),
    key="x_window",
    about="the length that the sentence compares with the trained one",
)


@picture(by_length, loss_by_position_and_length.loss_by_length, LanguageItem)
def loss_by_length(*, encodings: Sequence[str] = MODELS, window: Window = WINDOW) -> View:
    """Mean loss over windows of 64 to 512, for models trained on 64 positions.

    >>> loss_by_length(encodings=("ALiBi",)).table["length"]
    [64, 128, 256, 512]
    """
    lines = lines_of(encodings)
    means = {line.label: by_length(line).mean(axis=0) for line in lines}

    def draw(answered: bool, _: Any) -> View:
        drawn = LENGTHS if answered else LENGTHS[:1]
        end = window if answered else TRAIN_LEN
        at, longer = LENGTHS.index(end), end > TRAIN_LEN
        sentence = ", ".join(f"{spoken(name)} {m[0]:.2f}" + f" → {m[at]:.2f}" * longer for name, m in means.items())
        return View(
            _figure(lines, window, len(drawn)),
            f"Mean loss over windows of {TRAIN_LEN}{f' and of {end}' * longer}: {sentence}. {seeds_text()}",
            lambda: length_table(lines, "loss_by_length", drawn),
            (_perplexity(lines[0], end),),
            details=f"Dashed is the trained length, {TRAIN_LEN}. Dotted: the next letter guessed without a network, by "
            "how often each letter comes in the novels, or comes after the 1 or 2 letters before it.",
        )

    return with_question(draw)


@lru_cache(maxsize=64)
def _figure(lines: tuple[Line, ...], window: int, drawn: int) -> Spec:
    curves = [replace(curve, values=curve.values[:, :drawn]) for curve in length_curves(lines)]
    return figures.loss_by_length(
        LENGTHS, curves, train_len=TRAIN_LEN, chosen=window if drawn > 1 else None, levels=baselines()
    )


def _perplexity(line: Line, window: int) -> Formula:
    mean = round(float(by_length(line).mean(axis=0)[LENGTHS.index(window)]), 2)
    return Formula(
        r"\text{perplexity}=e^{L}",
        {"L": "the mean [[loss]] in [[nats]]", "e": "2.718…, the base of the natural logarithm"},
        f"{spoken(line.label)} at {window}: e to the power of {fixed(mean)} is {fixed(math.exp(mean), 1)}. The model "
        "hesitates as if it chose between that many characters, all equally likely.",
    )
