"""Ablation experiments, and the rows and waves that explain their results ("Why" on the page)."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from explorer.figures import number_cells
from explorer.figures.extrapolation import experiment_dots as dots
from explorer.figures.extrapolation import loss_curves
from explorer.figures.extrapolation import wavelengths_and_row_similarity as figures
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.figures.figure_spec import Spec
from explorer.nn.config import Encoding
from explorer.training.ablations import loss_rises, result_sentences
from explorer.training.ablations.changed_window_losses import BLOCK
from explorer.training.ablations.experiments import SEEDS
from explorer.training.ablations.loss_rises import NEW, SINUSOIDAL
from explorer.training.complete_waves_and_row_similarity import Waves, count_waves, neighbour_similarity, waves_sentence
from explorer.training.findings import row_similarity as rows
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines
from explorer.views.extrapolation._loss_curves import middles
from explorer.views.extrapolation._loss_formulas import of_rise
from explorer.views.extrapolation._loss_sentences import seeds_text
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, real_number, whole_number
from explorer.wording import number, signed

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
    return View(_one(), _one_sentence(), _one_table, (worked,))


@lru_cache(maxsize=1)
def _one() -> Spec:
    table = loss_rises.one_at_a_time()
    rise = np.array([[np.nan if r is None else r.mean for r in rises] for rises in table.values()], np.float32)
    text = [
        ["–" if r is None else f"{signed(r.mean)}<br>±{float(np.ptp(r.seeds)) / 2:.2f}" for r in rises]
        for rises in table.values()
    ]
    return number_cells.rises(rise, text, list(table), [result_sentences.THINGS[new] for new in NEW], largest=LARGEST)


# Cached: the shipped trainings never change.
_one_sentence = cache(result_sentences.one_sentence)
_bases_sentence = cache(lambda: f"{result_sentences.bases_sentence()} {result_sentences.moved_sentence()}")


def _one_table() -> Table:
    cells = [
        (name, result_sentences.THINGS[new], seed, home, away)
        for name, rises in loss_rises.one_at_a_time().items()
        for new, rise in zip(NEW, rises, strict=True)
        if rise is not None
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
def seen_in_training(*, encoding: Encoding = "sinusoidal") -> View:
    """Loss by position in windows of 512, of models trained with more or fewer rows and distances.

    Args:
        encoding: a name of `explorer.nn.config.ENCODINGS`.

    >>> seen_in_training(encoding="T5").table["first position"][:2].tolist()
    [0, 8]
    """
    choice("encoding", encoding, list(loss_rises.SEEN))
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


@picture(count_waves)
def waves(*, trained_length: int = TRAIN_LEN, columns: int = 64, base: float = 10_000.0, answered: bool = True) -> View:
    """Wavelength of each pair of a sinusoidal row, against the trained length.

    Args:
        trained_length: positions in training, 2 to 65,536.
        columns: of a row, even, 2 to 4,096.
        base: of the encoding, above 1.
        answered: whether the sentence and the symbols show which waves made a whole turn; on the page, after the guess.

    >>> waves().table["turns seen"][8:10].tolist()
    [1.0027, 0.7519]
    """
    whole_number("trained_length", trained_length, 2, 65_536)
    whole_number("columns", columns, 2, 4096)
    real_number("base", base, 1.000001, 1e12)
    seen = count_waves(columns, trained_length, base=base)
    slowest = f"The slowest wave needs {number(float(seen.wavelength[-1]), 4)} positions for one turn."
    return View(
        _waves(columns, trained_length, base, answered),
        waves_sentence(seen, trained_length) if answered else slowest,
        (lambda: _waves_table(seen)) if answered else Table({}, "waves_seen"),
        (_waves_formula(seen, columns, trained_length, base),),
    )


@lru_cache(maxsize=64)
def _waves(columns: int, trained_length: int, base: float, marked: bool) -> Spec:
    seen = count_waves(columns, trained_length, base=base)
    return figures.waves(seen.wavelength, seen.turns, train_len=trained_length, marked=marked)


def _waves_table(seen: Waves) -> Table:
    columns = {
        "pair": np.arange(len(seen.wavelength)),
        "positions in one turn": seen.wavelength.round(2),
        "turns seen": seen.turns.round(4),
        "share of the sine's values seen": seen.sine_seen.round(4),
        "share of the cosine's values seen": seen.cosine_seen.round(4),
    }
    return Table(columns, "waves_seen")


def _waves_formula(seen: Waves, columns: int, length: int, base: float) -> Formula:
    pair, shown = columns // 2 - 1, for_the_sum(float(seen.wavelength[-1]), length - 1)
    return Formula(
        r"\lambda_i=2\pi\,b^{2i/D}\qquad\text{turns}=\frac{L-1}{\lambda_i}",
        {
            r"\lambda_i": "positions that wave i needs for one turn",
            "i": f"the pair of columns: {pair}, the slowest",
            "b": f"the [[base]]: {number(base, 13)}",
            "D": f"columns of a row: {columns}",
            "L": f"the trained length: {length:,}; from the first position to the last it is {length - 1:,} steps",
        },
        f"The slowest: 2π · {number(base, 13)} to the power of {2 * pair}/{columns} = {shown} positions. From position "
        f"0 to {length - 1:,} it makes {length - 1:,} / {shown} = {number(float(seen.turns[-1]))} turns.",
    )


def for_the_sum(wavelength: float, steps: int) -> str:
    """The wavelength with enough digits, at least 4, that dividing by it gives the turns as written.

    >>> for_the_sum(16.4313, 4096), 4096 / 16.43
    ('16.43', 249.3...)
    """
    turns = number(steps / wavelength)
    shown = (number(wavelength, digits) for digits in range(4, 12))
    return next(text for text in shown if number(steps / float(text.replace(",", ""))) == turns)


@picture(loss_rises.rows_new, loss_rises.moved_wave_rises)
def bases() -> View:
    """Rise of the loss on new rows for models of several bases; the table also has it with only some waves moved.

    >>> len(bases().table["rows 96 to 127"])
    11
    """
    rises = {f"base {training.base:,.0f}": loss_rises.rows_new(training) for training in loss_rises.BASES}
    rises |= {f"base 10,000, {name} moved": rise for name, rise in loss_rises.moved_wave_rises().items()}
    columns: dict[str, object] = {result_sentences.judged_rows(TRAIN_LEN): list(rises)}
    for seed in range(len(SEEDS)):
        columns[f"rise, seed {seed}"] = np.array([rise.seeds[seed] for rise in rises.values()]).round(4)
    return View(_bases(), _bases_sentence(), Table(columns, "bases"))


@lru_cache(maxsize=1)
def _bases() -> Spec:
    rises = {f"base {training.base:,.0f}": loss_rises.rows_new(training).seeds for training in loss_rises.BASES}
    x_title = f"rise of the loss on {result_sentences.judged_rows(TRAIN_LEN)} (nats)"
    return dots.dots(rises, x_title=x_title, x_range=(-0.2, 2.2))


@picture(neighbour_similarity, rows.neighbours)
def learned_rows() -> View:
    """Mean cosine between learned rows by distance: of the initial rows, of their change in training, and at the end.

    >>> learned_rows().table["distance"][:3].tolist()
    [1, 2, 3]
    """
    found = {name: values.mean(axis=0).round(4) for name, values in rows.neighbours().items()}
    return View(
        _neighbours(),
        rows.neighbours_sentence(),
        Table({"distance": np.arange(1, TRAIN_LEN), **found}, "learned_rows"),
    )


@lru_cache(maxsize=1)
def _neighbours() -> Spec:
    return figures.neighbours(rows.neighbours())
