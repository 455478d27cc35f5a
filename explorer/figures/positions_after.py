"""What came after: rotary scores and ALiBi's straight lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]


def turned(before: Floats, after: Floats, labels: Sequence[str]) -> go.Figure:
    """Pairs of a vector before and after the rotation, (pairs, 2) each, as arrows from the middle of small circles."""
    figure = theme.base("", "", 300, legend=False)
    turn = np.linspace(0, 2 * np.pi, 60)
    for place, label in enumerate(labels):
        radius = float(np.hypot(*before[place])) or 1.0
        x = 2.6 * place
        figure.add_scatter(
            x=(x + np.cos(turn)).astype(np.float32),
            y=np.sin(turn).astype(np.float32),
            mode="lines",
            line={"color": theme.INK, "width": 1},
            hoverinfo="skip",
        )
        for values, index, name in ((before[place], 0, "before"), (after[place], 3, "after")):
            look = theme.category(index)
            tip = values / radius
            figure.add_scatter(
                x=[x, x + float(tip[0])],
                y=[0, float(tip[1])],
                mode="lines+markers",
                line={"color": look["color"], "width": 3, "dash": "dash" if index == 0 else "solid"},
                marker={"size": [4, 11], "color": look["color"], "symbol": look["symbol"]},
                hovertemplate=f"{label}, {name}: ({values[0]:.3f}, {values[1]:.3f})<extra></extra>",
            )
    figure.update_layout(
        xaxis={
            "tickvals": [2.6 * place for place in range(len(labels))],
            "ticktext": list(labels),
            "showgrid": False,
            "showline": False,
            "ticks": "",
            "range": [-1.4, 2.6 * max(len(labels), 3) - 1.2],
            "fixedrange": True,
        },
        yaxis={"visible": False, "range": [-1.2, 1.2], "scaleanchor": "x", "fixedrange": True},
        margin={"l": 8, "r": 8, "t": 8},
    )
    return figure


def alibi(slopes: Floats, *, chosen: int, length: int) -> go.Figure:
    """What each head adds to a score over distance: one straight line a head; the chosen head in full strength."""
    figure = theme.base("distance (positions)", "added to the score", 440, legend=False)
    ends = np.array([0, length - 1], np.float32)
    for head, slope in enumerate(slopes):
        mine = head == chosen
        figure.add_scatter(
            x=ends,
            y=(-slope * ends).astype(np.float32),
            mode="lines",
            line={"color": theme.OKABE_ITO[3] if mine else theme.OKABE_ITO[5], "width": 4 if mine else 1.2},
            hovertemplate=f"head {head}: −{slope:.4g} a position<extra></extra>",
        )
    figure.add_annotation(
        x=length - 1,
        y=float(-slopes[chosen] * (length - 1)),
        text=f"head {chosen}",
        xanchor="right",
        yanchor="top",
        yshift=-4,
        showarrow=False,
    )
    return figure
