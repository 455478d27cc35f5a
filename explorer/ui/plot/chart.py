"""The one interactive chart: a Plotly figure drawn by our component, which keeps zoom and camera while data change.

`st.plotly_chart` mounts a new chart whenever its figure changes and sends arrays as base64 text. Here arrays travel as
raw bytes beside a JSON header (`pack`), and the browser calls `Plotly.react`.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.ui.frame import style
from explorer.ui.plot import assets, presented
from explorer.ui.undocumented import messages

_component = st.components.v2.component("explorer_chart", js=assets.component("chart"), isolate_styles=False)
_store = st.components.v2.component("explorer_store", js=assets.component("chart"), isolate_styles=False)
HEAVY = 30_000
"""Bytes from which on a cloud's dots, or their colours, travel in a message of their own."""
LARGE = 120_000
"""The same of a heatmap's numbers, which are seldom sent again: below, one more element costs what it saves."""
MOST_CORNERS = 24
"""Of an outline that the visitor draws (js/select.js)."""

_TYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8")
"""Of arrays that the browser has too; others become lists."""


class Figure(Protocol):
    """What can be drawn: plain traces and layout, which a test has Plotly check."""

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
    """What the visitor did to a chart: the point just clicked, the zoomed window (None: everything is shown), and the
    corners of an outline just drawn.
    """

    click: Point | None
    view: dict[str, list[float]] | None
    select: list[list[str]] | None = None


def read_click(message: Any) -> Point | None:
    """The point in a message from the browser, which anybody can write: None unless it has the form of ours.

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
    """The zoomed window in a message from the browser: None unless both axes have two different finite numbers.

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
    """The corners of an outline in a message from the browser: None unless they are 2 to 24 pairs of plain numbers.

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
    """A number, a short text, nothing, or a short list of these: what a point of ours holds."""
    if isinstance(value, list):
        return len(value) <= 16 and all(not isinstance(item, list) and _is_plain(item) for item in value)
    return value is None or _is_number(value) or (isinstance(value, str) and len(value) <= 10_000)


def pack(spec: dict[str, Any]) -> bytes:
    """A figure's dict as bytes: uint32 length of the header, the JSON header, then the arrays it refers to.

    Arrays become `{"$array": {dtype, offset, count, shape}}`, with 8-byte aligned offsets into what follows the header.

    Example:
        >>> figure = {"data": [{"y": np.zeros(1000, np.float32)}], "layout": {}}
        >>> 4000 < len(pack(figure)) < 4200
        True
    """
    blocks: list[bytes] = []
    size = 0

    def plain(value: Any) -> Any:
        nonlocal size
        if isinstance(value, np.ndarray) and value.dtype.isnative and value.dtype.str[1:] in _TYPES:
            entry = {"dtype": value.dtype.str[1:], "offset": size, "count": value.size, "shape": list(value.shape)}
            raw = value.tobytes()
            blocks.append(raw + b"\0" * (-len(raw) % 8))
            size += len(blocks[-1])
            return {"$array": entry}
        if hasattr(value, "tolist"):
            return value.tolist()
        raise TypeError(f"A figure can't carry a {type(value).__name__}")

    header = json.dumps(spec, default=plain).encode()
    return struct.pack("<I", len(header)) + header + b"".join(blocks)


def chart(figure: Figure, *, key: str, label: str, height: int | None = None, events: Sequence[str] = ()) -> Event:
    """Draw `figure`; `label` is what a screen reader says; `events` of "click", "view" ask for reruns on those.

    The visitor's zoom survives new data as long as `layout.uirevision` stays the same (by default it does).
    A "select" among the events puts a row of tools under the chart, by which an outline is drawn.
    """
    spec = figure.to_dict()
    spec["data"] = [_stored(trace, f"{key}_{number}_store") for number, trace in enumerate(spec["data"])]
    spec["layout"].pop("template", None)
    spec["layout"].setdefault("uirevision", key)
    chosen = height or spec["layout"].get("height") or 440
    if style.presenting():
        spec["layout"]["margin"] = presented.margin(spec)
        chosen = max(style.presenter_height(chosen), presented.room_for_names(spec))
    spec |= {
        "plotly": {"plain": assets.file("plain"), "scenes": assets.file("scenes")},
        "colours": {"ink": theme.INK, "paper": theme.PAPER},
        "height": chosen,
        "above": style.above_in_frame(),
        "events": list(events),
        "label": label,
        "name": key,
        "scale": style.PRESENTER_CHART_SCALE if style.presenting() else 1,
    }
    result = _component(
        key=key,
        data=pack(spec),
        height="content",
        on_click_change=lambda: None,
        on_view_change=lambda: None,
        on_select_change=lambda: None,
    )
    return Event(
        read_click(result.click) if "click" in events else None,
        read_view(result.view) if "view" in events else None,
        read_corners(result.select) if "select" in events else None,
    )


def _stored(trace: dict[str, Any], key: str) -> dict[str, Any]:
    """A trace that refers to its dots, or to its table of numbers, by digests, where they are many: they travel apart
    (js/store.js).

    Streamlit sends a message that the browser has already as its hash alone. So a picture whose marks change does not
    send its dots again, and one whose dots change their colours sends the colours. And a table that is kept for
    everybody is packed and hashed once, not at each visitor's run: of 256 × 256 numbers that was half a millisecond.
    """
    digests, whole = [], trace
    for name, (place, heavy) in _parts(trace).items():
        digest, message = _message(place, heavy)
        if not digest:
            continue
        with messages.standing_for(message):
            _store(key=f"{key}{name}", data=digest.encode())
        digests.append(digest)
        left = {name: value for name, value in (whole.get("meta") or {}).items() if name not in heavy["meta"]}
        whole = {name: value for name, value in whole.items() if name not in heavy} | {"meta": left}
    return whole | {"meta": whole["meta"] | {"stored": digests}} if digests else trace


def _parts(trace: dict[str, Any]) -> dict[str, tuple[NDArray[Any], dict[str, Any]]]:
    """What of a trace may travel apart: the end of its key → an array that stands for it, and the properties."""
    meta, table = trace.get("meta") or {}, trace.get("z")
    if isinstance(table, np.ndarray) and table.ndim == 2 and table.nbytes >= LARGE:
        return {"": (table, {"z": table, "meta": {}})}
    if "names" not in meta or not isinstance(trace["x"], np.ndarray):
        return {}
    colours = {name: meta[name] for name in COLOURS if name in meta}
    places: dict[str, Any] = {name: trace[name] for name in ("x", "y", "z") if name in trace}
    places["meta"] = {name: value for name, value in meta.items() if name not in colours}
    parts = {"": (trace["x"], places)}
    if colours:
        parts["_colours"] = (colours["kinds" if "kinds" in colours else "codes"], {"meta": colours})
    return parts


COLOURS = ("codes", "kinds", "looks", "titles")
"""What of a cloud says how its dots are coloured."""
_messages: dict[int, tuple[weakref.ref[Any], str, bytes]] = {}
"""Of each cloud or table that is kept somewhere, by its first coordinates, its colours or its numbers: these, the
digest, the message."""


def _message(array: NDArray[Any], heavy: dict[str, Any]) -> tuple[str, bytes]:
    """The digest of a part of a trace and its message, made once for the array in it; none of either if it is small."""
    place = id(array)
    known = _messages.get(place)
    if known is None or known[0]() is not array:
        # Its own name for them: at the end of the process the array may outlive this module's names.
        alive = weakref.ref(array, lambda _, messages=_messages: messages.pop(place, None))  # type: ignore[misc]
        packed = pack({"trace": heavy})
        small = len(packed) < HEAVY
        digest = "" if small else hashlib.blake2b(packed, digest_size=12).hexdigest()
        known = _messages[place] = alive, digest, b"" if small else pack({"digest": digest, "trace": heavy})
    return known[1:]
