"""Moving k positions on: the rotation matrix, its error, and the fitted map's error by wavelength and position."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]


def rotation(matrix: Floats) -> go.Figure:
    """A corner of M_k, (n, n): 2 × 2 blocks on the diagonal where sine and cosine stand side by side."""
    figure = theme.base("column (of the row it reads)", "column (of the row it makes)", 440, legend=False)
    figure.add_heatmap(
        z=matrix.astype(np.float32),
        zmin=-1,
        zmax=1,
        colorscale=theme.DIVERGING,
        colorbar={"thickness": 12, "tickvals": [-1, 0, 1], "outlinewidth": 0},
        hovertemplate="row %{y}, column %{x}: %{z:.4f}<extra></extra>",
        xgap=1,
        ygap=1,
    )
    figure.update_layout(
        xaxis={"constrain": "domain", "showgrid": False},
        yaxis={"autorange": "reversed", "scaleanchor": "x", "constrain": "domain", "showgrid": False},
    )
    return figure


def errors(values: Floats) -> go.Figure:
    """Error of the rotation at every position, log axis; an exact 0 is drawn at the bottom of the axis."""
    figure = theme.base("position p", "largest error", 440, legend=False)
    figure.add_scatter(
        x0=0,
        dx=1,
        y=np.maximum(values, 1e-18).astype(np.float32),
        mode="markers",
        marker={"size": 4, "color": theme.OKABE_ITO[0]},
        hovertemplate="position %{x}: %{y:.2g}<extra></extra>",
    )
    figure.update_yaxes(type="log", exponentformat="power", range=[-18, 0.5], dtick=3)
    return figure


def by_wavelength(wavelengths: Floats, inside: Floats, beyond: Floats, *, length: int) -> go.Figure:
    """Error of every pair inside and beyond the training positions against its wavelength, both axes log."""
    figure = theme.base("wavelength (positions)", "error", 440)
    for i, (name, values) in enumerate((("seen positions", inside), ("positions beyond", beyond))):
        look = theme.category(0 if i == 0 else 3)
        figure.add_scatter(
            x=wavelengths.astype(np.float32),
            y=np.maximum(values, 1e-18).astype(np.float32),
            mode="markers",
            name=name,
            marker={"color": look["color"], "symbol": "circle" if i == 0 else "diamond-open", "size": 8},
            hovertemplate=f"{name}<br>wavelength %{{x:,.1f}}<br>error %{{y:.2g}}<extra></extra>",
        )
    for at, text in ((length / 3, "L/3"), (length, "L")):
        figure.add_shape(
            type="line", x0=at, x1=at, yref="paper", y0=0, y1=1, line={"color": theme.INK, "dash": "dash", "width": 1.5}
        )
        # On a log axis Plotly places shapes by value but annotations by its logarithm.
        side = "right" if text == "L/3" else "left"
        figure.add_annotation(
            x=float(np.log10(at)), yref="paper", y=0, text=text, xanchor=side, yanchor="bottom", showarrow=False
        )
    figure.update_xaxes(type="log", exponentformat="power", dtick=1)
    figure.update_yaxes(type="log", exponentformat="power", dtick=3)
    return figure


def by_position(values: Floats, *, length: int) -> go.Figure:
    """Error of the fitted map at every position; the training positions end at `length`."""
    figure = theme.base("position p", "error (root mean square)", 440, legend=False)
    figure.add_scatter(
        x0=0,
        dx=1,
        y=values.astype(np.float32),
        mode="lines",
        line={"color": theme.OKABE_ITO[3], "width": 2},
        hovertemplate="position %{x}: %{y:.3g}<extra></extra>",
    )
    figure.add_vrect(
        x0=0,
        x1=length,
        fillcolor=theme.OKABE_ITO[0],
        opacity=0.12,
        line_width=0,
        annotation={"text": "seen", "xanchor": "left"},
        annotation_position="top left",
    )
    figure.update_yaxes(rangemode="tozero")
    return figure
