"""Loss curves and tables of the shipped models, shared by all pictures that compare them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.figures.extrapolation.loss_curves import Curve
from explorer.nn.config import ENCODINGS, EXTENSIONS
from explorer.training.findings.shipped_model_losses import LENGTHS, Line, by_length, by_position
from explorer.training.loss_by_position_and_length import smooth
from explorer.views.extrapolation.settings import LONGEST
from explorer.views.table import Table


def middles(length: int, width: int) -> npt.NDArray[np.floating[Any]]:
    """Middle position of each block of `width`.

    >>> middles(8, 4).tolist()
    [1.5, 5.5]
    """
    return np.arange(length // width) * width + (width - 1) / 2


def position_curves(chosen: Sequence[Line], width: int, *, stop: int = LONGEST) -> list[Curve]:
    """Curves by position."""
    return _curves(chosen, lambda line: smooth(by_position(line)[:, :stop], width))


def length_curves(chosen: Sequence[Line]) -> list[Curve]:
    """Curves by window length."""
    return _curves(chosen, by_length)


def _curves(chosen: Sequence[Line], read: Callable[[Line], npt.NDArray[np.floating[Any]]]) -> list[Curve]:
    """Curves coloured by encoding; where all have the same one, each way to read it has a colour of its own."""
    alike = len({line.encoding for line in chosen}) == 1
    curves = []
    for line in chosen:
        at, way = ENCODINGS.index(line.encoding), EXTENSIONS[line.encoding].index(line.extension)
        curves.append(Curve(line.label, at + way * alike, read(line), variant=way * (not alike)))
    return curves


def position_table(chosen: Sequence[Line], name: str, stop: int = LONGEST) -> Table:
    """The mean over the seeds, the lowest and the highest at every position before `stop`."""
    return _table({"position": np.arange(stop)}, chosen, lambda line: by_position(line)[:, :stop], name)


def length_table(chosen: Sequence[Line], name: str, lengths: Sequence[int] = LENGTHS) -> Table:
    """The mean over the seeds, the lowest and the highest at the first lengths."""
    return _table({"length": list(lengths)}, chosen, lambda line: by_length(line)[:, : len(lengths)], name)


def _table(
    columns: dict[str, Any], chosen: Sequence[Line], read: Callable[[Line], npt.NDArray[np.floating[Any]]], name: str
) -> Table:
    for line in chosen:
        losses = read(line)
        columns[line.label] = losses.mean(axis=0).round(4)
        columns[f"{line.label}, lowest seed"] = losses.min(axis=0).round(4)
        columns[f"{line.label}, highest seed"] = losses.max(axis=0).round(4)
    return Table(columns, name)
