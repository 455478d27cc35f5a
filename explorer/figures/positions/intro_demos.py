"""Introductory figures: dials that count, a clock face with its sines, and two arrows added in the plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.positions.wavelengths import apart, circle
from explorer.figures.spec import GUESS, Floats, Spec, layout, line
from explorer.wording import fixed

APART = 2.5  # dials of radius 1
SHADOW = -1.75  # height of the shadows, below a face of radius 1
_BARE = {"visible": False, "fixedrange": True}
_FAINT = "rgba(128,128,128,0.65)"
OUTER = 1.35
"""Radius of the position numbers, in lengths of a position's row."""
EDGE = 0.3
"""Padding around the two arrows and those numbers."""


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
        apart([circle(x, 0.0) for x in middles]),
        _plain(**apart(marks), line={"color": theme.INK, "width": 1.5}),
        _plain(
            **apart(hands),
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
    made = layout("", "", 300, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8, "b": 8})
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


def face(positions: Floats, *, chosen: int, other: int | None) -> Spec:
    """Points at (sine, cosine), (P, 2), and below them their projection to the sine alone.

    A line connects the chosen position with its projection, and `other`, the position with the same sine, after the
    reveal.
    """
    count = len(positions)
    shown = [chosen] if other is None else [chosen, other]
    rest = [position for position in range(count) if position not in shown]
    traces = [circle(0.0, 0.0)]
    every = -(-count // 24)
    traces.append(
        _plain(
            positions[rest, 0],
            positions[rest, 1],
            mode="markers+text" if count <= 24 else "markers",
            text=[str(position) if position % every == 0 else "" for position in rest],
            textposition=[_side(*positions[position]) for position in rest],
            marker={"size": 9, "color": _FAINT},
            customdata=rest,
            hovertemplate="position %{customdata}: sine %{x:.2f}, cosine %{y:.2f}<extra></extra>",
            hoverinfo="all",
        )
    )
    for number, position in enumerate(shown):
        look = theme.category((0, 3)[number])
        sine, cosine = positions[position].tolist()
        same = number == 1 and other == chosen  # an empty trace, since no other position has that sine
        traces.append(
            _plain(
                np.array([sine, sine]),
                np.array([cosine, SHADOW]),
                mode="lines+markers+text",
                text=[str(position), ""],
                textposition=_side(sine, cosine),
                visible=not same,
                textfont={"size": 18, "color": theme.INK},
                line={"color": look["color"], "dash": look["dash"], "width": 2},
                marker={"size": [15, 15 - 5 * number], "color": look["color"], "symbol": look["symbol"]},
                hovertemplate=f"position {position}: sine {fixed(sine)}, cosine {fixed(cosine)}<extra></extra>",
                hoverinfo="all",
            )
        )
    ground = {"type": "line", "x0": -1.15, "x1": 1.15, "y0": SHADOW, "y1": SHADOW}
    ground["line"] = {"color": theme.INK, "width": 1.5}
    still = {"showgrid": False, "fixedrange": True}
    x_axis = still | {"range": [-1.6, 1.6], "tickvals": [-1, -0.5, 0, 0.5, 1], "constrain": "domain"}
    y_axis = still | {"range": [SHADOW - 0.15, 1.4], "tickvals": [-1, 0, 1], "scaleanchor": "x"}
    made = layout("sine", "cosine", 460, x=x_axis, y=y_axis)
    return Spec(traces, made | {"shapes": [ground], "showlegend": False})


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
            _plain(positions, rows[:, number], line=drawn, **told),
            _plain(positions[-1:], rows[-1:, number], **end),
        ]
    x_axis, y_axis = ({"range": ends, "fixedrange": True} for ends in ([-0.5, last + 0.5], [-1.15, 1.15]))
    return Spec(traces, layout("position", "sine, cosine", 300, legend=True, x=x_axis, y=y_axis))


def _side(sine: float, cosine: float) -> str:
    """Side of a label: outside the face."""
    upright = "top" if cosine > 0.4 else "bottom" if cosine < -0.4 else "middle"
    sideways = "right" if sine > 0.4 else "left" if sine < -0.4 else "center"
    return f"{upright} {sideways}"


def arrows(
    rows: Mapping[str, tuple[float, float]],
    sums: Floats,
    *,
    word: str,
    position: int,
    ring: bool,
    growing: bool = False,
) -> Spec:
    """The word's row from the origin, the position from its tip, and their sum; with `ring` the sums at all positions.

    `growing`: positions on a line, not on a circle.
    """
    row, total = np.array(rows[word]), sums[position]
    # Six positions are nearly a turn: their numbers need a wider ring.
    outer = sums + np.array([0.6, -0.6]) if growing else row + (sums - row) * OUTER
    traces: list[dict[str, Any]] = []
    if ring:
        if not growing:
            traces.append(circle(float(row[0]), float(row[1])))
        traces.append(
            _plain(
                sums[:, 0],
                sums[:, 1],
                mode="markers",
                name="sums at all positions",
                text=[str(p) for p in range(len(sums))],
                marker={"size": 8, "color": theme.OKABE_ITO[2], "symbol": theme.SYMBOLS[2]},
                hovertemplate=f"{word} at position %{{text}}: (%{{x:.2f}}, %{{y:.2f}})<extra></extra>",
                hoverinfo="all",
            )
        )
        numbers = [str(p) for p in range(len(sums))]
        traces.append(_plain(outer[:, 0], outer[:, 1], mode="text", name="positions", text=numbers))
    notes = [
        _arrow((0.0, 0.0), row, theme.OKABE_ITO[0], 3.5),
        _arrow(row, total, theme.OKABE_ITO[3], 3.5),
        _arrow((0.0, 0.0), total, theme.OKABE_ITO[2], 2.0),
    ]
    # Arrows are annotations, which have no legend, so an invisible line for each is its legend entry.
    for name, index in ((f"row of “{word}”", 0), (f"position {position}", 3), ("their sum", 2)):
        look = {"color": theme.OKABE_ITO[index], "width": 3}
        traces.append(_plain(np.array([np.nan]), np.array([np.nan]), name=name, line=look, showlegend=True))
    for other, (x, y) in rows.items():
        if growing and other != word:  # too short beside such sums for an arrow and a name
            continue
        notes.append(
            {"x": x * 0.35, "y": y * 0.35, "text": other, "showarrow": False} | _beside(row, total)
            if other == word
            else {"x": x, "y": y, "text": other, "showarrow": False, "opacity": 0.75}
        )
    # Extent of this word's circle only: with all three words it would be too small on a phone.
    seen = np.vstack([(0.0, 0.0), outer, sums])
    left, low = (seen.min(axis=0) - (EDGE, EDGE + 1.5 * growing)).round(2).tolist()  # room for the word's name below
    right, high = (seen.max(axis=0) + EDGE).round(2).tolist()
    axes = {
        "zeroline": True,
        "zerolinecolor": _FAINT,
        "showgrid": False,
        "fixedrange": True,
        "dtick": 5 if growing else 1,
    }
    x_axis = axes | {"range": [left, right], "constrain": "domain"}
    y_axis = axes | {"range": [low, high], "scaleanchor": "x"}
    made = layout("first number", "second number", 460, legend=True, x=x_axis, y=y_axis)
    return Spec(traces, made | {"annotations": notes})


def _beside(row: Floats, total: Floats) -> dict[str, float]:
    """Offset in pixels of a name beside an arrow, away from the sum's arrow."""
    turned = row[0] * total[1] - row[1] * total[0]
    across = np.array([row[1], -row[0]]) / np.linalg.norm(row) * (1 if turned >= 0 else -1)
    return {"xshift": round(28 * float(across[0]), 1), "yshift": round(18 * float(across[1]), 1)}


def outlined(arrows_: Spec, ends: Floats | None) -> Spec:
    """The arrows with a visitor's guess, dotted: the line between two `ends` (2, 2), or None for the whole plane."""
    if ends is None:
        (left, right), (low, high) = arrows_.layout["xaxis"]["range"], arrows_.layout["yaxis"]["range"]
        left, right, low, high = left + 0.1, right - 0.1, low + 0.1, high - 0.1
        ends = np.array([(left, low), (right, low), (right, high), (left, high), (left, low)])
    look = {"color": theme.INK, "width": 2.5, "dash": "dot"}
    return Spec([*arrows_.data, _plain(ends[:, 0], ends[:, 1], name=GUESS, line=look, showlegend=True)], arrows_.layout)


def _arrow(start: Sequence[float] | Floats, end: Sequence[float] | Floats, color: str, width: float) -> dict[str, Any]:
    tail = {"ax": float(start[0]), "ay": float(start[1]), "axref": "x", "ayref": "y", "xref": "x", "yref": "y"}
    head = {"x": float(end[0]), "y": float(end[1]), "showarrow": True, "text": ""}
    return tail | head | {"arrowcolor": color, "arrowwidth": width, "arrowhead": 2, "arrowsize": 0.9}


def _plain(x: Floats, y: Floats, **more: Any) -> dict[str, Any]:
    """A line without hover or legend unless `more` says so."""
    made = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "showlegend": False}
    return made | {"x": np.asarray(x, np.float32), "y": np.asarray(y, np.float32)} | more
