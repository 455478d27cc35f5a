"""Frequencies: wavelength of every pair, the waves themselves, clock hands and the binary counter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]


def wavelengths(values: Floats, *, length: int, chosen: Sequence[int]) -> go.Figure:
    """Wavelength against pair, log axis; pairs that never come round within `length` have another shape."""
    figure = theme.base("pair", "wavelength (positions)", 420)
    pairs = np.arange(len(values))
    unfinished = values > length - 1
    for mask, name, index in ((~unfinished, "comes round", 0), (unfinished, "never comes round", 3)):
        look = theme.category(index)
        figure.add_scatter(
            x=pairs[mask].astype(np.int16),
            y=values[mask].astype(np.float32),
            mode="markers",
            name=name,
            marker={"color": look["color"], "symbol": "circle" if index == 0 else "diamond-open", "size": 7},
            hovertemplate="pair %{x}<br>one turn in %{y:,.1f} positions<extra></extra>",
        )
    figure.add_scatter(
        x=list(chosen),
        y=values[list(chosen)].astype(np.float32),
        mode="markers",
        name="chosen",
        marker={"color": theme.INK, "symbol": "circle-open", "size": 15, "line": {"width": 2}},
        hoverinfo="skip",
    )
    figure.add_hline(
        y=length - 1,
        line={"color": theme.INK, "dash": "dash", "width": 1.5},
        annotation={"text": f"last position, {length - 1}", "xanchor": "left", "x": 0.01, "yshift": 11},
    )
    figure.update_yaxes(type="log", exponentformat="power", dtick=1)
    return figure


def curves(positions: NDArray[np.integer], sines: Floats, cosines: Floats, names: Sequence[str]) -> go.Figure:
    """The waves of chosen pairs, each a pair of curves: sine (pairs, P) in full, cosine (pairs, P) thin and dotted."""
    figure = theme.base("position", "value", 400)
    x = positions.astype(np.int16)
    for i, name in enumerate(names):
        look = theme.category(i)
        common = {"x": x, "mode": "lines+markers" if len(x) <= 64 else "lines", "legendgroup": name}
        marker = {"symbol": look["symbol"], "size": 6}
        figure.add_scatter(
            **common,
            y=sines[i].astype(np.float32),
            name=f"{name} sine",
            marker=marker,
            line={"color": look["color"], "width": 2.5},
            hovertemplate=f"{name}, sine at %{{x}}: %{{y:.4f}}<extra></extra>",
        )
        if i < len(cosines):
            figure.add_scatter(
                **common,
                y=cosines[i].astype(np.float32),
                name=f"{name} cosine",
                marker=marker,
                line={"color": look["color"], "width": 1.5, "dash": "dot"},
                hovertemplate=f"{name}, cosine at %{{x}}: %{{y:.4f}}<extra></extra>",
            )
    figure.update_yaxes(range=[-1.08, 1.08], dtick=0.5)
    return figure


def clocks(angles: Floats, pairs: Sequence[int], bits: Sequence[int]) -> go.Figure:
    """Clock hands at `angles` from the top, clockwise (tip = sine, cosine), over the bits of a binary counter."""
    figure = theme.base("", "", 330, legend=False)
    turn = np.linspace(0, 2 * np.pi, 60)
    for place, (angle, pair) in enumerate(zip(angles, pairs, strict=True)):
        x = 2.4 * place
        figure.add_scatter(
            x=(x + np.sin(turn)).astype(np.float32),
            y=(3.2 + np.cos(turn)).astype(np.float32),
            mode="lines",
            line={"color": theme.INK, "width": 1},
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=[x, x + float(np.sin(angle))],
            y=[3.2, 3.2 + float(np.cos(angle))],
            mode="lines+markers",
            line={"color": theme.OKABE_ITO[0], "width": 4},
            marker={"size": [5, 11], "color": theme.OKABE_ITO[0]},
            hovertemplate=f"pair {pair}<br>sine {np.sin(angle):.4f}, cosine {np.cos(angle):.4f}<extra></extra>",
        )
        if place < len(bits):
            on = bits[place]
            figure.add_scatter(
                x=[x],
                y=[0.6],
                mode="markers+text",
                text=[str(on)],
                textfont={"size": 18, "color": theme.PAPER if on else theme.INK},
                marker={
                    "symbol": "square",
                    "size": 34,
                    "color": theme.OKABE_ITO[3] if on else "rgba(0,0,0,0)",
                    "line": {"color": theme.INK, "width": 1.5},
                },
                hovertemplate=f"bit {place}: {on}, flips every {2**place} positions<extra></extra>",
            )
    figure.update_layout(
        xaxis={
            "tickvals": [2.4 * place for place in range(len(pairs))],
            "ticktext": [f"{pair}" for pair in pairs],
            "title": {"text": "pair above, bit below"},
            "showgrid": False,
            "range": [-1.3, 2.4 * max(len(pairs), 4) - 1.1],
            "fixedrange": True,
        },
        yaxis={"visible": False, "range": [-0.4, 4.4], "scaleanchor": "x", "fixedrange": True},
        margin={"l": 8, "r": 8, "t": 8},
    )
    return figure
