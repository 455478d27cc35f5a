"""The chart component: a Plotly figure whose zoom and camera are kept while its data change.

`st.plotly_chart` mounts a new chart whenever its figure changes and sends arrays as base64 text. Here arrays travel as
raw bytes beside a JSON header (`pack`), and the browser calls `Plotly.react`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import streamlit as st

from explorer.figures import theme
from explorer.ui.frame import step_size, style
from explorer.ui.plot import assets
from explorer.ui.plot.animation import Moves, announce
from explorer.ui.plot.serialize_figure import pack
from explorer.views.view import View

_component = st.components.v2.component("explorer_chart", js=assets.component("chart"), isolate_styles=False)


class Figure(Protocol):
    """Protocol of a figure: plain traces and layout, which a test validates with Plotly."""

    def to_dict(self) -> dict[str, Any]:
        """`{"data": [trace, …], "layout": {…}}`; the layout is the caller's to change."""


@dataclass(frozen=True)
class Point:
    """The point a visitor clicked: number of its trace, number in the trace, coordinates, and its `customdata`."""

    curve: int
    index: Any
    x: Any
    y: Any
    z: Any
    customdata: Any


@dataclass(frozen=True)
class Event:
    """Interaction with a chart: the point just clicked, and the zoomed window (None: everything is shown)."""

    click: Point | None
    view: dict[str, list[float]] | None


def read_click(message: Any) -> Point | None:
    """Validate a clicked point from the browser; None unless it has exactly our form.

    Example:
        >>> read_click({"curve": 0, "index": 3, "x": 1.5, "y": 2, "z": None, "customdata": None}).index
        3
        >>> read_click("drop table"), read_click({"curve": -1}), read_click({"curve": 0, "index": {"a": 1}})
        (None, None, None)
    """
    if not isinstance(message, dict) or not _is_count(message.get("curve")):
        return None
    values = {name: message.get(name) for name in ("index", "x", "y", "z", "customdata")}
    if all(_is_plain(value) for value in values.values()):
        return Point(message["curve"], **values)
    return None


def read_view(message: Any) -> dict[str, list[float]] | None:
    """Validate a zoomed window from the browser; None unless both axes have two different finite numbers.

    Example:
        >>> read_view({"x": [0, 2.5], "y": [1, -1]}), read_view({"x": [0, 1]}), read_view({"x": "ab", "y": [0, 1]})
        ({'x': [0.0, 2.5], 'y': [1.0, -1.0]}, None, None)
    """
    if not isinstance(message, dict):
        return None
    sides = {}
    for name in ("x", "y"):
        ends = message.get(name)
        if not isinstance(ends, list) or len(ends) != 2 or not all(_is_number(end) for end in ends):
            return None
        sides[name] = [float(end) for end in ends]
    return sides if all(low != high for low, high in sides.values()) else None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _is_plain(value: Any) -> bool:
    """Whether a value is a number, a short text, None, or a short list of these: all that `customdata` holds."""
    if isinstance(value, list):
        return len(value) <= 16 and all(not isinstance(item, list) and _is_plain(item) for item in value)
    return value is None or _is_number(value) or (isinstance(value, str) and len(value) <= 10_000)


def chart(
    figure: Figure,
    *,
    key: str,
    label: str,
    height: int | None = None,
    events: Sequence[str] = (),
    first: bool = False,
    fill: bool = False,
    moves: Moves | None = None,
    view: View | None = None,
) -> Event:
    """Draw `figure`; `label` is for screen readers; `events` ("click", "view") are those that cause a rerun.

    `first`: limit the height so that its controls are in sight with it. `fill`: take all height of its container.

    The visitor's zoom survives new data as long as `layout.uirevision` stays the same (by default it does).
    `moves`: the setting that animates the picture of `view`.
    """
    spec = figure.to_dict()
    spec["layout"].pop("template", None)
    spec["layout"].setdefault("uirevision", key)
    chosen = height or spec["layout"].get("height") or 440
    if step_size.step() is not None:  # alone on its page
        chosen = round(1.25 * chosen)
    large = style.presenting()
    scale = style.PRESENTER_CHART_SCALE if large else style.CHART_SCALE
    if large:
        spec["layout"]["margin"] = margin(spec)
        chosen = max(chosen, min(round(1.6 * chosen), 580), room_for_names(spec, 2 * LINE))
    size = css(spec, chosen, scale, first=first)
    spec |= {
        "plotly": {"plain": assets.file("plain"), "scenes": assets.file("scenes")},
        "colours": {"ink": theme.INK, "paper": theme.PAPER},
        "height": "100%" if fill else size,
        "events": list(events),
        "label": label,
        "name": key,
        "scale": scale,
    }
    values: Sequence[Any] = ()
    if moves is not None and view is not None:
        spec["moves"], wanted = moves.of(view)
        spec["moves"]["frames"], values = announce(key, wanted), wanted.values

    def on_move() -> None:
        at = st.session_state[key].get("frame")
        if moves is not None and _is_count(at) and at < len(values):
            st.session_state[moves.key] = values[at]

    result = _component(
        key=key,
        data=pack(spec),
        height="stretch" if fill else "content",
        on_click_change=lambda: None,
        on_view_change=lambda: None,
        on_frame_change=on_move,
    )
    return Event(
        read_click(result.click) if "click" in events else None,
        read_view(result.view) if "view" in events else None,
    )


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
