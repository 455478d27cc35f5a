"""Live training: the loss by position of one character model at several steps of a run."""

from __future__ import annotations

from typing import Any

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, Extension
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, Line, baselines, by_position
from explorer.training.loss_by_position_and_length import smooth
from explorer.training.precompute_standard_runs import POSITION_STDS, SEEDS, STANDARD_STEPS
from explorer.training.train_transformer import EVAL_FACTOR, LanguageRun, Progress, train_language
from explorer.views.extrapolation._loss_curves import middles
from explorer.views.extrapolation._loss_formulas import of_loss
from explorer.views.notebook_progress import with_progress
from explorer.views.setting import Choice, Float, Int, Real, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count

WIDTH = 16
ENCODING: Any = Choice(
    "Encoding", "sinusoidal", ENCODINGS, listed=True, key="x_renc", about="how the model is told where a letter stands"
)
READING: Any = Choice(
    "Read past the end",
    lambda others: EXTENSIONS[others["encoding"]][0],
    lambda others: EXTENSIONS[others["encoding"]],
    listed=True,
    about="extension method past the trained length",
)
SEED: Any = Whole(
    "Seed", 0, 0, 999, key="x_seed", typed=True, about="of the initial weights and of the order of the text"
)
STEPS: Any = Whole(
    "Steps", 600, 1, 5000, (150, 300, 600, 1200), between=False, key="x_steps", about="of training, some 16 ms each"
)
TRAINED_LENGTH: Any = Whole(
    "Trained length",
    TRAIN_LEN,
    8,
    TRAIN_LEN,
    (16, 32, 64),
    between=False,
    key="x_rlen",
    about="longest sequence in training",
)
START: Any = Real(
    "Start of learned rows (std)",
    0.02,
    0.001,
    10,
    (0.02, 0.1, 0.3),
    key="x_std",
    about="standard deviation of a learned table's initial rows",
)


@picture(train_language, given=("records",))
def training(
    *,
    encoding: Encoding = ENCODING,
    reading: Extension = READING,
    seed: Int = SEED,
    steps: Int = STEPS,
    trained_length: Int = TRAINED_LENGTH,
    start: Float = START,
    records: tuple[Progress, ...] | None = None,
) -> View:
    """The loss by position of a character model at several steps of its training, beside shipped models like it.

    `records` are those of `explorer.training.train_transformer.train_language`; without them the model is trained now.

    >>> training(records=()).sentence
    'Grey: shipped models of 3 seeds with the same encoding, reading and start, after 600 steps.'
    """
    run = language_run(encoding, reading, seed, steps, trained_length, start)
    if records is None:
        records = tuple(with_progress(train_language(run), lambda now: f"step {now.step} of {now.steps}"))
    measured = [(record, record.curve) for record in records if record.curve is not None]
    label = Line(run.encoding, run.extension).label
    curves = _shipped(run) + [
        Curve(
            f"{label}, step {record.step}",
            ENCODINGS.index(encoding),
            smooth(curve, WIDTH)[None, :],
            faint=record is not measured[-1][0],
        )
        for record, curve in measured[-4:]
    ]
    length = EVAL_FACTOR * trained_length
    figure = figures.loss_by_position(
        middles(length, WIDTH), curves, train_len=trained_length, levels=baselines(), length=length
    )
    if not records:
        # Before training, the formula is that of the picture's unigram level.
        begins = "Unigram, how frequent each character is and nothing else"
        return View(figure, shipped_sentence(run), Table({}, "training"), (of_loss(baselines()["unigram"], begins),))
    numbers = {"step": [record.step for record in records], "training loss": [round(r.loss, 4) for r in records]}
    worked = of_loss(records[-1].loss, f"The training loss at step {records[-1].step}")
    return View(figure, training_sentence(run, records), Table(numbers, "training"), (worked,))


def language_run(
    encoding: Encoding, reading: Extension, seed: int, steps: int, trained_length: int, start: float
) -> LanguageRun:
    """The training run of `training`."""
    return LanguageRun(
        encoding,
        reading,
        seed,
        steps,
        trained_length,
        start if encoding == "learned" else START.default,
        windows=64,
        curve_every=150,
    )


def _shipped(run: LanguageRun) -> list[Curve]:
    """The shipped models of this encoding and extension method, if any."""
    if run.train_len != TRAIN_LEN or run.position_std not in POSITION_STDS:
        return []
    losses = by_position(Line(run.encoding, run.extension, run.position_std))
    return [Curve(f"shipped, {STANDARD_STEPS} steps", 6, smooth(losses, WIDTH))]


def shipped_sentence(run: LanguageRun) -> str:
    """Sentence on the shipped models drawn in grey, or on the setting that none of them has."""
    if _shipped(run):
        seeds = count(len(SEEDS), "seed")
        return (
            f"Grey: shipped models of {seeds} with the same encoding, reading and start, after {STANDARD_STEPS} steps."
        )
    other = run.train_len != TRAIN_LEN
    setting = f"trained length of {run.train_len}" if other else f"start of {run.position_std:g}"
    return f"Nothing is grey: no shipped model has a {setting}."


def training_sentence(run: LanguageRun, records: tuple[Progress, ...]) -> str:
    """Sentence on the run's progress and newest curve, beside the shipped model of the same settings."""
    last = records[-1]
    text = f"Step {last.step} of {run.steps}: training loss {last.loss:.3f} nats per character."
    measured = [(record.step, record.curve) for record in records if record.curve is not None]
    if not measured:
        return f"{text} The first curve comes after {run.curve_every} steps. {shipped_sentence(run)}"
    (step, curve), n = measured[-1], run.train_len
    text += (
        f" Loss by position at step {step}: {curve[n // 2 : n].mean():.2f} at {n // 2}–{n - 1}, "
        f"{curve[n : 2 * n].mean():.2f} at {n}–{2 * n - 1}, {curve[-n:].mean():.2f} at {7 * n}–{8 * n - 1}."
    )
    if _shipped(run):
        shipped = by_position(Line(run.encoding, run.extension, run.position_std)).mean(axis=0)
        text += (
            f" The shipped models, in grey, {STANDARD_STEPS} steps and four times the held-out text: "
            f"{shipped[32:64].mean():.2f}, {shipped[64:128].mean():.2f}, {shipped[-64:].mean():.2f}."
        )
    else:
        text += f" {shipped_sentence(run)}"
    return text
