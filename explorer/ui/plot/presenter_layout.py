"""Chart sizes in presenter mode, where type is twice as large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LINE = 30
"""Line height of row labels in pixels in presenter mode, at 28 px type."""
AROUND = 130
"""Pixels that a picture needs below its axes in presenter mode, and a legend above them."""

ROOMY = 150
"""Maximum useful height of a row, in pixels."""


def room_for_names(spec: dict[str, Any], line: int = LINE, around: int = AROUND) -> int:
    """Height in pixels at which no two names at the left of a picture overlap.

    `line`: pixels per name; `around`: below the axes.

    >>> names = {"domain": [0.5, 1], "tickvals": [0, 1, 2]}
    >>> room_for_names({"data": [], "layout": {"yaxis2": names, "margin": {"t": 20, "b": 50}}})
    330
    """
    layout, most = spec["layout"], 0.0
    for name, axis in layout.items():
        if name.startswith("yaxis") and axis.get("type") != "log":  # most of its ticks may be outside the picture
            low, high = axis.get("domain", (0, 1))
            drawn = [trace for trace in spec["data"] if trace.get("yaxis", "y") == name.replace("axis", "")]
            most = max(most, line * _names(axis, drawn) / (high - low))
    return round(most + around + layout.get("margin", {}).get("t", 0)) if most else 0


def most(spec: dict[str, Any]) -> int:
    """Maximum useful height of labelled rows, in pixels; 0 is no limit.

    >>> most({"data": [], "layout": {"yaxis": {"tickvals": [0, 1, 2]}}}), most({"data": [], "layout": {"yaxis": {}}})
    (580, 0)
    """
    rows = max((_rows(axis) for name, axis in spec["layout"].items() if name.startswith("yaxis")), default=0)
    bars = max((len(trace["y"]) for trace in spec["data"] if trace.get("orientation") == "h"), default=0)
    return ROOMY * max(rows, bars) + AROUND if rows or bars else 0


def _rows(axis: dict[str, Any]) -> int:
    """Number of consecutive rows that an axis labels; 0 where its ticks are numbers on a scale.

    >>> _rows({"tickvals": [0, 1, 2]}), _rows({"tickvals": [-1, 0, 1]}), _rows({"tickvals": [0, 1], "scaleanchor": "x"})
    (3, 0, 0)
    """
    told = axis.get("tickvals")
    named = told is not None and "scaleanchor" not in axis and list(told) == list(range(len(told)))
    return len(told) if told is not None and named else 0


def _names(axis: dict[str, Any], traces: Sequence[dict[str, Any]]) -> int:
    """Number of label lines on an axis: those of its tick texts, or one for each text value of its traces.

    >>> _names({"tickvals": [0, 1], "ticktext": ["a<br>in both", "b"]}, []), _names({}, [{"y": ["a", "b", "a"]}])
    (4, 2)
    """
    told = axis.get("tickvals", axis.get("categoryarray"))
    if told is not None:
        return len(told) * max((1 + text.count("<br>") for text in axis.get("ticktext", ())), default=1)
    return len({y for trace in traces if isinstance(trace.get("y"), list) for y in trace["y"] if isinstance(y, str)})


def margin(spec: dict[str, Any]) -> dict[str, int]:
    """The margin of a picture in presenter mode, where text above its axes, a colour bar below it and its axis title
    take more room.

    >>> margin({"data": [{"colorbar": {"orientation": "h"}}], "layout": {"margin": {"t": 20, "b": 80}}})
    {'t': 20, 'b': 130}
    >>> above = {"text": "comes in,<br>per token", "y": 1, "yref": "paper", "yanchor": "bottom"}
    >>> margin({"data": [{}], "layout": {"margin": {"t": 56, "b": 80}, "annotations": [above]}})
    {'t': 84, 'b': 80}
    """
    layout = spec["layout"]
    now: dict[str, int] = layout.get("margin", {})
    if any(trace.get("colorbar", {}).get("orientation") == "h" for trace in spec["data"]):
        now = now | {"b": AROUND}
    lines = [
        1 + note["text"].count("<br>")
        for note in layout.get("annotations", ())
        if note.get("yref") == "paper" and note.get("yanchor") == "bottom" and note.get("y", 0) >= 1 and "text" in note
    ]
    return now | {"t": max(now.get("t", 0), 12 + 36 * max(lines))} if lines else now
