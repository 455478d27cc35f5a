"""How alike two positions are: a matrix, and a curve over their distance. Used for computed and learned tables."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]


def matrix(
    values: Floats, *, step: int = 1, largest: float = 1.0, name: str = "cosine", height: int = 440
) -> go.Figure:
    """Every position against every position, (P, P), drawn every `step` positions; colours from −largest to largest."""
    figure = theme.base("position", "position", height, legend=False)
    figure.add_heatmap(
        z=values.astype(np.float32),
        x0=0,
        dx=step,
        y0=0,
        dy=step,
        zmin=-largest,
        zmax=largest,
        colorscale=theme.DIVERGING,
        colorbar={"thickness": 12, "outlinewidth": 0},
        hovertemplate=f"positions %{{y}} and %{{x}}<br>{name} %{{z:.4f}}<extra></extra>",
    )
    figure.update_layout(
        xaxis={"constrain": "domain", "showgrid": False},
        yaxis={"autorange": "reversed", "scaleanchor": "x", "constrain": "domain", "showgrid": False},
    )
    return figure


def over_distance(curves: Mapping[str, Floats], *, name: str = "cosine", height: int = 440) -> go.Figure:
    """One line a table: likeness of rows k apart, for k = 0, 1, 2, …"""
    figure = theme.base("distance k (positions)", name, height, legend=len(curves) > 1)
    for i, (label, values) in enumerate(curves.items()):
        look = theme.category(i)
        figure.add_scatter(
            x0=0,
            dx=1,
            y=values.astype(np.float32),
            mode="lines",
            name=label,
            line={"color": look["color"], "dash": look["dash"], "width": 2},
            hovertemplate=f"distance %{{x}}<br>{name} %{{y:.4f}}<extra></extra>",
        )
    figure.add_hline(y=0, line={"color": theme.INK, "width": 1})
    return figure
