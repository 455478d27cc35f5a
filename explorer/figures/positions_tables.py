"""Learned and computed tables beside one another: norms, spectrum, positions on their principal components, scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]


def lines(curves: Mapping[str, Floats], *, x_title: str, y_title: str, first: int = 0, log: bool = False) -> go.Figure:
    """One line a table, over positions or components counted from `first`."""
    figure = theme.base(x_title, y_title, 420)
    for i, (label, values) in enumerate(curves.items()):
        look = theme.category(i)
        figure.add_scatter(
            x0=first,
            dx=1,
            y=values.astype(np.float32),
            mode="lines",
            name=label,
            line={"color": look["color"], "dash": look["dash"], "width": 2},
            hovertemplate=f"{x_title} %{{x}}<br>%{{y:.4g}}<extra>{label}</extra>",
        )
    if log:
        figure.update_yaxes(type="log", exponentformat="power", dtick=1)
    else:
        figure.update_yaxes(rangemode="tozero")
    return figure


def components(scores: Floats, shares: Sequence[float], *, three: bool) -> go.Figure:
    """Positions on their first principal components, (L, 2 or 3), coloured by position and joined in order."""
    figure = theme.base(_title(0, shares), _title(1, shares), 440, legend=False)
    position = np.arange(len(scores), dtype=np.int16)
    marker = {
        "size": 4 if three else 7,
        "color": position,
        "colorscale": theme.SEQUENTIAL,
        "colorbar": {"thickness": 12, "outlinewidth": 0, "title": {"text": "position"}},
    }
    line = {"color": "rgba(128,128,128,0.45)", "width": 1}
    x, y = scores[:, 0].astype(np.float32), scores[:, 1].astype(np.float32)
    hover = "position %{marker.color}<extra></extra>"
    if three:
        figure.add_scatter3d(
            x=x,
            y=y,
            z=scores[:, 2].astype(np.float32),
            mode="lines+markers",
            marker=marker,
            line=line,
            hovertemplate=hover,
        )
        axes = ("xaxis", "yaxis", "zaxis")
        figure.update_layout(
            scene={axis: {"title": {"text": ("1st", "2nd", "3rd")[i]}, "nticks": 5} for i, axis in enumerate(axes)}
            | {"camera": {"eye": {"x": 1.5, "y": 1.5, "z": 1.0}, "center": {"z": -0.15}}, "aspectmode": "cube"},
            margin={"l": 0, "r": 0, "t": 8, "b": 8},
        )
    else:
        figure.add_scatter(x=x, y=y, mode="lines+markers", marker=marker, line=line, hovertemplate=hover)
        figure.add_annotation(x=float(x[0]), y=float(y[0]), text="position 0", showarrow=True, arrowcolor=theme.INK)
    return figure


def _title(i: int, shares: Sequence[float]) -> str:
    return f"component {i + 1} ({shares[i]:.0%} of the variance)"


def ranges(rows: Mapping[str, tuple[float, float, float, int]]) -> go.Figure:
    """Lengths of vectors, a row each: 5 % to 95 % as a bar, the median as a symbol, log axis.

    Each value is (low, median, high, group); groups differ in colour and symbol.
    """
    figure = theme.base("length of the vector", "", 60 + 44 * len(rows), legend=False)
    for label, (low, median, high, group) in rows.items():
        look = theme.category(group)
        figure.add_scatter(
            x=[low, high],
            y=[label, label],
            mode="lines",
            line={"color": look["color"], "width": 7},
            opacity=0.5,
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=[median],
            y=[label],
            mode="markers+text",
            text=[f"{median:.3g}"],
            textposition="top center",
            marker={"color": look["color"], "symbol": look["symbol"], "size": 13},
            hovertemplate=f"{label}<br>median {median:.4g}, 5 % {low:.4g}, 95 % {high:.4g}<extra></extra>",
        )
    figure.update_layout(
        xaxis={"type": "log", "tickmode": "array", "tickvals": [0.1, 0.3, 1, 3, 10, 30, 100]},
        yaxis={"autorange": "reversed", "ticks": ""},
        margin={"l": 8},
    )
    return figure


def difference(values: Floats) -> go.Figure:
    """Absolute difference between two tables (L, D), sequential colours from 0 to 2."""
    figure = theme.base("dimension", "position", 380, legend=False)
    figure.add_heatmap(
        z=values.astype(np.float32),
        zmin=0,
        zmax=2,
        colorscale=theme.SEQUENTIAL,
        colorbar={"thickness": 12, "outlinewidth": 0},
        hovertemplate="position %{y}, dimension %{x}<br>difference %{z:.4f}<extra></extra>",
    )
    figure.update_layout(xaxis={"showgrid": False}, yaxis={"autorange": "reversed", "showgrid": False})
    return figure
