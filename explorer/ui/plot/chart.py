"""The chart component: a Plotly figure whose zoom and camera are kept while its data change.

`st.plotly_chart` mounts a new chart whenever its figure changes and sends arrays as base64 text. Here arrays travel as
raw bytes beside a JSON header (`pack`), and the browser calls `Plotly.react`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import streamlit as st

from explorer.figures import theme
from explorer.ui.frame import step_size, style
from explorer.ui.plot import assets
from explorer.ui.plot import chart_height as heights
from explorer.ui.plot.animation import Moves, announce
from explorer.ui.plot.serialize_figure import pack
from explorer.views.view import View

_component = st.components.v2.component("explorer_chart", js=assets.component("chart"), isolate_styles=False)
MOST_CORNERS = 24
"""Maximum corners of an outline drawn by the visitor (js/select_points.js)."""


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
    """Interaction with a chart: the point just clicked, the zoomed window (None: everything is shown), and the
    corners of an outline just drawn.
    """

    click: Point | None
    view: dict[str, list[float]] | None
    select: list[list[str]] | None = None


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


def read_corners(message: Any) -> list[list[str]] | None:
    """Validate an outline's corners from the browser; None unless they are 2 to 24 pairs of plain numbers.

    The numbers stay texts, rounded as the browser did, so that a link shows what was meant.

    Example:
        >>> read_corners([["0", "1.5"], ["2", "-3e-7"]]), read_corners([["0", "1"]]), read_corners([["0", "x"]] * 2)
        ([['0', '1.5'], ['2', '-3e-7']], None, None)
    """
    if not isinstance(message, list) or not 2 <= len(message) <= MOST_CORNERS:
        return None
    fair = all(isinstance(corner, list) and len(corner) == 2 and all(map(_is_decimal, corner)) for corner in message)
    return message if fair else None


def _is_decimal(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?(e[-+]?\d{1,2})?", value) is not None


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
    """Draw `figure`; `label` is for screen readers; `events` ("click", "view", "select") are those that cause a rerun.

    `first`: limit the height so that its controls are in sight with it. `fill`: take all height of its container.

    The visitor's zoom survives new data as long as `layout.uirevision` stays the same (by default it does).
    `moves`: the setting that animates the picture of `view`. "select" adds tools under the chart to draw an outline.
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
        spec["layout"]["margin"] = heights.margin(spec)
        chosen = max(chosen, min(round(1.6 * chosen), 580), heights.room_for_names(spec, 2 * heights.LINE))
    size = heights.css(spec, chosen, scale, first=first)
    spec |= {
        "plotly": {"plain": assets.file("plain"), "scenes": assets.file("scenes")},
        "colours": {"ink": theme.INK, "paper": theme.PAPER},
        "size": {"height": "100%" if fill else size},
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
        on_select_change=lambda: None,
        on_frame_change=on_move,
    )
    return Event(
        read_click(result.click) if "click" in events else None,
        read_view(result.view) if "view" in events else None,
        read_corners(result.select) if "select" in events else None,
    )
