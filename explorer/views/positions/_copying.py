"""What models with each encoding learn of one task that asks for a distance ("Copying" of RoPE and ALiBi)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.figures import number_cells
from explorer.nn.config import ENCODINGS, spoken
from explorer.training.findings.copying import LENGTHS, accuracy, copying_sentence
from explorer.training.precompute_standard_runs import CopyItem
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed


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
