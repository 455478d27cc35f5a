"""Clock face with positions at (sine, cosine) and the waves that its hand draws; these waves over the position."""

from __future__ import annotations

from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, layout
from explorer.figures.positions.circle_and_line_traces import FAINT, circle, plain_line
from explorer.wording import fixed

SHADOW = -1.5  # height of the sines, below a face of radius 1; the cosines are as far to its right
PAPER = 1.2, 2.3  # length of the two waves: room is left on the right, little below
POINTS = 6
"""Points of a wave per position."""
AGE = 12
"""Positions that the paper holds."""


def face(positions: Floats, ages: Floats, passed: Floats, *, chosen: int, other: int | None) -> Spec:
    """Points at (sine, cosine), (P, 2), and the two waves that the hand's tip draws, as a pen on running paper.

    The hand points at the chosen position. A line connects that with its sine, straight down, and `other`, the position
    with the same sine, after the reveal; another line leads to its cosine. From there the waves run on:
    `passed`, (N, 2), is where the tip was, and `ages`, (N,), how many positions ago, from 0 at the tip.
    """
    count = len(positions)
    shown = [chosen] if other is None else [chosen, other]
    rest = [position for position in range(count) if position not in shown]
    traces = [circle(0.0, 0.0)]
    every = -(-count // 24)
    traces.append(
        plain_line(
            positions[rest, 0],
            positions[rest, 1],
            mode="markers+text" if count <= 24 else "markers",
            text=[str(position) if position % every == 0 else "" for position in rest],
            textposition=[_side(*positions[position]) for position in rest],
            marker={"size": 9, "color": FAINT},
            customdata=rest,
            hovertemplate="position %{customdata}: sine %{x:.2f}, cosine %{y:.2f}<extra></extra>",
            hoverinfo="all",
        )
    )
    hand = {"color": theme.category(0)["color"], "width": 5}
    traces.append(plain_line(positions[[chosen], 0] * [0, 1], positions[[chosen], 1] * [0, 1], name="hand", line=hand))
    for number, position in enumerate(shown):
        look = theme.category((0, 3)[number])
        sine, cosine = positions[position].tolist()
        same = number == 1 and other == chosen  # an empty trace, since no other position has that sine
        traces.append(
            plain_line(
                np.array([sine, sine]),
                np.array([cosine, SHADOW]),
                mode="lines+markers+text",
                text=[str(position), ""],
                textposition=_side(sine, cosine).replace("middle right", "top right"),  # off the line to the cosine
                visible=not same,
                textfont={"size": 18, "color": theme.INK},
                line={"color": look["color"], "dash": look["dash"], "width": 2},
                marker={"size": [15, 15 - 5 * number], "color": look["color"], "symbol": look["symbol"]},
                hovertemplate=f"position {position}: sine {fixed(sine)}, cosine {fixed(cosine)}<extra></extra>",
                hoverinfo="all",
            )
        )
    traces += _drawn_waves(ages, passed)
    edge = {"type": "line", "line": {"color": theme.INK, "width": 1.5}}
    edges = [
        edge | {"x0": -1.15, "x1": 1.15, "y0": SHADOW, "y1": SHADOW},
        edge | {"x0": -SHADOW, "x1": -SHADOW, "y0": -1.15, "y1": 1.15},
    ]
    bare = {"visible": False, "fixedrange": True}
    x_axis = bare | {"range": [-1.6, PAPER[1] - SHADOW + 0.1], "constrain": "domain"}
    y_axis = bare | {"range": [SHADOW - PAPER[0] - 0.1, 1.4], "scaleanchor": "x"}
    made = layout("", "", 540, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return Spec(traces, made | {"shapes": edges, "showlegend": False})


def _drawn_waves(ages: Floats, passed: Floats) -> list[dict[str, Any]]:
    """The line to the cosine, both waves with a dot at each position, and their names with the newest value."""
    sine, cosine = passed[0].tolist()
    whole = np.where(np.arange(len(ages)) % POINTS, 0, 6).tolist()
    drawn = []
    for number, (x, y) in enumerate(
        ((passed[:, 0], SHADOW - PAPER[0] * ages / AGE), (PAPER[1] * ages / AGE - SHADOW, passed[:, 1]))
    ):
        look = theme.category(number)
        drawn.append(
            plain_line(
                x,
                y,
                mode="lines+markers",
                name=("sine", "cosine")[number],
                line={"color": look["color"], "width": 2},
                marker={"size": whole, "color": look["color"], "symbol": look["symbol"]},
            )
        )
    look = theme.category(1)
    across = plain_line(
        np.array([sine, -SHADOW]),
        np.array([cosine, cosine]),
        mode="lines+markers",
        line={"color": look["color"], "dash": look["dash"], "width": 2},
        marker={"size": [0, 14], "color": look["color"], "symbol": look["symbol"]},
    )
    names = plain_line(
        np.array([1.25, -SHADOW]),
        np.array([SHADOW - PAPER[0] / 2, -1.3]),
        mode="text",
        text=[f"sine {fixed(sine)}", f"cosine {fixed(cosine)}"],
        textposition="middle right",
        textfont={"size": 16, "color": theme.INK},
    )
    return [*drawn, across, names]


def hand_waves(positions: Floats, rows: Floats, *, last: int) -> Spec:
    """Sine and cosine of a moving hand, (P, 2), over its positions (P,), the current one last."""
    traces = []
    for number, name in enumerate(("sine", "cosine")):
        look = theme.category(number)
        hover = f"{name} at position %{{x:.2f}}: %{{y:.2f}}<extra></extra>"
        drawn = {"color": look["color"], "dash": look["dash"], "width": 3}
        told = {"name": name, "showlegend": True, "hoverinfo": "all", "hovertemplate": hover}
        marker = {"size": 14, "color": look["color"], "symbol": look["symbol"]}
        end = {"mode": "markers", "marker": marker, "hoverinfo": "all", "hovertemplate": hover}
        traces += [
            plain_line(positions, rows[:, number], line=drawn, **told),
            plain_line(positions[-1:], rows[-1:, number], **end),
        ]
    x_axis, y_axis = ({"range": ends, "fixedrange": True} for ends in ([-0.5, last + 0.5], [-1.15, 1.15]))
    return Spec(traces, layout("position", "sine, cosine", 300, legend=True, x=x_axis, y=y_axis))


def _side(sine: float, cosine: float) -> str:
    """Side of a label: outside the face."""
    upright = "top" if cosine > 0.4 else "bottom" if cosine < -0.4 else "middle"
    sideways = "right" if sine > 0.4 else "left" if sine < -0.4 else "center"
    return f"{upright} {sideways}"
