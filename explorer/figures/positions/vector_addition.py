"""Vector addition in the plane: a token row and a position row as arrows, and their sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import GUESS, Floats, Spec, layout
from explorer.figures.positions.circle_and_line_traces import FAINT, circle, plain_line

BESIDE = 16
"""Pixels outwards from a sum to its position's number; in the plane's unit it would be far off on a large screen."""
EDGE = 0.6
"""Padding around the two arrows and those numbers."""


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
    numbers: list[dict[str, Any]] = []
    traces: list[dict[str, Any]] = []
    if ring:
        if not growing:
            traces.append(circle(float(row[0]), float(row[1])))
        traces.append(
            plain_line(
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
        every = 2 if growing else 1  # on a phone they would cover each other
        outward = np.tile([0.8, -0.8], (len(sums), 1)) if growing else sums - row
        numbers = [
            {"x": x, "y": y, "text": str(p), "showarrow": False, "xshift": right * BESIDE, "yshift": up * BESIDE}
            for p, ((x, y), (right, up)) in enumerate(zip(sums.tolist(), outward.round(2).tolist(), strict=True))
            if (len(sums) - 1 - p) % every == 0
        ]
    notes = [
        _arrow((0.0, 0.0), row, theme.OKABE_ITO[0], 3.5),
        _arrow(row, total, theme.OKABE_ITO[3], 3.5),
        _arrow((0.0, 0.0), total, theme.OKABE_ITO[2], 2.0),
    ]
    # Arrows are annotations, which have no legend, so an invisible line for each is its legend entry.
    for name, index in ((f"row of “{word}”", 0), (f"position {position}", 3), ("their sum", 2)):
        look = {"color": theme.OKABE_ITO[index], "width": 3}
        traces.append(plain_line(np.array([np.nan]), np.array([np.nan]), name=name, line=look, showlegend=True))
    for other, (x, y) in rows.items():
        if growing and other != word:  # too short beside such sums for an arrow and a name
            continue
        notes.append(
            {"x": x * 0.35, "y": y * 0.35, "text": other, "showarrow": False} | _beside(row, total)
            if other == word
            else {"x": x, "y": y, "text": other, "showarrow": False, "opacity": 0.75}
        )
    # Extent of this word's circle only: with all three words it would be too small on a phone.
    seen = np.vstack([(0.0, 0.0), sums])
    left, low = (seen.min(axis=0) - (EDGE, EDGE + 1.5 * growing)).round(2).tolist()  # room for the word's name below
    right, high = (seen.max(axis=0) + EDGE + 0.7 * growing).round(2).tolist()  # and for the last number's digits
    axes = {
        "zeroline": True,
        "zerolinecolor": FAINT,
        "showgrid": False,
        "fixedrange": True,
        "dtick": 5 if growing else 1,
    }
    x_axis = axes | {"range": [left, right], "constrain": "domain"}
    y_axis = axes | {"range": [low, high], "scaleanchor": "x"}
    made = layout("first number", "second number", 540, legend=True, x=x_axis, y=y_axis)
    return Spec(traces, made | {"annotations": [*notes, *numbers]})


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
    return Spec(
        [*arrows_.data, plain_line(ends[:, 0], ends[:, 1], name=GUESS, line=look, showlegend=True)], arrows_.layout
    )


def _arrow(start: Sequence[float] | Floats, end: Sequence[float] | Floats, color: str, width: float) -> dict[str, Any]:
    tail = {"ax": float(start[0]), "ay": float(start[1]), "axref": "x", "ayref": "y", "xref": "x", "yref": "y"}
    head = {"x": float(end[0]), "y": float(end[1]), "showarrow": True, "text": ""}
    return tail | head | {"arrowcolor": color, "arrowwidth": width, "arrowhead": 2, "arrowsize": 0.9}
