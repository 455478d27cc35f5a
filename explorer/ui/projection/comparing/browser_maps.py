"""Maps that run in the visitor's browser: the data sent to it, and the coordinates that it sends back.

t-SNE and UMAP are DruidJS's, and run in web workers (js/map_worker.js), so that for a class of sixty the server only
counts what each picture keeps. The returned message is validated; one without the coordinates of these points is
ignored.
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.projection.category_styles import look
from explorer.ui.frame import style
from explorer.ui.plot import assets
from explorer.ui.plot.serialize_figure import pack
from explorer.vectors.sklearn_tsne import distinct
from explorer.views.projection.map_methods import TSNE, UMAP, BrowserMaps
from explorer.wording import count

METHODS = {TSNE: "tsne", UMAP: "umap"}
"""Names of the methods in JavaScript."""
TOTAL = 500
"""Iterations of either method: DruidJS's t-SNE keeps as many neighbours after 500 as after 1,000."""
SIGNS = {"circle": "●", "square": "■", "diamond": "◆", "cross": "✚", "triangle-up": "▲", "x": "✖", "star": "★"}
HINT = "Point at a dot, or press an arrow key in a map."

_component = assets.register("browser_maps", __file__)


@dataclass(frozen=True, eq=False)
class Panel:
    """One map: its title, the initial positions of its points, and the settings of the browser's run.

    Attributes:
        title: above the map.
        positions: (n, 2) float32.
        axes: caption of its axes.
        method: "tsne" or "umap", or "" for a fixed map.
        neighbours: t-SNE's perplexity, or UMAP's number of neighbours.
        seed: of its random numbers.
        start: "pca" (the first two numbers of the points) or "random".
    """

    title: str
    positions: NDArray[np.float32]
    axes: str = ""
    method: str = ""
    neighbours: int = 0
    seed: int = 0
    start: str = "pca"


def read_maps(message: Any, key: str, maps: int, points: int) -> BrowserMaps | None:
    """Validate the maps in a message from the browser, which may be forged; None unless they belong to `key`.

    Example:
        >>> text = base64.b64encode(np.zeros((2, 2), "<f4").tobytes()).decode()
        >>> read_maps({"key": "a", "steps": [500], "coordinates": [text]}, "a", 1, 2).positions[0].shape
        (2, 2)
        >>> read_maps({"key": "b", "steps": [500], "coordinates": [text]}, "a", 1, 2) is None
        True
    """
    if not isinstance(message, dict) or message.get("key") != key:
        return None
    steps, texts = message.get("steps"), message.get("coordinates")
    if not (isinstance(steps, list) and isinstance(texts, list) and len(steps) == len(texts) == maps):
        return None
    found = []
    for step, text in zip(steps, texts, strict=True):
        if isinstance(step, bool) or not isinstance(step, int) or not 0 < step <= TOTAL:
            return None
        if not isinstance(text, str) or len(text) != -(-points * 8 // 3) * 4:
            return None
        try:
            coordinates = np.frombuffer(base64.b64decode(text, validate=True), "<f4")
        except (binascii.Error, ValueError):
            return None
        if len(coordinates) != 2 * points or not np.isfinite(coordinates).all() or np.abs(coordinates).max() > 1e9:
            return None
        found.append(coordinates.reshape(points, 2).astype(np.float32))
    return BrowserMaps(tuple(steps), tuple(found))


def show(
    key: str,
    panels: Sequence[Panel],
    rows: NDArray[np.float32],
    words: Sequence[str],
    kinds: Mapping[str, NDArray[np.int64]],
    near: NDArray[np.int64],
    chosen: str = "",
) -> BrowserMaps | None:
    """Draw the maps side by side; returns the coordinates once the browser's runs have ended, None before.

    Args:
        key: of the component.
        panels: the maps.
        rows: (n, width) input of the browser's methods, the strongest columns first.
        words: n of them.
        kinds: kind of words → numbers of the points.
        near: (n, k) each point's true neighbours.
        chosen: the word whose neighbours are marked until another is chosen.
    """
    kind = np.full(len(words), -1, np.int8)
    for number, ids in enumerate(kinds.values()):
        kind[ids] = number
    only, original = distinct(rows)
    common = {"total": TOTAL, "library": assets.file("druid")}
    spec: dict[str, Any] = {
        "panels": [
            {
                "title": panel.title,
                "axes": panel.axes,
                "method": panel.method,
                "settings": {"neighbours": panel.neighbours, "seed": panel.seed, "start": panel.start, **common},
                "positions": np.ascontiguousarray(panel.positions, np.float32).ravel(),
            }
            for panel in panels
        ],
        "rows": np.ascontiguousarray(rows[only], np.float32).ravel(),
        "of": original.astype(np.uint16),
        "width": rows.shape[1],
        "words": list(words),
        "kind": kind,
        "kinds": [
            {"name": name, "color": look(number)["color"], "symbol": look(number)["symbol"]}
            for number, name in enumerate(kinds)
        ],
        "colours": {"plain": theme.GREY, "chosen": theme.FOUND},
        "near": near.astype(np.uint16),
        "signs": SIGNS,
        "worker": assets.file("map_worker"),
        "label": f"A map of {count(len(words), 'word')}.",
        "hint": HINT,
        "scale": style.PRESENTER_CHART_SCALE if style.presenting() else style.CHART_SCALE,
    }
    named = hashlib.sha256(pack(spec)).hexdigest()[:16]
    result = _component(
        key=key, data=pack(spec | {"key": named, "chosen": chosen}), height="content", on_maps_change=lambda: None
    )
    return read_maps(result.maps, named, sum(bool(panel.method) for panel in panels), len(words))
