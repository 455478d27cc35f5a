"""Cells past the trained length: the rows that stand at each position, and right answers by task and encoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation import HEIGHT, line_at, note_at


def position_rows(rows: NDArray[np.floating[Any]], *, train_len: int, length: int, largest: float) -> go.Figure:
    """The rows that a model adds at positions 0 … length − 1: position across, column of the row up.

    Args:
        rows: (positions, D); fewer than `length` where there are no more rows.
        train_len: where training ended.
        length: right end of the horizontal axis.
        largest: the colour scale runs from −largest to largest.
    """
    figure = theme.base("position", "column of the row", HEIGHT, legend=False)
    figure.add_trace(
        go.Heatmap(
            z=np.ascontiguousarray(rows.T, np.float32),
            zmin=-largest,
            zmax=largest,
            colorscale=theme.DIVERGING,
            colorbar={"thickness": 12, "outlinewidth": 0},
            hovertemplate="position %{x}, column %{y}: %{z:.3f}<extra></extra>",
        )
    )
    figure.layout.xaxis.range = [-0.5, max(length, train_len + 8) - 0.5]
    # The cells are light in both themes, so the line on them is dark in both.
    figure.layout.shapes = [line_at(train_len - 0.5, 3, "#111111")]
    notes = [note_at(train_len - 0.5, f"trained up to {train_len}", inside=True)]
    if len(rows) < length:
        middle = (len(rows) + max(length, train_len + 8)) / 2
        notes.append({"x": middle, "y": 0.5, "yref": "paper", "text": "no row", "showarrow": False, "textangle": -90})
    figure.layout.annotations = notes
    return figure


def task_table(
    accuracy: NDArray[np.floating[Any]], spread: NDArray[np.floating[Any]], tasks: Sequence[str], names: Sequence[str]
) -> go.Figure:
    """Right answers in percent, tasks down and encodings across, each cell with its number and the seeds' spread."""
    figure = theme.base("", "", 400, legend=False)
    text = [
        [f"{100 * a:.0f}" + (f"<br>±{100 * s:.0f}" if s >= 0.005 else "") for a, s in zip(row, spreads, strict=True)]
        for row, spreads in zip(accuracy.tolist(), spread.tolist(), strict=True)
    ]
    figure.add_trace(
        go.Heatmap(
            z=accuracy.astype(np.float32),
            x=list(names),
            y=[_two_lines(task) for task in tasks],
            text=text,
            texttemplate="%{text}",
            textfont={"size": 15},
            zmin=0,
            zmax=1,
            colorscale=theme.SEQUENTIAL,
            xgap=2,
            ygap=2,
            showscale=False,  # the numbers are in the cells, and a phone has no room to spare
            hovertemplate="%{y}, %{x}: %{z:.1%}<extra></extra>",
        )
    )
    figure.layout.yaxis.autorange = "reversed"
    figure.layout.xaxis.side = "top"
    figure.layout.xaxis.showgrid = figure.layout.yaxis.showgrid = False
    figure.layout.margin.t = 56
    figure.layout.margin.b = 8
    figure.layout.xaxis.ticks = figure.layout.yaxis.ticks = ""
    return figure


def _two_lines(text: str) -> str:
    head, _, tail = text.partition(" ")
    return f"{head}<br>{tail}" if tail else head
