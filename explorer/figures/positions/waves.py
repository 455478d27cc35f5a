"""Frequencies: wavelength of every pair, the waves themselves, clock hands and the binary counter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.spec import LOG, Floats, Spec, layout, line

APART, UP = 2.4, 2.3  # clocks of radius 1: distance between two, height above the digits
FEWEST = 4  # clocks that share the width: with fewer, one would fill the picture
FIRST_SEEN = 80  # positions in sight before zooming out: more turns of pair 0 would be a grey band
_TURN = np.linspace(0, 2 * np.pi, 60)


def wavelengths(values: Floats, *, length: int, chosen: Sequence[int]) -> Spec:
    """Wavelength against pair, log axis; pairs that never come round within `length` have another shape."""
    pairs = np.arange(len(values), dtype=np.int16)
    unfinished = values > length - 1
    traces = []
    for mask, name, index, symbol in (
        (~unfinished, "comes round", 0, "circle"),
        (unfinished, "never comes round", 3, "diamond-open"),
    ):
        traces.append(
            line(
                values[mask],
                x=pairs[mask],
                mode="markers",
                name=name,
                marker={"color": theme.category(index)["color"], "symbol": symbol, "size": 7},
                hovertemplate="pair %{x}<br>one turn in %{y:,.1f} positions<extra></extra>",
            )
        )
    traces.append(
        line(
            values[list(chosen)],
            x=list(chosen),
            mode="markers",
            name="chosen",
            marker={"color": theme.INK, "symbol": "circle-open", "size": 15, "line": {"width": 2}},
            hoverinfo="skip",
        )
    )
    last = max(length - 1, 1)
    dashed = {"color": theme.INK, "dash": "dash", "width": 1.5}
    shape = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": last, "y1": last, "line": dashed}
    note = {
        "xref": "paper",
        "x": 0.01,
        "y": float(np.log10(last)),  # on a log axis Plotly places shapes by value but annotations by its logarithm
        "yshift": 11,
        "text": f"last position, {length - 1}",
        "xanchor": "left",
        "showarrow": False,
    }
    made = layout("pair", "wavelength (positions)", 420, legend=True, y=LOG | {"dtick": 1})
    return Spec(traces, made | {"shapes": [shape], "annotations": [note]})


def curves(positions: NDArray[np.integer], sines: Floats, cosines: Floats, names: Sequence[str]) -> Spec:
    """The waves of chosen pairs, each a pair of curves: sine (pairs, P) in full, cosine (pairs, P) thin and dotted."""
    count = len(positions)
    traces = []
    for i, name in enumerate(names):
        look = theme.category(i)
        for wave, values, style in (
            ("sine", sines, {"width": 2.5}),
            ("cosine", cosines, {"width": 1.5, "dash": "dot"}),
        ):
            if i < len(values):
                traces.append(
                    line(
                        values[i],
                        x0=int(positions[0]),
                        mode="lines+markers" if count <= 64 else "lines",
                        legendgroup=name,
                        name=f"{name} {wave}",
                        marker={"symbol": look["symbol"], "size": 6},
                        line={"color": look["color"], **style},
                        hovertemplate=f"{name}, {wave} at %{{x}}: %{{y:.4f}}<extra></extra>",
                    )
                )
    x_axis = {"range": [-1, min(count, FIRST_SEEN)]}
    return Spec(
        traces, layout("position", "value", 400, legend=True, x=x_axis, y={"range": [-1.08, 1.08], "dtick": 0.5})
    )


def circle(x: float, y: float) -> dict[str, Any]:
    """The rim of a clock of radius 1 around (x, y)."""
    return {
        "type": "scatter",
        "x": (x + np.sin(_TURN)).astype(np.float32),
        "y": (y + np.cos(_TURN)).astype(np.float32),
        "mode": "lines",
        "line": {"color": theme.INK, "width": 1},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def clocks(angles: Floats, pairs: Sequence[int], bits: Sequence[int]) -> Spec:
    """Clock hands at `angles` from the top, clockwise (tip = sine, cosine), over the bits of a binary counter."""
    traces, notes, shapes = [], [], []
    indent = APART * max(FEWEST - len(pairs), 0) / 2
    for place, (angle, pair) in enumerate(zip(angles.tolist(), pairs, strict=True)):
        x, sine, cosine = indent + APART * place, float(np.sin(angle)), float(np.cos(angle))
        traces.append(circle(x, UP))
        traces.append(
            {
                "type": "scatter",
                "x": [x, x + sine],
                "y": [UP, UP + cosine],
                "mode": "lines+markers",
                "line": {"color": theme.OKABE_ITO[0], "width": 4},
                "marker": {"size": [5, 11], "color": theme.OKABE_ITO[0]},
                "hovertemplate": f"pair {pair}<br>sine {sine:.4f}, cosine {cosine:.4f}<extra></extra>",
            }
        )
        notes.append({"x": x, "y": UP + 1.1, "text": f"pair<br>{pair}", "yanchor": "bottom", "showarrow": False})
    width = APART * max(len(pairs), FEWEST)
    box = width / len(bits)
    middles = [-APART / 2 + box * (place + 0.5) for place in range(len(bits))]
    half = min(0.45 * box, 0.7)
    for middle, on in zip(middles, bits, strict=True):
        square = {"type": "rect", "x0": middle - half, "x1": middle + half, "y0": -half, "y1": half}
        fill = theme.OKABE_ITO[0] if on else "rgba(0,0,0,0)"
        shapes.append(square | {"fillcolor": fill, "line": {"color": theme.INK, "width": 1.5}, "layer": "below"})
    traces.append(
        {
            "type": "scatter",
            "x": middles,
            "y": [0] * len(bits),
            "mode": "text",
            "text": [str(on) for on in bits],
            "textfont": {"size": 16, "color": ["#FFFFFF" if on else theme.INK for on in bits]},
            "hovertext": [f"{2**place}s: {on}, flips every {2**place} positions" for place, on in enumerate(bits)],
            "hoverinfo": "text",
        }
    )
    x_axis = {
        "tickvals": middles[::4],
        "ticktext": [f"{2**place}s" for place in range(0, len(bits), 4)],
        "title": {"text": "binary digits: ones, twos, fours, …"},
        "showgrid": False,
        "showline": False,
        "ticks": "",
        "range": [-APART / 2, width - APART / 2],
        "fixedrange": True,
    }
    y_axis = {"visible": False, "range": [-0.8, UP + 2.1], "scaleanchor": "x", "fixedrange": True}
    made = layout("", "", 330, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8})
    return Spec(traces, made | {"annotations": notes, "shapes": shapes})
