"""Cells past the trained length: the rows that stand at each position, and right answers by task and encoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss import HEIGHT, line_at, note_at


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
    figure.add_traces(_cells(accuracy, _numbers(accuracy, spread, "<br>"), names, [_two_lines(task) for task in tasks]))
    _bare(figure)
    return figure


def tasks_by_length(
    accuracy: NDArray[np.floating[Any]],
    spread: NDArray[np.floating[Any]],
    tasks: Sequence[str],
    names: Sequence[str],
    lengths: Sequence[int],
) -> go.Figure:
    """The same at every length: under each task's name one row of cells for each length.

    Args:
        accuracy: (tasks, encodings, lengths) shares from 0 to 1.
        spread: the same shape, half of the seeds' range.
        tasks: names of the groups of rows.
        names: of the columns.
        lengths: of the sequences, the first being the trained one.
    """
    each = len(lengths) + 1  # a task's name takes a row of its own
    rows = np.full((len(tasks) * each, len(names)), np.nan, np.float32)
    text: list[list[str]] = [[""] * len(names) for _ in rows]
    headings = []
    ticks: dict[int, str] = {}
    for i, task in enumerate(tasks):
        top = i * each
        rows[top + 1 : top + each] = accuracy[i].T
        text[top + 1 : top + each] = _numbers(accuracy[i].T, spread[i].T, " ")
        ticks |= {top + 1 + j: f"{length}" for j, length in enumerate(lengths)}
        place = {"x": -0.5, "y": top, "xanchor": "left", "yanchor": "middle", "showarrow": False}
        headings.append(place | {"text": f"<b>{task}</b>"})
    figure = theme.base("", "length of the sequence", 48 + 26 * len(rows), legend=False)
    figure.add_traces(_cells(rows, text, names, list(range(len(rows)))))
    _bare(figure)
    figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext = list(ticks), list(ticks.values())
    figure.layout.annotations = headings
    return figure


def _numbers(share: NDArray[np.floating[Any]], spread: NDArray[np.floating[Any]], between: str) -> list[list[str]]:
    return [
        [f"{100 * a:.0f}" + (f"{between}±{100 * s:.0f}" if s >= 0.005 else "") for a, s in zip(*pair, strict=True)]
        for pair in zip(share.tolist(), spread.tolist(), strict=True)
    ]


def _cells(
    share: NDArray[np.floating[Any]], text: list[list[str]], x: Sequence[str], y: Sequence[Any]
) -> tuple[go.Heatmap, go.Scatter]:
    """Coloured cells and the numbers on them, which are a trace of their own: a heatmap's text has one grey for all."""
    cells = go.Heatmap(
        z=share.astype(np.float32),
        x=list(x),
        y=list(y),
        zmin=0,
        zmax=1,
        colorscale=theme.SEQUENTIAL,
        xgap=2,
        ygap=2,
        showscale=False,  # the numbers are in the cells, and a phone has no room to spare
        hoverongaps=False,
        hovertemplate="%{x}: %{z:.1%}<extra></extra>",
    )
    numbers = go.Scatter(
        x=list(x) * len(y),
        y=[row for row in y for _ in x],
        text=[cell for row in text for cell in row],
        mode="text",
        textfont={"size": 14, "color": ["#111111" if value > 0.45 else "#FFFFFF" for value in share.ravel()]},
        hoverinfo="skip",
    )
    return cells, numbers


def _bare(figure: go.Figure) -> None:
    """A table's axes: names above, no grid, no ticks, first row at the top."""
    cells = figure.data[0]
    figure.layout.xaxis.range, figure.layout.yaxis.range = [-0.5, len(cells.x) - 0.5], [len(cells.y) - 0.5, -0.5]
    figure.layout.xaxis.side = "top"
    figure.layout.xaxis.showgrid = figure.layout.yaxis.showgrid = False
    figure.layout.margin.t = 56
    figure.layout.margin.b = 8
    figure.layout.xaxis.ticks = figure.layout.yaxis.ticks = ""


def _two_lines(text: str) -> str:
    head, _, tail = text.partition(" ")
    return f"{head}<br>{tail}" if tail else head
