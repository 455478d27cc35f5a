"""Sketch of a picture: a few kB of JSON for the student screen, which has no Plotly (`join/picture_sketch.js`)."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Spec

T = TypeVar("T")
MOST_POINTS = 400
"""Maximum points of a line or a cloud, about the width of a phone's picture in pixels."""
_DRAWN = ("scatter", "scattergl")
_OTHERS = {"bar": "bars", "heatmap": "a heatmap"}
INK = ""
"""Name of the text colour, which differs between light and dark."""


def why_not(spec: Spec) -> str:
    """Reason why a picture has no sketch, as the end of a sentence; "" if it has one.

    >>> why_not(Spec([{"type": "heatmap"}], {})), why_not(Spec([{"type": "scatter", "x": ["a"], "y": [1]}], {}))
    ('this one has a heatmap', 'this one has an axis without plain numbers')
    >>> why_not(Spec([{"type": "scatter", "y": [1, 2]}], {}))
    ''
    """
    others = [trace["type"] for trace in spec.data if trace["type"] not in _DRAWN and trace.get("opacity") != 0]
    if others:
        return f"this one has {_OTHERS.get(others[0], 'something else')}"
    if any(trace.get(f"{side}axis", side) != side for trace in spec.data for side in "xy"):
        return "this one has several pairs of axes"
    try:
        for side in "xy":
            axis = spec.layout.get(f"{side}axis", {})
            low, high = _ends(axis, (), [trace for trace in spec.data if _is_seen(trace)], side)
            if axis.get("type", "linear") != "linear" or axis.get("autorange") == "reversed" or not low < high:
                raise ValueError
    except (TypeError, ValueError):
        return "this one has an axis without plain numbers"
    return ""


def axis_ranges(spec: Spec) -> tuple[list[float], list[float]]:
    """Range of both axes; if the picture sets none, that of its data with a margin as in Plotly.

    >>> axis_ranges(Spec([{"type": "scatter", "x": [0, 10], "y": [1, 2]}], {"yaxis": {"range": [0, 4]}}))
    ([-0.5, 0.0], [10.5, 4.0])
    """
    low, high = [], []
    for side in "xy":
        axis = spec.layout.get(f"{side}axis", {})
        first, last = _ends(axis, (), [trace for trace in spec.data if _is_seen(trace)], side)
        margin = 0 if "range" in axis else (last - first) / 20
        low.append(_short(first - margin))
        high.append(_short(last + margin))
    return low, high


def sketch(spec: Spec, low: Sequence[float], high: Sequence[float], *, covered: bool = False) -> str:
    """Lines, points and texts of a 2D picture, as JSON for `join/picture_sketch.js`.

    Args:
        spec: the picture, without the answer.
        low: lower bounds of x and y of a point.
        high: upper bounds.
        covered: whether to draw the axes only, from the lowest to the highest possible answer.

    >>> made = Spec([{"type": "scatter", "x": [0, 1], "y": [1, 2]}], {"xaxis": {"title": {"text": "step"}}})
    >>> json.loads(sketch(made, (0, 0), (1, 4)))["y"]
    [0.0, 4.0]
    """
    traces = [] if covered else [trace for trace in spec.data if _is_seen(trace)]
    layout = spec.layout
    data = {
        # Where an axis ends may say what is hidden.
        "x": _ends({} if covered else layout.get("xaxis", {}), (low[0], high[0]), traces, "x"),
        "y": _ends({} if covered else layout.get("yaxis", {}), (low[1], high[1]), traces, "y"),
        "names": [layout.get(f"{side}axis", {}).get("title", {}).get("text", "") for side in "xy"],
        "square": "scaleanchor" in layout.get("yaxis", {}),
        "lines": [_line(trace) for trace in traces if "lines" in trace.get("mode", "lines")]
        + [_arrow(note) for note in layout.get("annotations", ()) if note.get("axref") == "x" and not covered],
        "dots": [_dots(trace) for trace in traces if "markers" in trace.get("mode", "lines")],
        "words": [word for trace in traces if "text" in trace.get("mode", "") for word in _words(trace)],
        "marks": [
            [shape["x0"], note]
            for shape in layout.get("shapes", ())
            if not covered and shape.get("yref") == "paper" and shape.get("x0") == shape.get("x1")
            for note in [_note_at(layout, shape["x0"])]
        ],
    }
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _is_seen(trace: Mapping[str, Any]) -> bool:
    faint = trace.get("opacity", 1) == 0 or trace.get("marker", {}).get("opacity", 1) == 0
    return trace["type"] in _DRAWN and not faint and trace.get("line", {}).get("width", 1) != 0


def _pairs(trace: Mapping[str, Any]) -> list[list[float] | None]:
    """The points of a trace; None where its line has a gap."""
    y = list(trace["y"])
    x = trace.get("x")
    x = [trace.get("x0", 0) + trace.get("dx", 1) * step for step in range(len(y))] if x is None else list(x)
    return [
        None if a is None or b is None or not math.isfinite(a) or not math.isfinite(b) else [_short(a), _short(b)]
        for a, b in zip(x, y, strict=True)
    ]


def _line(trace: Mapping[str, Any]) -> dict[str, Any]:
    line = trace.get("line", {})
    return {
        "name": _name(trace),
        "color": _colour(line.get("color")),
        "dash": line.get("dash", "solid") != "solid",
        "at": _few(_pairs(trace)),
    }


def _arrow(note: Mapping[str, Any]) -> dict[str, Any]:
    ends = [[_short(note[f"{which}x"]), _short(note[f"{which}y"])] for which in ("a", "")]
    return {"name": "", "color": _colour(note.get("arrowcolor")), "dash": False, "arrow": True, "at": ends}


def _dots(trace: Mapping[str, Any]) -> dict[str, Any]:
    colour = trace.get("marker", {}).get("color")
    named = "" if "lines" in trace.get("mode", "") else _name(trace)
    return {
        "name": named,
        "color": _colour(colour if isinstance(colour, str) else None),
        "at": _few([pair for pair in _pairs(trace) if pair is not None]),
    }


def _few(pairs: list[T]) -> list[T]:
    chosen = np.unique(np.linspace(0, len(pairs) - 1, min(len(pairs), MOST_POINTS)).astype(int))
    return [pairs[index] for index in chosen]


def _words(trace: Mapping[str, Any]) -> list[list[Any]]:
    texts = trace.get("text", ())
    pairs = zip(_pairs(trace), [texts] if isinstance(texts, str) else texts, strict=False)
    return [[*pair, str(text)[:40]] for pair, text in pairs if pair is not None][:MOST_POINTS]


def _name(trace: Mapping[str, Any]) -> str:
    return str(trace.get("name", ""))[:60] if trace.get("showlegend", True) else ""


def _note_at(layout: Mapping[str, Any], x: float) -> str:
    return next((str(note["text"]) for note in layout.get("annotations", ()) if note.get("x") == x), "")


def _colour(colour: str | None) -> str:
    return INK if colour is None or colour == theme.INK else colour


def _ends(
    axis: Mapping[str, Any], wanted: Sequence[float], traces: Sequence[Mapping[str, Any]], side: str
) -> list[float]:
    """Range of an axis: that of the picture, extended to all possible answers."""
    index = "xy".index(side)
    drawn = axis.get("range") or [pair[index] for trace in traces for pair in _pairs(trace) if pair is not None]
    ends = [*drawn, *wanted]
    return [_short(min(ends)), _short(max(ends))]


def _short(value: float) -> float:
    return float(f"{value:.4g}")
