"""Loss past the trained length: by position, by length of the window, by training steps.

An encoding keeps its colour, dash and symbol in every figure: `index` is its place in the list of encodings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

HEIGHT = 460
LEVELS_MARGIN = 68  # room for the names of horizontal levels, right of the plot
LOSS = "loss (nats a character)"


@dataclass(frozen=True)
class Curve:
    """One line with its band.

    Attributes:
        label: name in the legend.
        index: which colour, dash and symbol.
        values: (seeds, points).
        faint: drawn as an earlier state of another line.
        variant: another reading of the same model: the same colour with another dash and symbol.
    """

    label: str
    index: int
    values: NDArray[np.floating[Any]]
    faint: bool = False
    variant: int = 0


def loss_by_position(
    positions: NDArray[np.floating[Any]],
    curves: Sequence[Curve],
    *,
    train_len: int,
    levels: Mapping[str, float] | None = None,
    guess: tuple[Sequence[float], Sequence[float]] | None = None,
    guess_name: str = "your guess",
    targets: tuple[Sequence[float], Sequence[float]] | None = None,
    y_title: str = LOSS,
    y_range: tuple[float, float] = (1.4, 4.0),
    length: int | None = None,
) -> go.Figure:
    """A line and a band for each curve over positions; counting baselines as dotted levels; a visitor's guess.

    Args:
        positions: (points,) the middle of each block of positions.
        curves: what was measured.
        train_len: where training ended: marked by a vertical line.
        levels: horizontal lines with names.
        guess: positions and losses that a visitor drew.
        guess_name: its name in the legend.
        targets: positions and losses of an invisible grid; a click anywhere in the plot is one on its nearest point.
        y_title: of the vertical axis.
        y_range: the same whatever is shown, so that nothing jumps.
        length: right end of the horizontal axis.
    """
    figure = theme.base("position in the window", y_title, HEIGHT)
    traces: list[go.Scatter] = []
    for curve in curves:
        traces += _line(positions, curve, markers=False)
    if guess is not None:
        traces.append(
            go.Scatter(
                x=list(guess[0]),
                y=list(guess[1]),
                name=guess_name,
                mode="lines+markers",
                line={"color": theme.INK, "dash": "dot", "width": 3},
                marker={"symbol": "star", "size": 13, "color": theme.INK},
                hovertemplate="position %{x}: you say %{y:.1f}<extra></extra>",
            )
        )
    if targets is not None:
        traces.append(_targets(*targets))
        figure.layout.hovermode = "closest"
        figure.layout.hoverdistance = -1  # however far from a grid point the click was
    if not traces:  # an empty plot would lose its axes
        traces.append(go.Scatter(x=[0], y=[None], showlegend=False))
    figure.add_traces(traces)
    right = length or (float(positions[-1]) + 8 if len(positions) else train_len)
    shapes, notes = [line_at(train_len)], [note_at(train_len, f"trained up to {train_len}")]
    for name, level in (levels or {}).items():
        shapes.append(_level(level))
        notes.append(_level_note(name, level))
    figure.layout.xaxis.range = [0, right]
    figure.layout.yaxis.range = list(y_range)
    figure.layout.margin.r = LEVELS_MARGIN if levels else 16
    figure.layout.shapes = shapes
    figure.layout.annotations = notes
    return figure


def loss_by_length(
    lengths: Sequence[int], curves: Sequence[Curve], *, train_len: int, levels: Mapping[str, float]
) -> go.Figure:
    """Mean loss over whole windows against their length, on a logarithmic axis."""
    figure = theme.base("length of the window", "mean " + LOSS, HEIGHT)
    for curve in curves:
        figure.add_traces(_line(np.array(lengths, float), curve))
    figure.layout.xaxis.type = "log"
    figure.layout.xaxis.tickvals = list(lengths)
    figure.layout.xaxis.ticktext = [f"{n}" for n in lengths]
    figure.layout.xaxis.range = [np.log10(lengths[0] * 0.85), np.log10(lengths[-1] * 1.15)]
    figure.layout.yaxis.range = [1.4, 4.0]
    figure.layout.margin.r = LEVELS_MARGIN
    figure.layout.shapes = [line_at(train_len), *(_level(level) for level in levels.values())]
    figure.layout.annotations = [_level_note(name, level) for name, level in levels.items()]
    return figure


def budget(steps: Sequence[int], curves: Sequence[Curve], *, levels: Mapping[str, float]) -> go.Figure:
    """Loss inside the trained length against the number of training steps, on a logarithmic axis."""
    figure = theme.base("training steps", LOSS + ", inside", HEIGHT)
    for curve in curves:
        figure.add_traces(_line(np.array(steps, float), curve))
    figure.layout.xaxis.type = "log"
    figure.layout.xaxis.tickvals = list(steps)
    figure.layout.xaxis.ticktext = [f"{n:,}" for n in steps]
    figure.layout.margin.r = LEVELS_MARGIN
    figure.layout.shapes = [_level(level) for level in levels.values()]
    figure.layout.annotations = [_level_note(name, level) for name, level in levels.items()]
    return figure


def training_loss(steps: Sequence[int], losses: Sequence[float], *, total: int, top: float) -> go.Figure:
    """The training loss so far, on an axis that already reaches to the run's end."""
    figure = theme.base("step", "training loss", 240, legend=False)
    figure.add_trace(
        go.Scatter(
            x=np.array(steps, np.float32),
            y=np.array(losses, np.float32),
            mode="lines",
            line={"color": theme.OKABE_ITO[0], "width": 2.5},
            hovertemplate="step %{x}: %{y:.3f}<extra></extra>",
        )
    )
    figure.layout.xaxis.range = [0, total]
    figure.layout.yaxis.range = [0, top]
    return figure


def _targets(positions: Sequence[float], levels: Sequence[float]) -> go.Scatter:
    x, y = np.meshgrid(np.array(positions, np.float32), np.array(levels, np.float32))
    return go.Scatter(
        x=x.ravel(),
        y=y.ravel(),
        mode="markers",
        marker={"opacity": 0, "size": 12},
        showlegend=False,
        hovertemplate="click: %{y:.1f} at position %{x}<extra></extra>",
    )


def _line(x: NDArray[np.floating[Any]], curve: Curve, *, markers: bool = True) -> list[go.Scatter]:
    style = theme.category(curve.index) | _dash_and_symbol(curve.index - curve.variant)
    values = np.asarray(curve.values, np.float32)
    mean = values.mean(axis=0)
    traces = []
    if len(values) > 1:
        edge = np.concatenate([values.max(axis=0), values.min(axis=0)[::-1]])
        traces.append(
            go.Scatter(
                x=np.concatenate([x, x[::-1]]).astype(np.float32),
                y=edge,
                mode="lines",
                fill="toself",
                fillcolor=clear(style["color"], 0.22),
                line={"width": 0},
                hoverinfo="skip",
                showlegend=False,
                legendgroup=curve.label,
            )
        )
    traces.append(
        go.Scatter(
            x=x.astype(np.float32),
            y=mean,
            name=curve.label,
            mode="lines+markers" if markers else "lines",
            line={"color": style["color"], "dash": style["dash"], "width": 1 if curve.faint else 2.5},
            marker={"symbol": style["symbol"], "size": 9},
            opacity=0.45 if curve.faint else 1,
            legendgroup=curve.label,
            showlegend=not curve.faint,
            hovertemplate="%{x:.0f}: %{y:.3f}<extra>" + curve.label + "</extra>",
        )
    )
    return traces


def _dash_and_symbol(index: int) -> dict[str, str]:
    return {name: value for name, value in theme.category(index).items() if name != "color"}


def clear(colour: str, opacity: float) -> str:
    """A #rrggbb colour, transparent."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def line_at(x: float, width: float = 1.5, colour: str = theme.INK) -> dict[str, Any]:
    """A vertical line over the whole height, as a shape."""
    line = {"color": colour, "width": width, "dash": "dash"}
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line}


def note_at(x: float, text: str, *, side: str = "left", inside: bool = False) -> dict[str, Any]:
    """A text beside such a line, as an annotation; `inside` puts paper behind it where cells are below."""
    note = {"x": x, "y": 1, "yref": "paper", "text": text, "showarrow": False, "xanchor": side, "yanchor": "top"}
    return note | {"xshift": 4 if side == "left" else -4} | ({"bgcolor": theme.PAPER} if inside else {})


def _level(y: float) -> dict[str, Any]:
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    return {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "line": line}


def _level_note(name: str, y: float) -> dict[str, Any]:
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 4, "y": y, "yanchor": "middle", "align": "left"}
    return place | {"text": f"{name}<br>{y:.2f}", "showarrow": False}
