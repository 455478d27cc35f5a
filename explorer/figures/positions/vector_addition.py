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
) -> Spec:
    """The word's row from the origin, the position from its tip, and their sum; with `ring` all positions’ sums."""
    row, total = np.array(rows[word]), sums[position]
    numbers: list[dict[str, Any]] = []
    traces: list[dict[str, Any]] = []
    if ring:
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
        numbers = [
            {"x": x, "y": y, "text": str(p), "showarrow": False, "xshift": right * BESIDE, "yshift": up * BESIDE}
            for p, ((x, y), (right, up)) in enumerate(zip(sums.tolist(), (sums - row).round(2).tolist(), strict=True))
        ]
    notes = _chain(row, total)
    traces += _legend(f"row of “{word}”", f"position {position}", "their sum")
    for other, (x, y) in rows.items():
        notes.append(
            {"x": x * 0.35, "y": y * 0.35, "text": other, "showarrow": False} | _beside(row, total)
            if other == word
            else {"x": x, "y": y, "text": other, "showarrow": False, "opacity": 0.75}
        )
    # Extent of this word's circle only: with all three words it would be too small on a phone.
    seen = np.vstack([(0.0, 0.0), sums])
    return _plane(traces, [*notes, *numbers], seen.min(axis=0) - EDGE, seen.max(axis=0) + EDGE, 1)


def two_sums(rows: Mapping[str, tuple[float, float]], sums: Mapping[str, Floats], position: int) -> Spec:
    """The arrows of two words, and of their sums with the same position, on axes that hold those of all positions.

    Args:
        rows: of at least those two words.
        sums: two words and their sums at each position, (P, 2).
        position: the one that is added to both.
    """
    notes: list[dict[str, Any]] = []
    left, _ = sorted(sums, key=lambda word: rows[word][0])
    for word, totals in sums.items():
        x, y = totals[position].tolist()
        *own, total = _chain(np.array(rows[word]), totals[position])
        notes += [total, *own]  # at position 0 the row covers the sum
        beside = {"yanchor": "bottom", "yshift": 4} if word == left else {"xanchor": "left", "xshift": 4}
        notes.append({"x": x, "y": y, "text": word, "showarrow": False} | beside)
    traces = _legend("rows", f"position {position}", "sums")
    seen = np.vstack([(0.0, 0.0), *sums.values()])
    low, high = seen.min(axis=0) - EDGE, seen.max(axis=0)
    # Room for a name above the left word's sum, and for one to the right of the other.
    return _plane(traces, notes, low, np.array([high[0] + 4.0, high[1] + 2.0]), 5)


def _chain(row: Floats, total: Floats) -> list[dict[str, Any]]:
    """The row from the origin, the position from its tip, and their sum."""
    return [
        _arrow((0.0, 0.0), row, theme.OKABE_ITO[0], 3.5),
        _arrow(row, total, theme.OKABE_ITO[3], 3.5),
        _arrow((0.0, 0.0), total, theme.OKABE_ITO[2], 2.0),
    ]


def _legend(row: str, position: str, total: str) -> list[dict[str, Any]]:
    """An invisible line for each kind of arrow: arrows are annotations, which have no legend."""
    nowhere = np.array([np.nan])
    return [
        plain_line(nowhere, nowhere, name=name, line={"color": theme.OKABE_ITO[index], "width": 3}, showlegend=True)
        for name, index in ((row, 0), (position, 3), (total, 2))
    ]


def _plane(traces: list[dict[str, Any]], notes: list[dict[str, Any]], low: Floats, high: Floats, tick: int) -> Spec:
    (left, bottom), (right, top) = low.round(2).tolist(), high.round(2).tolist()
    axes = {"zeroline": True, "zerolinecolor": FAINT, "showgrid": False, "fixedrange": True, "dtick": tick}
    x_axis = axes | {"range": [left, right], "constrain": "domain"}
    y_axis = axes | {"range": [bottom, top], "scaleanchor": "x"}
    made = layout("first number", "second number", 540, legend=True, x=x_axis, y=y_axis)
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
    return Spec(
        [*arrows_.data, plain_line(ends[:, 0], ends[:, 1], name=GUESS, line=look, showlegend=True)], arrows_.layout
    )


def _arrow(start: Sequence[float] | Floats, end: Sequence[float] | Floats, color: str, width: float) -> dict[str, Any]:
    tail = {"ax": float(start[0]), "ay": float(start[1]), "axref": "x", "ayref": "y", "xref": "x", "yref": "y"}
    head = {"x": float(end[0]), "y": float(end[1]), "showarrow": True, "text": ""}
    return tail | head | {"arrowcolor": color, "arrowwidth": width, "arrowhead": 2, "arrowsize": 0.9}
