"""Dials that count positions, and the distance between adjacent positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, layout, line
from explorer.figures.positions.circle_and_line_traces import circle, join_lines, plain_line

APART = 2.5  # dials of radius 1
_BARE = {"visible": False, "fixedrange": True}


def dials(tips: Floats, turns: Sequence[float], radices: Sequence[int], labels: Sequence[str]) -> Spec:
    """A dial for each digit, the slowest on the left as in written numbers; all arguments have the fastest first.

    `tips` are the hands' tips, sine and cosine, (dials, 2); `turns` are for the hover text.
    """
    count = len(radices)
    middles = [APART * (count - 1 - dial) for dial in range(count)]
    marks, hands = [], []
    for x, tip, radix in zip(middles, tips.tolist(), radices, strict=True):
        angles = 2 * np.pi * np.arange(radix) / radix
        ends = np.array([0.88, 1.0])
        marks += [{"x": x + ends * np.sin(angle), "y": ends * np.cos(angle)} for angle in angles]
        hands.append({"x": [x, x + 0.8 * tip[0]], "y": [0, 0.8 * tip[1]]})
    told = [f"{label}: {turn:,.3f} turns<extra></extra>" for label, turn in zip(labels, turns, strict=True)]
    # One trace for all dials: Plotly's work for a frame grows with the number of traces.
    traces = [
        join_lines([circle(x, 0.0) for x in middles]),
        plain_line(**join_lines(marks), line={"color": theme.INK, "width": 1.5}),
        plain_line(
            **join_lines(hands),
            mode="lines+markers",
            line={"color": theme.OKABE_ITO[0], "width": 5},
            marker={"size": [5, 12, 0] * count, "color": theme.OKABE_ITO[0]},
            hovertemplate=[text for text in told for _ in range(3)],
            hoverinfo="all",
        ),
    ]
    notes = [
        {"x": x, "y": -1.1, "text": label, "yanchor": "top", "showarrow": False}
        for x, label in zip(middles, labels, strict=True)
    ]
    wide = max(count, 2)
    x_axis = _BARE | {"range": [-1.25 - (wide - count) * APART / 2, APART * (wide - (wide - count) / 2 - 1) + 1.25]}
    y_axis = _BARE | {"range": [-1.6, 1.1], "scaleanchor": "x"}
    made = layout("", "", 420, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return Spec(traces, made | {"annotations": notes, "showlegend": False})


def neighbours(steps: Mapping[str, Floats], *, position: int) -> Spec:
    """Distance between the rows of p and p + 1, for every p: one line per kind of hand, a mark at the position.

    Gliding hands look the same with and without jumping ones, which come first if there are two kinds.
    """
    traces = []
    for name, values, number in zip(steps, steps.values(), (3, 0)[-len(steps) :], strict=True):
        look = theme.category(number)
        drawn = {"color": look["color"], "dash": look["dash"], "width": 2, "shape": "hvh"}
        traces.append(
            line(
                values,
                name=name,
                line=drawn,
                hovertemplate=f"{name}, from %{{x}} to the next: %{{y:.3f}}<extra></extra>",
            )
        )
    last = max(len(values) for values in steps.values()) - 1
    dotted = {"color": theme.INK, "dash": "dot", "width": 1.5}
    at = min(position, last)
    # Behind the lines, since one of them has its peak there.
    shape = {"type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1, "line": dotted, "layer": "below"}
    made = layout("position p", "from p to p + 1", 300, legend=True, y={"rangemode": "tozero"})
    return Spec(traces, made | {"shapes": [shape]})
