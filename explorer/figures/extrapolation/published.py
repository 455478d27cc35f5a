"""What others published: perplexity against the length of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from explorer.figures import theme
from explorer.figures.extrapolation.loss import line_at, note_at


def published(
    lengths: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    *,
    indices: Sequence[int],
    trained_at: int,
    ticks: tuple[Sequence[int], Sequence[int]],
) -> go.Figure:
    """Perplexities from a publication against the length of the window; both axes are logarithmic.

    Args:
        lengths: of the windows.
        lines: perplexities by name; NaN where there is none.
        indices: which colour, dash and symbol each line has.
        trained_at: where training ended.
        ticks: of the horizontal and of the vertical axis.
    """
    figure = theme.base("length of the window (tokens, log scale)", "perplexity (log scale)", 380)
    for (name, values), index in zip(lines.items(), indices, strict=True):
        style = theme.category(index)
        figure.add_trace(
            go.Scatter(
                x=np.array(lengths, np.float32),
                y=np.array(values, np.float32),
                name=name,
                mode="lines+markers",
                line={"color": style["color"], "dash": style["dash"]},
                marker={"symbol": style["symbol"], "size": 8},
                hovertemplate="%{x:,}: %{y:.2f}<extra>" + name + "</extra>",
            )
        )
    for axis, at in zip((figure.layout.xaxis, figure.layout.yaxis), ticks, strict=True):
        axis.type, axis.tickvals, axis.ticktext = "log", list(at), [f"{n:,}" for n in at]
    figure.layout.shapes = [line_at(trained_at)]
    # On a logarithmic axis an annotation's place is the logarithm, a shape's is not.
    side = "left" if trained_at**2 < lengths[0] * lengths[-1] else "right"
    figure.layout.annotations = [note_at(float(np.log10(trained_at)), f"trained up to {trained_at:,}", side=side)]
    return figure
