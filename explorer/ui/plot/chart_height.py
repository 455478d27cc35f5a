"""Chart heights as CSS expressions: the browser resolves them with the window and the picture's width."""

from collections.abc import Sequence
from typing import Any

LINE, AROUND, LEGEND = 16, 70, 64
"""Pixels of a name at the left of a picture, of what is around them all, and of a legend of two lines."""
TITLES = 52
"""Pixels of an axis with its numbers, above its margin."""
SCALE_OF_COLOURS = 76
"""Pixels of a colour bar beside a picture."""


def css(spec: dict[str, Any], height: int, scale: float = 1, *, first: bool = False) -> str:
    """The height, but no more than the width can use; a `first` picture's main control is in sight below it, too.

    With equal units more would be blank above and below. No names at a first picture's left overlap. What is around it,
    and how low it may be, is said by the CSS of each screen: part, step, embedded frame (style.py).

    >>> axes = {"xaxis": {"range": [0, 4]}, "yaxis": {"range": [1, -1], "scaleanchor": "x"}, "margin": {"l": 50}}
    >>> css({"data": [{"type": "scatter"}], "layout": axes}, 440), css({"data": [], "layout": {}}, 440)
    ('min(440px, max(200px, (100cqw - 50px) * 0.5000 + 52px))', '440px')
    >>> css({"data": [], "layout": {}}, 440, first=True)
    'min(440px, max(var(--explorer-lowest, 300px), 0px, 100svh - var(--explorer-around, 465px)))'
    """
    layout, shape = spec["layout"], ratio(spec)
    size = f"{height}px"
    if shape is not None:
        margin = layout.get("margin") or {}
        beside = margin.get("l", 0) + margin.get("r", 0) + (scale * SCALE_OF_COLOURS if _one_heatmap(spec) else 0)
        titles = 0 if layout["yaxis"].get("visible") is False else scale * TITLES
        around = margin.get("t", 0) + margin.get("b", 0) + titles
        size = f"min({height}px, max(200px, (100cqw - {beside:.0f}px) * {shape:.4f} + {around:.0f}px))"
    if not first:
        return size
    lowest = f"var(--explorer-lowest, 300px), {room_for_names(spec)}px"
    return f"min({size}, max({lowest}, 100svh - var(--explorer-around, 465px)))"


def ratio(spec: dict[str, Any]) -> float | None:
    """Aspect ratio (height / width) of the axes where it is fixed: equal units with known ends, or one heatmap's cells.

    >>> axes = {"xaxis": {"range": [0, 4]}, "yaxis": {"range": [1, -1], "scaleanchor": "x"}}
    >>> ratio({"data": [{"type": "scatter"}], "layout": axes}), ratio({"data": [], "layout": {}})
    (0.5, None)
    """
    across, up = (spec["layout"].get(axis) or {} for axis in ("xaxis", "yaxis"))
    if not up.get("scaleanchor"):
        return None
    if across.get("range") and up.get("range"):
        width, height = (abs(end - first) for first, end in (across["range"], up["range"]))
        return float(height / width)
    return 1.0 if _one_heatmap(spec) and not across.get("range") and not up.get("range") else None


def _one_heatmap(spec: dict[str, Any]) -> bool:
    return len(spec["data"]) == 1 and spec["data"][0].get("type") == "heatmap"


def room_for_names(spec: dict[str, Any], line: int = LINE) -> int:
    """Height in pixels at which no two names at the left of a picture overlap; `line`: pixels per name.

    >>> names = {"domain": [0.5, 1], "tickvals": [0, 1, 2]}
    >>> room_for_names({"data": [], "layout": {"yaxis2": names, "margin": {"t": 20, "b": 50}}})
    186
    """
    layout, most = spec["layout"], 0.0
    for name, axis in layout.items():
        if name.startswith("yaxis") and axis.get("type") != "log":  # most of its ticks may be outside the picture
            low, high = axis.get("domain", (0, 1))
            drawn = [trace for trace in spec["data"] if trace.get("yaxis", "y") == name.replace("axis", "")]
            most = max(most, line * _names(axis, drawn) / (high - low))
    return round(most + AROUND + LEGEND * ("legend" in layout) + layout.get("margin", {}).get("t", 0)) if most else 0


def _names(axis: dict[str, Any], traces: Sequence[dict[str, Any]]) -> int:
    """Number of label lines on an axis: those of its tick texts, or one for each text value of its traces.

    >>> _names({"tickvals": [0, 1], "ticktext": ["a<br>in both", "b"]}, []), _names({}, [{"y": ["a", "b", "a"]}])
    (4, 2)
    """
    ticks = axis.get("tickvals", axis.get("categoryarray"))
    if ticks is not None:
        return len(ticks) * max((1 + text.count("<br>") for text in axis.get("ticktext", ())), default=1)
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
        now = now | {"b": 130}
    lines = [
        1 + note["text"].count("<br>")
        for note in layout.get("annotations", ())
        if note.get("yref") == "paper" and note.get("yanchor") == "bottom" and note.get("y", 0) >= 1 and "text" in note
    ]
    return now | {"t": max(now.get("t", 0), 12 + 36 * max(lines))} if lines else now
