"""Small tasks: accuracy of every encoding at five tasks, and of a model trained on demand for one of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.extrapolation import position_heatmaps
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.figures.figure_spec import Spec
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, spoken
from explorer.training.findings.task_results import (
    TASK_LENGTHS,
    guessing,
    lengths_sentence,
    task_accuracy,
    task_sentence,
)
from explorer.training.loss_by_position_and_length import smooth
from explorer.training.precompute_standard_runs import TaskItem
from explorer.training.synthetic_tasks import TASKS, Task
from explorer.training.train_transformer import Progress, TaskRun, train_task
from explorer.views.extrapolation._loss_curves import middles
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, whole_number
from explorer.wording import fixed, share

ALL = 0
"""Value of `length` for all lengths, in one row each."""
NO_LEADER = "no single one"


@picture(task_accuracy, TaskItem)
def tasks(*, length: int = ALL, guess: str | None = None) -> View:
    """Accuracy in percent of every encoding at five small tasks, learned on sequences of 32.

    Args:
        length: of the test sequences, one of 32, 64, 128, 256; 0 for all of them.
        guess: the encoding guessed to be best at all tasks, drawn with a frame.

    >>> tasks(length=32).table["length"][0]
    32
    """
    choice("length", length, [ALL, *TASK_LENGTHS])
    choice("guess", guess, [None, NO_LEADER, *ENCODINGS])
    lengths = TASK_LENGTHS if length == ALL else (length,)
    figure, says = _figure(length), _accuracy_sentence(length)
    if guess in ENCODINGS:
        figure = position_heatmaps.with_guess_frame(figure, ENCODINGS.index(guess))
        says += f" The dotted frame is your guess: {spoken(guess)}."
    return View(figure, says, lambda: _table(lengths), (_formula(lengths[0]),))


@lru_cache(maxsize=8)
def _accuracy_sentence(length: int) -> str:
    return lengths_sentence() if length == ALL else task_sentence(length)


@lru_cache(maxsize=8)
def _figure(length: int) -> Spec:
    shares = np.array([[task_accuracy(task, encoding) for encoding in ENCODINGS] for task in TASKS])
    mean, spread = shares.mean(axis=2), np.ptp(shares, axis=2) / 2  # tasks, encodings, lengths
    if length == ALL:
        return position_heatmaps.tasks_by_length(mean, spread, TASKS, ENCODINGS, TASK_LENGTHS)
    at = TASK_LENGTHS.index(length)
    return position_heatmaps.task_table(mean[:, :, at], spread[:, :, at], TASKS, ENCODINGS)


def _table(lengths: tuple[int, ...]) -> Table:
    rows = []
    for task in TASKS:
        for encoding in ENCODINGS:
            shares = task_accuracy(task, encoding)
            for length in lengths:
                seeds = shares[:, TASK_LENGTHS.index(length)]
                found = (round(float(x), 3) for x in (seeds.mean(), seeds.min(), seeds.max()))
                rows.append((task, encoding, length, *found))
    names = ("task", "encoding", "length", "mean", "lowest", "highest")
    return Table(
        {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}, "small_tasks"
    )


@lru_cache(maxsize=8)
def _formula(length: int) -> Formula:
    """Formula of a cell: the mean of its seeds and half of their range, for the cell whose seeds differ most."""
    at = TASK_LENGTHS.index(length)
    found: dict[tuple[Task, Encoding], np.ndarray] = {
        (task, name): 100 * task_accuracy(task, name)[:, at] for task in TASKS for name in ENCODINGS
    }
    task, encoding = max(found, key=lambda cell: float(np.ptp(found[cell])))
    seeds = found[task, encoding].tolist()
    mean, half = sum(seeds) / len(seeds), (max(seeds) - min(seeds)) / 2
    return Formula(
        r"A=\frac{1}{S}\sum_{s=1}^{S}A_s\qquad\pm\ \frac{\max A_s-\min A_s}{2}",
        {
            "A_s": "right answers of the model with seed s, in percent of what was asked",
            "S": f"models that differ in their [[seed]] alone: {len(seeds)}",
            "A": f"the number of a cell; at “{task}” always giving the same answer is right in "
            f"{share(guessing(task, length), digits=3)} at best",
        },
        f"“{task}”, {spoken(encoding)}, length {length}, where the seeds differ most: "
        f"({' + '.join(fixed(one) for one in seeds)}) / {len(seeds)} = {fixed(mean)} %, ± {fixed(half)}.",
    )


@picture(train_task, given=("records",))
def copying(*, k: int = 8, encoding: Encoding = "RoPE", records: tuple[Progress, ...] | None = None) -> View:
    """Accuracy by position of a model that learns to repeat the symbol k positions back.

    Args:
        k: positions back, 0 to 24.
        encoding: the position encoding.
        records: of `explorer.training.train_transformer.train_task`; None: the model is trained now, in a few seconds.
    """
    whole_number("k", k, 0, 24)
    choice("encoding", encoding, ENCODINGS)
    run = copy_run(k, encoding)
    found = tuple(train_task(run)) if records is None else records
    measured = [(record, record.curve) for record in found if record.curve is not None]
    index = ENCODINGS.index(encoding)
    curves = [
        Curve(f"{encoding}, k = {k}", index, 100 * _blocks(curve), faint=record is not measured[-1][0])
        for record, curve in measured[-3:]
    ]
    figure = figures.loss_by_position(
        middles(256, 8), curves, train_len=run.train_len, y_title="right answers (%)", y_range=(-3, 115), length=256
    )
    numbers = {"position": np.arange(256), "right": measured[-1][1]} if measured else {}
    return View(figure, copying_sentence(run, found), Table(numbers, "copy_k_back"))


def copy_run(k: int, encoding: Encoding) -> TaskRun:
    """The training run of `copying`."""
    return TaskRun("copy k back", encoding, EXTENSIONS[encoding][0], k=k)


def _blocks(curve: np.ndarray) -> np.ndarray:
    # Positions before k have no answer, so a block of only such positions is left out and the curve starts later.
    curve = curve.astype(np.float64)
    asked = np.isfinite(curve)
    right = smooth(np.where(asked, curve, 0.0), 8)
    share = smooth(asked.astype(np.float64), 8)
    return np.where(share > 0, right / np.maximum(share, 1e-9), np.nan)[None, :]


def copying_sentence(run: TaskRun, records: tuple[Progress, ...]) -> str:
    """Sentence on the run's progress and its newest accuracies."""
    last, measured = records[-1], [record.curve for record in records if record.curve is not None]
    begin = f"{spoken(run.encoding)}, copy {run.k} back, step {last.step} of {last.steps}, "
    begin += f"training loss {last.loss:.2f} nats."
    if not measured:
        return f"{begin} Not measured yet."
    spans = ((16, 32), (32, 64), (64, 128), (128, 256))
    # Positions before k have no answer.
    told = ", ".join(f"{max(a, run.k)}–{b - 1} {_share(measured[-1][a:b])}" for a, b in spans)
    return f"{begin} Right answers by position: {told}."


def _share(part: np.ndarray) -> str:
    return f"{share(np.nanmean(part))}" if np.isfinite(part).any() else "none asked"
