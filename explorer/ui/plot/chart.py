"""The one interactive chart: a Plotly figure drawn by our component, which keeps zoom and camera while data change.

`st.plotly_chart` mounts a new chart whenever its figure changes and sends arrays as base64 text. Here arrays travel as
raw bytes beside a JSON header (`pack`), and the browser calls `Plotly.react`.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import streamlit as st

from explorer.ui.frame import style
from explorer.ui.plot import assets

_HERE = Path(__file__).parent
_FILES = ("cloud_paint.js", "clouds.js", "webgl.js", "chart.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _FILES)
_component = st.components.v2.component("explorer_chart", js=_SCRIPT, isolate_styles=False)

_WIDTHS = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "f4": 4, "f8": 8}


class Figure(Protocol):
    """What can be drawn: a `go.Figure`, or plain traces and layout that a test has Plotly check."""

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
    """What the visitor did to a chart: the point just clicked, and the zoomed window (None: everything is shown)."""

    click: Point | None
    view: dict[str, list[float]] | None


def pack(spec: dict[str, Any]) -> bytes:
    """A figure's dict as bytes: uint32 length of the header, the JSON header, then the arrays it refers to.

    Typed arrays, which Plotly's own JSON holds as base64 (`{"dtype", "bdata", "shape"}`) and plain dicts as NumPy
    arrays, become `{"$array": {dtype, offset, count, shape}}` with 8-byte aligned offsets into the bytes after the
    header.

    Example:
        >>> figure = {"data": [{"y": np.zeros(1000, np.float32)}], "layout": {}}
        >>> 4000 < len(pack(figure)) < 4200
        True
    """
    blocks: list[bytes] = []
    size = 0

    def array(raw: bytes, dtype: str, shape: list[int]) -> dict[str, Any]:
        nonlocal size
        entry = {"dtype": dtype, "offset": size, "count": len(raw) // _WIDTHS[dtype], "shape": shape}
        blocks.append(raw + b"\0" * (-len(raw) % 8))
        size += len(blocks[-1])
        return {"$array": entry}

    def walk(node: Any) -> Any:
        if isinstance(node, dict):
            if "bdata" in node:
                shape = [int(n) for n in str(node.get("shape", "")).split(",") if n.strip()]
                return array(base64.b64decode(node["bdata"]), node["dtype"], shape)
            return {name: walk(value) for name, value in node.items()}
        if isinstance(node, (list, tuple)):
            return [walk(value) for value in node]
        if isinstance(node, np.ndarray) and node.dtype.isnative and node.dtype.str[1:] in _WIDTHS:
            return array(node.tobytes(), node.dtype.str[1:], list(node.shape))
        return node

    header = json.dumps(walk(spec), default=_plain).encode()
    return struct.pack("<I", len(header)) + header + b"".join(blocks)


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"A figure can't carry a {type(value).__name__}")


def chart(figure: Figure, *, key: str, label: str, height: int | None = None, events: Sequence[str] = ()) -> Event:
    """Draw `figure`; `label` is what a screen reader says; `events` of "click", "view" ask for reruns on those.

    The visitor's zoom survives new data as long as `layout.uirevision` stays the same (by default it does).
    """
    spec = figure.to_dict()
    spec["layout"].pop("template", None)
    spec["layout"].setdefault("uirevision", key)
    presenting = style.presenting()
    chosen = height or spec["layout"].get("height") or 440
    chosen = style.presenter_height(chosen) if presenting else chosen
    spec |= {
        "plotly": assets.plotly_file(),
        "height": chosen,
        "events": list(events),
        "label": label,
        "name": key,
        "scale": style.PRESENTER_CHART_SCALE if presenting else 1,
    }
    result = _component(
        key=key,
        data=pack(spec),
        height="content",
        on_click_change=lambda: None,
        on_view_change=lambda: None,
    )
    click = result.click if "click" in events else None
    point = Point(**{name: click.get(name) for name in Point.__dataclass_fields__}) if click else None
    return Event(point, result.view if "view" in events else None)
