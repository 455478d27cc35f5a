"""Why a model falls past its trained length: the waves it saw, a linear map fitted inside, a probe, learned rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss import clear, line_at, note_at

HEIGHT = 440
Array = NDArray[np.floating[Any]]


def waves(wavelength: Array, turns: Array, *, train_len: int) -> go.Figure:
    """Wavelength of every pair of columns, as a dot that is filled where training saw at least one whole turn."""
    figure = theme.base("pair of columns", "positions in one turn (log scale)", HEIGHT)
    pairs = np.arange(len(wavelength), dtype=np.float32)
    for seen, name, index in ((turns >= 1, "seen whole", 2), (turns < 1, "seen in part", 3)):
        style = theme.category(index)
        figure.add_trace(
            go.Scatter(
                x=pairs[seen],
                y=wavelength[seen].astype(np.float32),
                customdata=turns[seen].astype(np.float32),
                mode="markers",
                name=f"{name} ({int(seen.sum())})",
                marker={"color": style["color"], "symbol": style["symbol"], "size": 10},
                hovertemplate="pair %{x}: %{y:,.1f} positions in one turn, %{customdata:.3f} turns seen<extra></extra>",
            )
        )
    figure.layout.yaxis.type = "log"
    figure.layout.yaxis.tickvals = [10, 100, 1_000, 10_000]
    figure.layout.yaxis.ticktext = ["10", "100", "1,000", "10,000"]
    figure.layout.xaxis.range = [-1, len(wavelength)]
    line = {"color": theme.INK, "width": 1.5, "dash": "dash"}
    figure.layout.shapes = [
        {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": train_len, "y1": train_len, "line": line}
    ]
    # On a logarithmic axis an annotation's y is the logarithm, a shape's is not.
    place = {"x": 1, "xref": "paper", "xanchor": "right", "y": float(np.log10(train_len)), "yanchor": "bottom"}
    figure.layout.annotations = [place | {"text": f"trained length {train_len}", "showarrow": False}]
    return figure


def shift_errors(errors: Mapping[str, Array], *, train_len: int) -> go.Figure:
    """How far each map misses row(p + k), by position p; logarithmic."""
    figure = theme.base("position p", "miss, as a share of a row's length (log scale)", HEIGHT)
    for i, (name, error) in enumerate(errors.items()):
        style = theme.category(i)
        figure.add_trace(
            go.Scatter(
                x=np.arange(len(error), dtype=np.float32),
                y=np.maximum(error, 1e-12).astype(np.float32),
                name=name,
                mode="lines",
                line={"color": style["color"], "dash": style["dash"], "width": 2.5},
                hovertemplate="p = %{x}: %{y:.2e}<extra>" + name + "</extra>",
            )
        )
    figure.layout.yaxis.type = "log"
    figure.layout.yaxis.range = [-9, 1]
    figure.layout.yaxis.tickvals = [10.0**power for power in range(-9, 2, 2)]
    figure.layout.yaxis.ticktext = [f"10<sup>{power}</sup>" for power in range(-9, 2, 2)]
    figure.layout.shapes = [line_at(train_len)]
    figure.layout.annotations = [note_at(train_len, f"trained up to {train_len}")]
    return figure


def probe(answers: Mapping[str, Array], *, train_len: int) -> go.Figure:
    """Where a probe thinks it is against where it is; each value (seeds, positions) has a line and a band."""
    figure = theme.base("true position", "position that the probe reads", HEIGHT)
    length = next(iter(answers.values())).shape[1]
    positions = np.arange(length, dtype=np.float32)
    figure.add_trace(
        go.Scatter(
            x=[0, length - 1], y=[0, length - 1], name="right", mode="lines", line={"color": theme.INK, "width": 1}
        )
    )
    for i, (name, values) in enumerate(answers.items()):
        style = theme.category(i)
        figure.add_trace(
            go.Scatter(
                x=np.concatenate([positions, positions[::-1]]),
                y=np.concatenate([values.max(axis=0), values.min(axis=0)[::-1]]).astype(np.float32),
                mode="lines",
                fill="toself",
                fillcolor=clear(style["color"], 0.2),
                line={"width": 0},
                hoverinfo="skip",
                showlegend=False,
            )
        )
        figure.add_trace(
            go.Scatter(
                x=positions,
                y=values.mean(axis=0).astype(np.float32),
                name=name,
                mode="lines",
                line={"color": style["color"], "dash": style["dash"], "width": 2.5},
                hovertemplate="at %{x}: reads %{y:.0f}<extra>" + name + "</extra>",
            )
        )
    figure.layout.yaxis.range = [-20, length]
    figure.layout.shapes = [line_at(train_len)]
    figure.layout.annotations = [note_at(train_len, f"trained up to {train_len}")]
    return figure


def neighbours(similarity: Mapping[str, Array]) -> go.Figure:
    """Mean cosine between rows by their distance; each value is (seeds, distances)."""
    figure = theme.base("distance between two positions", "mean cosine of their rows", HEIGHT)
    for i, (name, values) in enumerate(similarity.items()):
        style = theme.category(i)
        figure.add_trace(
            go.Scatter(
                x=np.arange(1, values.shape[1] + 1, dtype=np.float32),
                y=values.mean(axis=0).astype(np.float32),
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": (values.max(axis=0) - values.mean(axis=0)).astype(np.float32),
                    "arrayminus": (values.mean(axis=0) - values.min(axis=0)).astype(np.float32),
                    "thickness": 1,
                    "width": 0,
                },
                name=name,
                mode="lines+markers",
                line={"color": style["color"], "dash": style["dash"], "width": 2},
                marker={"symbol": style["symbol"], "size": 7},
                hovertemplate="distance %{x}: %{y:.3f}<extra>" + name + "</extra>",
            )
        )
    return figure
