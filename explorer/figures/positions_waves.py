"""Frequencies: wavelength of every pair, the waves themselves, clock hands and the binary counter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]
APART, UP = 2.4, 2.2  # clocks of radius 1: distance between two, height above the digits
FIRST_SEEN = 80  # positions in sight before zooming out: more turns of pair 0 would be a grey band


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
    last = max(length - 1, 1)
    figure.add_shape(
        type="line", xref="paper", x0=0, x1=1, y0=last, y1=last, line={"color": theme.INK, "dash": "dash", "width": 1.5}
    )
    # On a log axis Plotly places shapes by value but annotations by its logarithm.
    figure.add_annotation(
        xref="paper",
        x=0.01,
        y=float(np.log10(last)),
        yshift=11,
        text=f"last position, {length - 1}",
        xanchor="left",
        showarrow=False,
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
    figure.update_xaxes(range=[-1, min(len(x), FIRST_SEEN)])
    return figure


def clocks(angles: Floats, pairs: Sequence[int], bits: Sequence[int]) -> go.Figure:
    """Clock hands at `angles` from the top, clockwise (tip = sine, cosine), over the bits of a binary counter."""
    figure = theme.base("", "", 330, legend=False)
    turn = np.linspace(0, 2 * np.pi, 60)
    for place, (angle, pair) in enumerate(zip(angles, pairs, strict=True)):
        x = APART * place
        figure.add_scatter(
            x=(x + np.sin(turn)).astype(np.float32),
            y=(UP + np.cos(turn)).astype(np.float32),
            mode="lines",
            line={"color": theme.INK, "width": 1},
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=[x, x + float(np.sin(angle))],
            y=[UP, UP + float(np.cos(angle))],
            mode="lines+markers",
            line={"color": theme.OKABE_ITO[0], "width": 4},
            marker={"size": [5, 11], "color": theme.OKABE_ITO[0]},
            hovertemplate=f"pair {pair}<br>sine {np.sin(angle):.4f}, cosine {np.cos(angle):.4f}<extra></extra>",
        )
        figure.add_annotation(x=x, y=UP + 1.1, text=f"pair<br>{pair}", yanchor="bottom", showarrow=False)
    for place, on in enumerate(bits):
        figure.add_scatter(
            x=[APART * place],
            y=[0],
            mode="markers+text",
            text=[str(on)],
            textfont={"size": 18, "color": theme.PAPER if on else theme.INK},
            marker={
                "symbol": "square",
                "size": 34,
                "color": theme.OKABE_ITO[0] if on else "rgba(0,0,0,0)",
                "line": {"color": theme.INK, "width": 1.5},
            },
            hovertemplate=f"digit {place}: {on}, flips every {2**place} positions<extra></extra>",
        )
    figure.update_layout(
        xaxis={
            "tickvals": [APART * place for place in range(len(bits))],
            "ticktext": [f"{2**place}s" for place in range(len(bits))],
            "title": {"text": "binary digits: ones, twos, fours, …"},
            "showgrid": False,
            "showline": False,
            "ticks": "",
            "range": [-1.2, APART * max(len(pairs), 4) - 1.2],
            "fixedrange": True,
        },
        yaxis={"visible": False, "range": [-0.8, UP + 2.1], "scaleanchor": "x", "fixedrange": True},
        margin={"l": 8, "r": 8, "t": 8},
    )
    return figure
