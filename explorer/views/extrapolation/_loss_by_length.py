"""Loss by length: the mean over whole windows, as papers report it, and the differences that this mean hides."""

from __future__ import annotations

import math
from functools import lru_cache

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.figure_spec import Spec
from explorer.nn.config import spoken
from explorer.training import loss_by_position_and_length
from explorer.training.findings.shipped_model_losses import LENGTHS, TRAIN_LEN, Line, baselines, by_length, span
from explorer.training.precompute_standard_runs import LanguageItem
from explorer.views.extrapolation._loss_curves import LONGEST, SHOWN, length_curves, length_table, lines_of
from explorer.views.extrapolation._loss_sentences import seeds_text
from explorer.views.formula import Formula
from explorer.views.view import View, choice, picture
from explorer.wording import fixed

LITTLE = 0.05  # nats between a window's mean and its end


@picture(by_length, loss_by_position_and_length.loss_by_length, LanguageItem)
def loss_by_length(*, encodings: tuple[str, ...] = SHOWN, window: int = LENGTHS[-1]) -> View:
    """Mean loss over windows of 64 to 512, for models trained on 64 positions.

    Args:
        encodings: the models: names of encodings, or "RoPE (window)" and other ways to read one past its length.
        window: the length that the sentence compares with the trained one: 64, 128, 256 or 512.

    >>> loss_by_length(encodings=("ALiBi",)).table["length"]
    [64, 128, 256, 512]
    """
    choice("window", window, LENGTHS)
    lines, at = lines_of(encodings), LENGTHS.index(window)
    means = {line.label: by_length(line).mean(axis=0) for line in lines}
    told = ", ".join(
        f"{spoken(name)} {m[0]:.2f}" + f" → {m[at]:.2f}" * (window > TRAIN_LEN) for name, m in means.items()
    )
    compared = f"{TRAIN_LEN}" + f" and of {window}" * (window > TRAIN_LEN)
    return View(
        _figure(lines, window),
        f"Mean loss over windows of {compared}: {told}. {seeds_text()}",
        lambda: length_table(lines, "loss_by_length"),
        (_perplexity(lines[0], window),),
    )


@lru_cache(maxsize=64)
def _figure(lines: tuple[Line, ...], window: int) -> Spec:
    curves = length_curves(lines)
    return figures.loss_by_length(LENGTHS, curves, train_len=TRAIN_LEN, chosen=window, levels=baselines())


def _perplexity(line: Line, window: int) -> Formula:
    mean = round(float(by_length(line).mean(axis=0)[LENGTHS.index(window)]), 2)
    return Formula(
        r"\text{perplexity}=e^{L}",
        {"L": "the mean [[loss]] in [[nats]]", "e": "2.718…, the base of the natural logarithm"},
        f"{spoken(line.label)} at {window}: e to the power of {fixed(mean)} is {fixed(math.exp(mean), 1)}. The model "
        "hesitates as if it chose between that many characters, all equally likely.",
    )


def hidden_sentence(lines: tuple[Line, ...]) -> str:
    """Sentence on the loss hidden by a window's mean, for the curve where it hides most."""

    def mean_and_end(line: Line) -> tuple[float, float]:
        return float(by_length(line)[:, -1].mean()), span(line, LONGEST - TRAIN_LEN, LONGEST)

    worst = max(lines, key=lambda line: mean_and_end(line)[1] - mean_and_end(line)[0])
    # Compared after rounding, so that the two numbers in the sentence agree with it.
    mean, end = (round(loss, 2) for loss in mean_and_end(worst))
    hidden = round(end - mean, 2)
    begins = (
        "What the mean hides" if hidden >= LITTLE else f"Here the mean hides {'little' if hidden > 0 else 'nothing'}"
    )
    told = (
        f"{mean:.2f} over a window of 512, {'and' if hidden < LITTLE else 'but'} {end:.2f} over its last 64 positions"
    )
    return f"{begins}: {spoken(worst.label)} has {told}."
