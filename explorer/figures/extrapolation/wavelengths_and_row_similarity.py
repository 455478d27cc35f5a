"""Explanations of the loss past the trained length: wavelengths in training, and similarity of learned rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

HEIGHT = 440
Array = NDArray[np.floating[Any]]


def waves(wavelength: Array, turns: Array, *, train_len: int, marked: bool = True) -> Spec:
    """Wavelength of every pair of columns; if `marked`, the symbol shows whether training covered a whole turn."""
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
    steps = train_len - 1  # a wave of this length completes exactly one turn
    ends = [float(np.log10(end)) for end in (0.7 * wavelength.min(), 1.6 * max(wavelength.max(), steps))]
    made = layout(
        "pair of columns",
        "positions per turn",
        HEIGHT,
        legend=True,
        x={"range": [-1, len(wavelength)]},
        # A fixed range: an automatic one makes Plotly measure and redraw everything for every trained length.
        y={"type": "log", "range": ends, "tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]},
    )
    line = {"color": theme.INK, "width": 1.5, "dash": "dash"}
    shape = {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": steps, "y1": steps, "line": line}
    # On a logarithmic axis Plotly takes an annotation's y as a logarithm, but not a shape's.
    anchor = {"x": 1, "xref": "paper", "xanchor": "right", "y": float(np.log10(steps)), "yanchor": "bottom"}
    note = anchor | {"text": f"trained length {train_len:,}: {steps:,} steps", "showarrow": False}
    return Spec(traces, made | {"shapes": [shape], "annotations": [note]})


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
