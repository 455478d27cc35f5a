"""What several parts of the page need: the choices, and arrays turned into the figures' curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import Curve
from explorer.training.config import ENCODINGS, EXTENSIONS, Encoding
from explorer.training.evaluate import smooth
from explorer.training.findings import LENGTHS, Line, by_length, by_position, first_line

WIDTHS = (4, 8, 16, 32)
SHOWN: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")


def encodings() -> list[Encoding]:
    """The choice of encodings that the loss by position and the loss by length share."""
    picked = st.pills(
        "Encodings", list(ENCODINGS), default=list(SHOWN), selection_mode="multi", key="x_enc", bind="query-params"
    )
    return list(picked)


def middles(length: int, width: int) -> npt.NDArray[np.floating[Any]]:
    """Middle position of each block of `width`.

    >>> middles(8, 4).tolist()
    [1.5, 5.5]
    """
    return np.arange(length // width) * width + (width - 1) / 2


def lines(encodings: Sequence[Encoding]) -> list[Line]:
    """The first reading of each chosen encoding, in the page's order."""
    return [first_line(encoding) for encoding in ENCODINGS if encoding in encodings]


def position_curves(chosen: Sequence[Line], width: int, *, by_way: bool = False, stop: int = 512) -> list[Curve]:
    """Curves by position; coloured by encoding, or by way out where all are of one encoding."""
    return [
        Curve(line.extension if by_way else line.label, index, smooth(by_position(line)[:, :stop], width))
        for line, index in zip(chosen, _indices(chosen, by_way), strict=True)
    ]


def length_curves(chosen: Sequence[Line], *, by_way: bool = False) -> list[Curve]:
    """Curves by length of the window."""
    return [
        Curve(line.extension if by_way else line.label, index, by_length(line))
        for line, index in zip(chosen, _indices(chosen, by_way), strict=True)
    ]


def _indices(chosen: Sequence[Line], by_way: bool) -> list[int]:
    if by_way:
        return [EXTENSIONS[line.encoding].index(line.extension) for line in chosen]
    return [ENCODINGS.index(line.encoding) for line in chosen]


def position_table(chosen: Sequence[Line], name: str) -> ui.Table:
    """Every position's mean over the seeds, lowest and highest."""
    columns: dict[str, object] = {"position": np.arange(512)}
    for line in chosen:
        losses = by_position(line)
        columns[line.label] = losses.mean(axis=0).round(4)
        columns[f"{line.label}, lowest seed"] = losses.min(axis=0).round(4)
        columns[f"{line.label}, highest seed"] = losses.max(axis=0).round(4)
    return ui.Table(columns, name)


def length_table(chosen: Sequence[Line], name: str) -> ui.Table:
    """Every length's mean over the seeds, lowest and highest."""
    columns: dict[str, object] = {"length": list(LENGTHS)}
    for line in chosen:
        losses = by_length(line)
        columns[line.label] = losses.mean(axis=0).round(4)
        columns[f"{line.label}, lowest seed"] = losses.min(axis=0).round(4)
        columns[f"{line.label}, highest seed"] = losses.max(axis=0).round(4)
    return ui.Table(columns, name)


def triples(chosen: Sequence[Line]) -> list[tuple[str, str, float]]:
    """What a script needs to know of each line."""
    return [(line.encoding, line.extension, line.position_std) for line in chosen]
