"""The picture of the Home page: what a transformer receives, a row for each token."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.tokens.chain import plain


def output_heatmap(output: NDArray[np.float32], labels: list[str], selected: int, height: int = 250) -> go.Figure:
    """A heatmap of (T, D) float32, the first token on top; `labels` name the rows, `selected` gets an arrow.

    The colour scale is cut at the 99th percentile of |value|, so that a few large entries don't pale the rest.

    Example:
        >>> figure = output_heatmap(np.ones((2, 4), np.float32), ["0 The", "1 cat"], 1)
        >>> figure.data[0].type, figure.layout.yaxis.ticktext
        ('heatmap', ('0 The', '▶ 1 cat'))
    """
    bound = float(np.quantile(np.abs(output), 0.99)) or 1.0
    figure = theme.base("dimension", "", height, legend=False)
    figure.add_trace(
        go.Heatmap(
            z=output,
            zmin=-bound,
            zmax=bound,
            colorscale=theme.DIVERGING,
            colorbar={"thickness": 12, "title": {"text": "value"}},
            hovertemplate="token %{y}<br>dimension %{x}<br>%{z:.4f}<extra></extra>",
        )
    )
    ticks = [f"▶ {plain(label)}" if row == selected else plain(label) for row, label in enumerate(labels)]
    axis = figure.layout.yaxis
    axis.autorange = "reversed"
    axis.tickmode = "array"
    axis.tickvals = list(range(len(labels)))
    axis.ticktext = ticks
    return figure
