"""Ablation experiments on what raises the loss past the trained length ("Why" on the page)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np

from explorer.figures import number_cells
from explorer.figures.extrapolation import loss_curves
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.figures.figure_spec import Spec
from explorer.nn.config import Encoding
from explorer.training.ablations import loss_rises, result_sentences
from explorer.training.ablations.loss_rises import BLOCK, NEW, SINUSOIDAL
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines
from explorer.training.precompute_standard_runs import SEEDS
from explorer.views.extrapolation._loss_curves import middles
from explorer.views.extrapolation._loss_formulas import of_rise
from explorer.views.extrapolation.loss_sentences import seeds_text
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, signed

Seen = Literal["sinusoidal", "RoPE", "T5"]
SEEN: Any = Choice("Encoding", "sinusoidal", tuple(loss_rises.SEEN), about="those that one new thing alone makes worse")
LARGEST = 1.8  # nats at the end of the colour scale


@picture(loss_rises.one_at_a_time, loss_rises.rows_new)
def one_new_thing() -> View:
    """Rise of the loss under exactly one new condition, for each encoding.

    >>> one_new_thing().table["encoding"][0]
    'sinusoidal'
    """
    rise = loss_rises.rows_new(SINUSOIDAL)
    worked = of_rise(
        float(rise.home.mean()),
        float(rise.away.mean()),
        "Sinusoidal, new rows",
        ("where nothing is new to the model", "where one thing is new"),
    )
    means = f"Losses in nats per character, mean of {count(len(SEEDS), 'seed')}."

    def draw(answered: bool, _: Any) -> View:
        sentence = (
            result_sentences.enough_sentence() if answered else "How much the loss rises with all of it new at once."
        )
        return View(_one(answered), f"{sentence} {means}", lambda: _one_table(answered), (worked,) if answered else ())

    return with_question(draw)


@lru_cache(maxsize=2)
def _one(every: bool) -> Spec:
    first = 0 if every else len(NEW) - 1
    table = {name: rises[first:] for name, rises in loss_rises.one_at_a_time().items()}
    rise = np.array([[np.nan if r is None else r.mean for r in rises] for rises in table.values()], np.float32)
    text = [
        ["–" if r is None else f"{signed(r.mean)}<br>±{float(np.ptp(r.seeds)) / 2:.2f}" for r in rises]
        for rises in table.values()
    ]
    return number_cells.rises(
        rise, text, list(table), [result_sentences.THINGS[new] for new in NEW[first:]], largest=LARGEST
    )


def _one_table(every: bool) -> Table:
    cells = [
        (name, result_sentences.THINGS[new], seed, home, away)
        for name, rises in loss_rises.one_at_a_time().items()
        for new, rise in zip(NEW, rises, strict=True)
        if rise is not None and (every or new == NEW[-1])
        for seed, (home, away) in enumerate(zip(rise.home.tolist(), rise.away.tolist(), strict=True))
    ]
    encodings, things, seeds, homes, aways = zip(*cells, strict=True)
    columns = {
        "encoding": encodings,
        "new": things,
        "seed": seeds,
        "loss where nothing is new": np.array(homes).round(4),
        "loss": np.array(aways).round(4),
        "rise": (np.array(aways) - np.array(homes)).round(4),
    }
    return Table(columns, "one_new_thing")


@picture(loss_rises.Training.read)
def seen_in_training(*, encoding: Seen = SEEN) -> View:
    """Loss by position in windows of 512, of models trained with more or fewer rows and distances.

    >>> seen_in_training(encoding="T5").table["first position"][:2].tolist()
    [0, 8]
    """
    columns: dict[str, object] = {"first position": np.arange(0, 512, BLOCK)}
    for name, (training, reading) in loss_rises.SEEN[encoding].items():
        for seed, losses in enumerate(training.read(reading)):
            columns[f"{name}, seed {seed}"] = losses.round(4)
    says = f"{result_sentences.seen_sentence(encoding)} {seeds_text()}"
    return View(_seen(encoding), says, Table(columns, "seen_in_training"))


@lru_cache(maxsize=8)
def _seen(encoding: Encoding) -> Spec:
    curves = [
        Curve(name, i, training.read(reading))
        for i, (name, (training, reading)) in enumerate(loss_rises.SEEN[encoding].items())
    ]
    return loss_curves.loss_by_position(
        middles(512, BLOCK), curves, train_len=TRAIN_LEN, levels=baselines(), length=512, y_range=(1.4, 4.4)
    )
