"""Figures of measurements: lookup times and caches, the process's growth, precision."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, upright


def _announcement(text: str) -> dict[str, Any]:
    anchor = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "showarrow": False}
    return {"text": text, **anchor, "bgcolor": theme.PAPER, "font": {"color": theme.INK, "size": theme.FONT_SIZE + 2}}


def _line(index: int, name: str, x: Sequence[float], y: Sequence[float], **more: Any) -> dict[str, Any]:
    look = theme.category(index)
    return {
        "type": "scatter",
        "x": list(x),
        "y": list(y),
        "name": name,
        "mode": "lines+markers",
        "line": {"color": look["color"], "dash": look["dash"], "width": 2},
        "marker": {"symbol": look["symbol"], "size": 9, "color": look["color"]},
    } | more


def lookup_curve(
    vocab: Sequence[int],
    series: Mapping[str, Sequence[float]],
    marks: Sequence[tuple[str, float]],
    top: float,
    waiting: str = "Not measured yet:<br>the time of a lookup<br>will be drawn here",
) -> Spec:
    """Nanoseconds per lookup against rows of the table, with a line at the size of each cache.

    Args:
        vocab: numbers of rows; may be empty before anything is measured.
        series: name → nanoseconds.
        marks: (name of the cache, rows that fill it).
        top: upper end of the time axis in nanoseconds.
        waiting: text of an empty picture.
    """
    hover = "V = %{x:,}: %{y:.1f} ns<extra>%{fullData.name}</extra>"
    traces = [
        _line(index, name, vocab, values, hovertemplate=hover) for index, (name, values) in enumerate(series.items())
    ]
    shapes = [upright(rows, 1, dash="dot") for _, rows in marks]
    beside = {"y": 1, "yref": "paper", "showarrow": False, "yanchor": "top", "font": {"color": theme.INK}}
    # Names are left of their lines, or right of them near the axis, each a line lower, so that none overlap on a phone.
    notes = [
        {"x": log10(rows), "text": name, "xanchor": side, "xshift": shift, "yshift": -18 * at, **beside}
        for at, (name, rows) in enumerate(marks)
        for side, shift in [("left", 3) if rows < 1000 else ("right", -3)]
    ]
    if not vocab:
        notes.append(_announcement(waiting))
    across = {"type": "log", "range": [log10(12), log10(2**20 * 1.3)], "dtick": 1, "tickformat": "~s", "showgrid": True}
    upward = {"range": [0, top], "showgrid": True}
    made = layout("rows of the table, V", "nanoseconds per lookup", 430, legend=True, x=across, y=upward)
    return Spec(traces, made | {"shapes": shapes, "annotations": notes})


def growth(
    percent: Sequence[float],
    grown: Sequence[float],
    formula: float,
    nbytes: Sequence[float],
    unit: str,
) -> Spec:
    """Size by formula and by nbytes (flat) and the growth of the process, against the share of rows written."""
    hover = {"hovertemplate": "%{x:.0f} % written: %{y:,.4~g} " + unit + "<extra>%{fullData.name}</extra>"}
    traces = [
        _line(0, "formula", [0, 100], [formula, formula], mode="lines", **hover),
        _line(1, "nbytes", percent, nbytes, mode="markers", **hover),
        _line(2, "process grew by", percent, grown, **hover),
    ]
    traces[0]["line"]["width"], traces[2]["marker"]["size"] = 3, 12
    notes = [] if percent else [_announcement("Not allocated:<br>computed only")]
    across = {"range": [-4, 104], "tickvals": [0, 25, 50, 75, 100]}
    upward = {"range": [0, max([formula, *grown]) * 1.15], "showgrid": True}
    made = layout("rows written, %", f"size in {unit}", 380, legend=True, x=across, y=upward)
    return Spec(traces, made | {"annotations": notes})
