"""Dot plot of how encodings tokenize the same text in many scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.tokens.row_labels import ticks


def _logticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round tick values from `low` to `high`, at most `most` of them.

    Example:
        >>> _logticks(6, 34), _logticks(1, 2_000)
        ([7.0, 10.0, 15.0, 20.0, 30.0], [1.0, 10.0, 100.0, 1000.0])
    """
    for series in ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1,)):
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        ticks = [digit * 10.0**power for power in powers for digit in series if low <= digit * 10.0**power <= high]
        if len(ticks) <= most:
            break
    return ticks


def encodings(scripts: Sequence[str], names: Sequence[str], values: NDArray[np.float32], title: str) -> Spec:
    """One row per script, one marker per encoding; `values` (scripts, encodings) on a logarithmic axis."""
    traces = []
    heights = np.arange(len(scripts), dtype=np.float32)
    spread = np.linspace(-0.36, 0.36, len(names), dtype=np.float32)
    for number, name in enumerate(names):
        look = theme.category(number)
        traces.append(
            {
                "type": "scatter",
                "x": np.asarray(values[:, number], np.float32),
                "y": heights + spread[number],
                "mode": "markers",
                "name": name,
                "marker": {"color": look["color"], "symbol": look["symbol"], "size": 9},
                "hovertemplate": "%{x:.3g}<extra>" + name + "</extra>",
            }
        )
    across = {
        "type": "log",
        "tickvals": _logticks(float(values.min()), float(values.max())),
        "tickformat": ",",
    }
    downwards = ticks(scripts) | {"showgrid": True}
    return Spec(traces, layout(title, "", 130 + 44 * len(scripts), legend=True, x=across, y=downwards))
