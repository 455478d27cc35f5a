"""Why a model gets worse past its trained length: the waves it saw, a linear map fitted inside, a probe, learned
rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss import Trace, band, line_at, note_at
from explorer.figures.spec import Spec, layout

HEIGHT = 440
Array = NDArray[np.floating[Any]]


def waves(wavelength: Array, turns: Array, *, train_len: int, marked: bool = True) -> Spec:
    """Wavelength of every pair of columns; where `marked`, its symbol says whether training saw a whole turn."""
    pairs = np.arange(len(wavelength), dtype=np.float32)
    traces = []
    whole = (turns >= 1, "seen whole", 2), (turns < 1, "seen in part", 3)
    for seen, name, index in whole if marked else ((turns > 0, "wave", 0),):
        style = theme.category(index)
        traces.append(
            {
                "type": "scatter",
                "x": pairs[seen],
                "y": wavelength[seen].astype(np.float32),
                "customdata": turns[seen].astype(np.float32),
                "mode": "markers",
                "name": f"{name} ({int(seen.sum())})",
                "marker": {"color": style["color"], "symbol": style["symbol"], "size": 10},
                "hovertemplate": "pair %{x}: %{y:,.1f} positions in one turn, %{customdata:.3f} turns seen"
                "<extra></extra>",
            }
        )
    ticks = [10**power for power in range(1, 7)]
    made = layout(
        "pair of columns",
        "positions in one turn (log scale)",
        HEIGHT,
        legend=True,
        x={"range": [-1, len(wavelength)]},
        y={"type": "log", "tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]},
    )
    line = {"color": theme.INK, "width": 1.5, "dash": "dash"}
    steps = train_len - 1  # from the first position to the last: a wave as long as that has just come round
    shape = {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": steps, "y1": steps, "line": line}
    # On a logarithmic axis an annotation's y is the logarithm, a shape's is not.
    place = {"x": 1, "xref": "paper", "xanchor": "right", "y": float(np.log10(steps)), "yanchor": "bottom"}
    note = place | {"text": f"trained length {train_len:,}: {steps:,} steps", "showarrow": False}
    return Spec(traces, made | {"shapes": [shape], "annotations": [note]})


def shift_errors(errors: Mapping[str, Array], *, train_len: int, k: int) -> Spec:
    """How far each map misses row(p + k), by position p; logarithmic. A line stands where p + k is past training."""
    traces = []
    for i, (name, error) in enumerate(errors.items()):
        style = theme.category(i)
        traces.append(
            {
                "type": "scatter",
                "x0": 0,
                "dx": 1,
                "y": np.maximum(error, 1e-16).astype(np.float32),
                "name": name,
                "mode": "lines",
                "line": {"color": style["color"], "dash": style["dash"], "width": 2.5},
                "hovertemplate": "p = %{x}: %{y:.2e}<extra>" + name + "</extra>",
            }
        )
    powers = range(-16, 2, 2)
    made = layout(
        "position p",
        "miss, as a share of a row's length (log scale)",
        HEIGHT,
        legend=True,
        y={
            "type": "log",
            "range": [-16, 1],
            "tickvals": [10.0**power for power in powers],
            "ticktext": [f"10<sup>{str(power).replace('-', '−')}</sup>" for power in powers],
        },
    )
    first = train_len - k
    marks = {"shapes": [line_at(first)], "annotations": [note_at(first, f"asks for row {train_len} and later")]}
    return Spec(traces, made | marks)


def probe(answers: Mapping[str, Array], *, train_len: int) -> Spec:
    """Where a probe thinks it is against where it is; each value (seeds, positions) has a line and a band."""
    length = next(iter(answers.values())).shape[1]
    positions = np.arange(length, dtype=np.float32)
    traces: list[Trace] = [
        {
            "type": "scatter",
            "x": [0, length - 1],
            "y": [0, length - 1],
            "name": "right",
            "mode": "lines",
            "line": {"color": theme.INK, "width": 1},
        }
    ]
    for i, (name, values) in enumerate(answers.items()):
        style = theme.category(i)
        traces.append(band(positions, values, style["color"]))
        traces.append(
            {
                "type": "scatter",
                "x": positions,
                "y": values.mean(axis=0).astype(np.float32),
                "name": name,
                "mode": "lines",
                "line": {"color": style["color"], "dash": style["dash"], "width": 2.5},
                "hovertemplate": "at %{x}: reads %{y:.0f}<extra>" + name + "</extra>",
            }
        )
    made = layout("true position", "position that the probe reads", HEIGHT, legend=True, y={"range": [-20, length]})
    return Spec(traces, made | _trained(train_len))


def neighbours(similarity: Mapping[str, Array]) -> Spec:
    """Mean cosine between rows by their distance; each value is (seeds, distances)."""
    traces = []
    for i, (name, values) in enumerate(similarity.items()):
        style, mean = theme.category(i), values.mean(axis=0)
        traces.append(
            {
                "type": "scatter",
                "x": np.arange(1, values.shape[1] + 1, dtype=np.float32),
                "y": mean.astype(np.float32),
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": (values.max(axis=0) - mean).astype(np.float32),
                    "arrayminus": (mean - values.min(axis=0)).astype(np.float32),
                    "thickness": 1,
                    "width": 0,
                },
                "name": name,
                "mode": "lines+markers",
                "line": {"color": style["color"], "dash": style["dash"], "width": 2},
                "marker": {"symbol": style["symbol"], "size": 7},
                "hovertemplate": "distance %{x}: %{y:.3f}<extra>" + name + "</extra>",
            }
        )
    return Spec(traces, layout("distance between two positions", "mean cosine of their rows", HEIGHT, legend=True))


def _trained(train_len: int) -> dict[str, Any]:
    return {"shapes": [line_at(train_len)], "annotations": [note_at(train_len, f"trained up to {train_len - 1}")]}
