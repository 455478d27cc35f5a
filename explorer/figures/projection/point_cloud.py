"""Compact trace of a table's rows as dots, drawn by `explorer/ui/plot/js/rasterize.js`.

Coordinates become whole numbers on a grid of 65,536 steps per axis, finer than any screen; numbers that colour the dots
become 255 steps of the colour scale; all names are one compressed text, unpacked by the browser when somebody points at
a dot. Every row is in the trace; nothing is thinned out.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.label_text import plain

STEPS = 65_535
NO_VALUE = 255
_CONTROL = {number: f"\\x{number:02x}" for number in (*range(32), 127, 0x2028, 0x2029)} | {
    9: "\\t",
    10: "\\n",
    13: "\\r",
}


@dataclass(frozen=True, eq=False)
class Kinds:
    """Category of each dot.

    Attributes:
        codes: (V,) uint8, uint16 or uint32, the number of each dot's kind; 0 is none, and has the cloud's own look.
        names: of the kinds, the first one "".
        looks: (colour, symbol) of kind 1, 2, …; where kinds are more, they begin again.
    """

    codes: NDArray[Any]
    names: Sequence[str]
    looks: Sequence[tuple[str, str]]


def pack_names(words: Sequence[str]) -> NDArray[np.uint8]:
    r"""Names as compressed UTF-8, one per line; control characters are spelled out, so that they can be seen.

    >>> packed = pack_names(["cat", "a\nb"])
    >>> zlib.decompress(packed.tobytes()).decode()
    'cat\na\\nb'
    """
    text = "\n".join(word if word.isprintable() else word.translate(_CONTROL) for word in words)
    return np.frombuffer(zlib.compress(text.encode("utf-8", errors="replace"), 6), np.uint8)


def grid(values: NDArray[Any], ends: tuple[float, float] | None = None) -> tuple[NDArray[np.uint16], list[float]]:
    """Coordinates as whole numbers, and [lowest, step] to read them: lowest + step · number.

    `ends`: between which all of them lie; None: the lowest and the highest.

    >>> codes, (low, step) = grid(np.array([-1.0, 0.0, 3.0]))
    >>> codes.tolist(), (low + step * codes).round(4).tolist()
    ([0, 16384, 65535], [-1.0, 0.0, 3.0])
    """
    exact = np.asarray(values, np.float64)
    low, high = ends or ((float(exact.min()), float(exact.max())) if len(exact) else (0.0, 0.0))
    step = (high - low) / STEPS
    return np.rint((exact - low) / (step or 1.0)).astype(np.uint16), [low, step]


def cloud(
    points: NDArray[np.float32],
    names: NDArray[np.uint8] | None,
    *,
    size: float,
    opacity: float,
    color: str = theme.GREY,
    symbol: str = "circle",
    name: str = "all rows",
    values: NDArray[Any] | None = None,
    values_name: str = "",
    box: tuple[float, float, float, float] | None = None,
) -> dict[str, Any]:
    """The trace.

    Args:
        points: (V, 2) or (V, 3).
        names: from `pack_names`, shown under the pointer; None for dots on top of named ones.
        size: diameter in pixels.
        opacity: of each dot.
        color: of all dots, as "#rrggbb".
        symbol: one of `theme.SYMBOLS`.
        name: in the legend, unless it is a cloud with names.
        values: (V,) numbers that colour the dots by cividis (NaN: grey) with a colour bar, or None.
        values_name: title of the colour bar, as Plotly reads it.
        box: (x0, y0, x1, y1) that holds the points of this and of other moments of one cloud, which then travel alike.

    >>> trace = cloud(np.eye(2, dtype=np.float32), pack_names(["a", "b"]), size=3, opacity=0.5)
    >>> trace["x"].dtype, trace["meta"]["x"][0]
    (dtype('uint16'), 0.0)
    """
    axes: dict[str, NDArray[np.uint16]] = {}
    meta: dict[str, Any] = {}
    for number, axis in enumerate("xyz"[: points.shape[1]]):
        axes[axis], meta[axis] = grid(points[:, number], (box[number], box[number + 2]) if box else None)
    marker: dict[str, Any] = {"size": size, "opacity": opacity, "symbol": symbol, "color": color}
    if values is not None:
        codes, (low, high) = _colours(values)
        meta["codes"] = codes
        bar = {"thickness": 12, "title": {"text": values_name, "side": "right"}}
        marker |= {"colorscale": theme.SEQUENTIAL, "cmin": low, "cmax": high, "showscale": True, "colorbar": bar}
    if names is not None:
        meta["names"] = names
    flat = points.shape[1] == 2
    return {
        "type": "scattergl" if flat else "scatter3d",
        **axes,
        "mode": "markers",
        "marker": marker,
        "meta": meta,
        **({} if flat else {"hovertemplate": "%{text}<extra></extra>"}),
        "name": name,
        "showlegend": names is None,
    }


def sorted_into(dots: dict[str, Any], kinds: Kinds, *, size: float, opacity: float) -> dict[str, Any]:
    """Recolour the dots of a trace of `cloud`, each in the colour and shape of its kind.

    The hover text is the dot's name followed by its kind's. Coordinates and names stay the same arrays.

    >>> dots = cloud(np.eye(2, dtype=np.float32), pack_names(["a", "b"]), size=3, opacity=0.5)
    >>> made = sorted_into(dots, Kinds(np.array([0, 1]), ["", "sort"], [("#000000", "circle")]), size=5, opacity=0.6)
    >>> made["x"] is dots["x"], made["meta"]["kinds"].tolist(), "kinds" in dots["meta"]
    (True, [0, 1], False)
    """
    return dots | {
        "marker": dots["marker"] | {"size": size, "opacity": opacity},
        "meta": dots["meta"]
        | {
            "kinds": kinds.codes,
            "looks": [list(look) for look in kinds.looks],
            "titles": pack_names(kinds.names),
        },
    }


def part(
    rows: NDArray[np.int64], total: int, *, size: float, opacity: float, color: str, symbol: str, name: str, flat: bool
) -> dict[str, Any]:
    """Overlay of the dots `rows` of a picture's first trace, a cloud of `total` dots, as one bit per dot.

    The other arguments are as in `cloud`; `symbol` is one of Plotly's in 3D, where the cloud is not `flat`.

    >>> part(np.array([0, 9]), 10, size=6, opacity=1, color="#0072B2", symbol="circle", name="a", flat=True)[
    ...     "meta"]["bits"].tolist()
    [128, 64]
    """
    chosen = np.zeros(total, bool)
    chosen[rows] = True
    return {
        "type": "scattergl" if flat else "scatter3d",
        **{axis: [] for axis in ("xy" if flat else "xyz")},
        "mode": "markers",
        "marker": {"size": size, "opacity": opacity, "symbol": symbol, "color": color},
        "meta": {"of": 0, "bits": np.packbits(chosen)},
        "name": name,
    }


KEYED = 10
"""Kinds of a cloud up to which a legend names them."""
SVG = 20_000
"""Dots up to which Plotly draws a cloud without WebGL, which a browser gives to a few pictures of a page only."""
PACKED = ("codes", "kinds", "looks", "titles", "names", "x", "y", "z", "of", "bits")


def unpacked(traces: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The traces of a picture as Plotly draws them, for notebooks and files: `point_clouds.js` does it in the browser.

    Traces of `cloud`, `sorted_into` and `part` get their coordinates, colours, shapes and names; others stay the same.

    >>> dots = cloud(np.array([[-1, 0], [3, 9]], np.float32), pack_names(["a", "b"]), size=3, opacity=0.5)
    >>> over = part(np.array([1]), 2, size=6, opacity=1, color="#0072B2", symbol="star", name="chosen", flat=True)
    >>> [(trace["x"].tolist(), trace["text"]) for trace in unpacked([dots, over])]
    [([-1.0, 3.0], ['a', 'b']), ([3.0], ['b'])]
    """
    clouds = {number: _whole(trace) for number, trace in enumerate(traces) if "x" in (trace.get("meta") or {})}
    made = []
    for number, trace in enumerate(traces):
        meta = trace.get("meta") or {}
        whole = clouds.get(meta["of"] if "bits" in meta else number)
        if whole is None:
            made.append(trace)
            continue
        if "bits" in meta:
            rows = np.flatnonzero(np.unpackbits(meta["bits"], count=len(whole["x"])))
            drawn = {name: values[rows] for name, values in whole.items() if name in "xyz"}
            drawn["text"] = [whole["text"][row] for row in rows] if whole["text"] else None
        else:
            drawn = whole
        hover = {"hovertemplate": "%{text}<extra></extra>"} if drawn["text"] else {"hoverinfo": "skip"}
        flat = "z" not in drawn
        kind = {"type": "scatter" if len(whole["x"]) <= SVG else "scattergl"} if flat else {}
        made.append(trace | drawn | hover | kind | {"meta": {k: v for k, v in meta.items() if k not in PACKED}})
    # Plotly puts WebGL on top of the other traces, so marks on many dots are drawn by it too.
    webgl = any(trace["type"] == "scattergl" for trace in made)
    marks = [webgl and trace["type"] == "scatter" and trace.get("mode") == "markers" for trace in made]
    return [trace | {"type": "scattergl"} if mark else trace for trace, mark in zip(made, marks, strict=True)]


def key_of(dots: dict[str, Any]) -> list[dict[str, Any]]:
    """Legend entries of a cloud's kinds where they are few; the page lists all beside its picture.

    >>> dots = cloud(np.eye(2, dtype=np.float32), None, size=3, opacity=0.5)
    >>> kinds = Kinds(np.array([0, 1]), ["", "sort"], [("#000000", "circle")])
    >>> [(trace["name"], trace["marker"]["symbol"]) for trace in key_of(sorted_into(dots, kinds, size=5, opacity=1))]
    [('sort', 'circle')]
    """
    meta = dots["meta"]
    if "kinds" not in meta or len(meta["looks"]) > KEYED:
        return []
    return [
        {
            "type": "scatter3d" if "z" in dots else "scatter",
            **{axis: [None] for axis in "xyz" if axis in dots},
            "mode": "markers",
            "marker": {"size": 8, "color": color, "symbol": symbol},
            "name": plain(name),
        }
        for name, (color, symbol) in zip(_unpack_names(meta["titles"])[1:], meta["looks"], strict=False)
    ]


def _whole(trace: dict[str, Any]) -> dict[str, Any]:
    meta, marker = trace["meta"], trace["marker"]
    axes = {axis: (meta[axis][0] + meta[axis][1] * trace[axis]).astype(np.float32) for axis in "xyz" if axis in meta}
    text = [plain(name) for name in _unpack_names(meta["names"])] if "names" in meta else None
    if "kinds" in meta:
        looks = [tuple(look) for look in meta["looks"]]
        each = [
            looks[(code - 1) % len(looks)] if code else (marker["color"], marker["symbol"]) for code in meta["kinds"]
        ]
        marker = marker | {"color": [colour for colour, _ in each], "symbol": [symbol for _, symbol in each]}
        titles = [plain(title) for title in _unpack_names(meta["titles"])]
        if text:
            text = [
                f"{name} · {titles[code]}" if titles[code] else name
                for name, code in zip(text, meta["kinds"], strict=True)
            ]
    elif "codes" in meta:
        values = marker["cmin"] + (marker["cmax"] - marker["cmin"]) / (NO_VALUE - 1) * meta["codes"]
        known = meta["codes"] != NO_VALUE
        colours = [value if k else marker["color"] for value, k in zip(values.tolist(), known, strict=True)]
        marker = marker | {"color": colours}
    return {**axes, "text": text, "marker": marker}


def _unpack_names(packed: NDArray[np.uint8]) -> list[str]:
    return zlib.decompress(packed.tobytes()).decode("utf-8").split("\n")


@dataclass(frozen=True)
class Scale:
    """Range of a colour scale, and the number of rows beyond it, which get its first or last colour."""

    low: float
    high: float
    beyond: int = 0


def scale_of(values: NDArray[Any]) -> Scale:
    """Colour range: minimum to maximum (NaN left out), or 1st to 99th percentile where there are outliers.

    An outlier is further from both than they are from each other: all other rows would have nearly one colour.

    >>> scale_of(np.array([3.0, 1.0, np.nan])), scale_of(np.append(np.arange(101.0), 5000))
    (Scale(low=1.0, high=3.0, beyond=0), Scale(low=1.01, high=99.99, beyond=4))
    """
    exact = np.asarray(values, np.float64)
    known = exact[np.isfinite(exact)]
    if not len(known):
        return Scale(0.0, 1.0)
    low, first, last, high = (float(end) for end in np.quantile(known, (0, 0.01, 0.99, 1)))
    if last > first and max(high - last, first - low) > last - first:
        return Scale(first, last, int(((known < first) | (known > last)).sum()))
    return Scale(low, high)


def _colours(values: NDArray[Any]) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """Steps 0 to 254 of the colour scale, 255 where there is no number, and what the first and last step stand for."""
    exact = np.asarray(values, np.float64)
    known = np.isfinite(exact)
    scale = scale_of(exact)
    low, high = scale.low, scale.high if scale.high > scale.low else scale.low + 1.0
    share = np.where(known, (np.clip(np.where(known, exact, low), low, high) - low) / (high - low), 0.0)
    return np.where(known, np.rint(share * (NO_VALUE - 1)), NO_VALUE).astype(np.uint8), (low, high)
