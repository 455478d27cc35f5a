"""What models with each encoding learn of one task that asks for a distance ("Copying" of RoPE and ALiBi)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from explorer.figures import number_cells
from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.training.copy_task import SYMBOLS
from explorer.training.precompute_standard_runs import CopyItem
from explorer.training.precomputed_run_results import arrays
from explorer.training.train_transformer import CopyRun
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed, listed, share

LENGTHS = (32, 64, 128, 256)
"""Of the sequences; the models were trained on the first."""
MOST = 0.99  # of the answers right: the task counts as learned


def accuracy(encoding: Encoding) -> npt.NDArray[np.float32]:
    """Share of right answers in the second half of a sequence of each of `LENGTHS`: (seeds, 4)."""
    by_position = arrays()[f"task/copy k back/{encoding}/accuracy"]
    return np.stack([np.nanmean(by_position[:, n // 2 : n], axis=1) for n in LENGTHS], axis=1)


def learned() -> tuple[list[Encoding], list[Encoding]]:
    """The encodings of which every seed learned the task at the trained length, and the others."""
    every = {name: float(accuracy(name)[:, 0].min()) for name in ENCODINGS}
    return [name for name in ENCODINGS if every[name] > MOST], [name for name in ENCODINGS if every[name] <= MOST]


def copying_sentence() -> str:
    """Sentence on which models learned to copy, and how well they do on sequences of other lengths."""
    able, unable = learned()
    run, (trained, *_, longest) = CopyRun(), LENGTHS
    means = {name: accuracy(name).mean(axis=0) for name in ENCODINGS}
    failed = listed(f"{spoken(name)} ({100 * means[name][0]:.0f} %)" for name in unable)
    further = listed(f"{spoken(name)} {100 * means[name][-1]:.0f} %" for name in (*able, *unable))
    return (
        f"Asked for the symbol {run.k} positions back, one of {SYMBOLS}. After {run.steps} steps of training on "
        f"sequences of {trained}, right at that length more than {share(MOST)} of the time: "
        f"{listed(map(spoken, able))}; not: {failed}. In sequences of {longest}: {further}; who always gives the same "
        f"answer is right in {share(1 / SYMBOLS, digits=3)}."
    )


@picture(accuracy, CopyItem)
def copying() -> View:
    """Right answers, in percent, of models that were trained to copy the symbol 4 positions back.

    >>> copying().table["length"][:4]
    [32, 64, 128, 256]
    """
    shares = np.array([accuracy(name) for name in ENCODINGS])  # encodings, seeds, lengths
    mean, spread = shares.mean(axis=1).T, np.ptp(shares, axis=1).T / 2
    figure = number_cells.shares(mean, spread, [*map(str, LENGTHS)], ENCODINGS, y_title="length")
    return View(figure, copying_sentence(), _table(), (_formula(),))


def _table() -> Table:
    rows = [
        (name, length, *(round(float(value), 3) for value in (seeds.mean(), seeds.min(), seeds.max())))
        for name in ENCODINGS
        for length, seeds in zip(LENGTHS, accuracy(name).T, strict=True)
    ]
    names = ("encoding", "length", "mean", "lowest", "highest")
    return Table({name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}, "copying")


@lru_cache(maxsize=1)
def _formula() -> Formula:
    """Formula of a cell: the mean of its seeds and half of their range, for the cell whose seeds differ most."""
    cells = [(name, at) for name in ENCODINGS for at in range(len(LENGTHS))]
    name, at = max(cells, key=lambda cell: float(np.ptp(accuracy(cell[0])[:, cell[1]])))
    seeds = (100 * accuracy(name)[:, at].astype(np.float64)).tolist()
    return Formula(
        r"A=\frac{1}{S}\sum_{s=1}^{S}A_s\qquad\pm\ \frac{\max A_s-\min A_s}{2}",
        {
            "A": "the number of a cell",
            "A_s": "right answers of the model with seed s, in percent, in the second half of the sequences",
            "S": f"models that differ in their [[seed]] alone: {len(seeds)}",
        },
        f"{spoken(name)}, length {LENGTHS[at]}, where the seeds differ most: "
        f"({' + '.join(map(fixed, seeds))}) / {len(seeds)} = {fixed(sum(seeds) / len(seeds))} %, "
        f"± {fixed((max(seeds) - min(seeds)) / 2)}.",
    )
