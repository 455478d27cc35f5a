"""What several parts of the page need: the choices, and arrays turned into the figures' curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation.loss import Curve
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding
from explorer.training.evaluate import smooth
from explorer.training.findings.losses import LENGTHS, Line, by_length, by_position, first_line

WIDTHS = (4, 8, 16, 32)
SHOWN: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")

# What can be compared: every encoding as it is, and RoPE read in each way that was invented for it.
READINGS: dict[str, Line] = {}
for _encoding in ENCODINGS:
    READINGS[_encoding] = first_line(_encoding)
    if _encoding == "RoPE":
        READINGS |= {line.label: line for line in (Line("RoPE", way) for way in EXTENSIONS["RoPE"][1:])}

MEANING: dict[Encoding, str] = {
    "learned": "*clamp*: the last row for all that follow. *wrap*: row 0 again after the last. *interpolate*: the "
    "table is stretched over the whole window. *spare rows*: rows that were there from the start and never trained.",
    "RoPE": "*position interpolation*: the window's positions are squeezed into the trained range, the first 64 too. "
    "*NTK scaling*: a larger base, so that slow waves stretch and fast ones stay. *window*: no key further back "
    "than 63 places, as in training. None is fine-tuned here; position interpolation was published with fine-tuning.",
    "sinusoidal": "*window*: no key further back than 63 places, as in training. The rows themselves stay new to the "
    "model.",
    "none": "*window*: no key further back than 63 places, as in training.",
}
"""What the ways out of each encoding do."""

KINDS = (
    "*learned*: a table of rows, found by training. *sinusoidal*: rows of waves, by a formula. *none*: no positions. "
    "*RoPE*: queries and keys are turned by the position. *T5*: a learned number for each range of distances; far "
    "ones share one. *ALiBi*: looking further back costs more."
)
"""The encodings in a few words each."""


def choice() -> list[Line]:
    """What the loss by position and the loss by length show; the two share it."""
    picked = st.pills(
        "Encodings",
        list(READINGS),
        default=list(SHOWN),
        selection_mode="multi",
        key="x_enc",
        bind="query-params",
        help=f"Ways to tell a model where a token stands. {KINDS} The words after RoPE name a way to read it further "
        f"out: {MEANING['RoPE']}",
    )
    return [line for name, line in READINGS.items() if name in picked]


def notes(chosen: Sequence[Line]) -> str:
    """What has to be said about how some of the chosen models are read past their length; nothing for plain ones."""
    told = ["A learned table is read with *clamp*; see Ways out."] if Line("learned", "clamp") in chosen else []
    if any(line.encoding == "RoPE" and line.extension != "plain" for line in chosen):
        told.append(f"RoPE: {MEANING['RoPE']}")
    return " ".join(told)


def middles(length: int, width: int) -> npt.NDArray[np.floating[Any]]:
    """Middle position of each block of `width`.

    >>> middles(8, 4).tolist()
    [1.5, 5.5]
    """
    return np.arange(length // width) * width + (width - 1) / 2


def position_curves(chosen: Sequence[Line], width: int, *, by_way: bool = False, stop: int = 512) -> list[Curve]:
    """Curves by position; coloured by encoding, or by way out where all are of one encoding."""
    return [_curve(line, smooth(by_position(line)[:, :stop], width), by_way) for line in chosen]


def length_curves(chosen: Sequence[Line], *, by_way: bool = False) -> list[Curve]:
    """Curves by length of the window."""
    return [_curve(line, by_length(line), by_way) for line in chosen]


def _curve(line: Line, values: npt.NDArray[np.floating[Any]], by_way: bool) -> Curve:
    way = EXTENSIONS[line.encoding].index(line.extension)
    if by_way:
        return Curve(line.extension, way, values)
    return Curve(line.label, ENCODINGS.index(line.encoding), values, variant=way)


def position_table(chosen: Sequence[Line], name: str) -> ui.Table:
    """Every position's mean over the seeds, lowest and highest."""
    return _table({"position": np.arange(512)}, chosen, by_position, name)


def length_table(chosen: Sequence[Line], name: str) -> ui.Table:
    """Every length's mean over the seeds, lowest and highest."""
    return _table({"length": list(LENGTHS)}, chosen, by_length, name)


def _table(
    columns: dict[str, object], chosen: Sequence[Line], read: Callable[[Line], npt.NDArray[np.floating[Any]]], name: str
) -> ui.Table:
    for line in chosen:
        losses = read(line)
        columns[line.label] = losses.mean(axis=0).round(4)
        columns[f"{line.label}, lowest seed"] = losses.min(axis=0).round(4)
        columns[f"{line.label}, highest seed"] = losses.max(axis=0).round(4)
    return ui.Table(columns, name)


def triples(chosen: Sequence[Line]) -> list[tuple[str, str, float]]:
    """What a script needs to know of each line."""
    return [(line.encoding, line.extension, line.position_std) for line in chosen]
