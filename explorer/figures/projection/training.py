"""Figures of training: the loss, words that move, runs of t-SNE, and quantized copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.label_text import plain
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.map_axis_ranges import to_scale
from explorer.figures.projection.point_cloud import cloud, pack_names
from explorer.figures.projection.word_map import LISTED
from explorer.figures.spec import Spec, layout
from explorer.wording import share


def loss_curve(epochs: NDArray[np.float32], losses: NDArray[np.float32], total: float) -> Spec:
    """Mean loss per pair against passes over the text.

    >>> loss_curve(np.array([0.5], np.float32), np.array([2.0], np.float32), 5.0).layout["xaxis"]["range"]
    [0, 5.0]
    """
    line = {
        "type": "scatter",
        "x": epochs,
        "y": losses,
        "mode": "lines+markers",
        "line": {"color": theme.OKABE_ITO[0], "width": 2.5},
        "hovertemplate": "pass %{x:.1f}: %{y:.3f}<extra></extra>",
    }
    return Spec([line], layout("passes over the text", "loss per pair", 260, x={"range": [0, total]}))


def frame(
    points: NDArray[np.float32],
    words: Sequence[str],
    groups: Mapping[str, NDArray[np.int64]],
    labels: Sequence[Label],
    *,
    box: tuple[float, float, float, float],
    titles: tuple[str, str] = ("first axis", "second axis"),
    height: int = 480,
    revision: str = "frame",
    listed: bool = False,
    moves: bool = False,
) -> Spec:
    """One moment of a training, or one picture of t-SNE: dots, kinds of words, labels, in a given drawing area.

    `listed`: the page names the kinds beside the picture, so that its own legend has them in a saved file only.
    `moves`: `box` holds the points of every moment.

    >>> spec = frame(np.zeros((2, 2), np.float32), ["a", "b"], {"kind": np.array([1])}, [], box=(-1, -1, 1, 1))
    >>> [len(trace["x"]) for trace in spec.data]
    [2, 1]
    """
    kinds = [
        {
            "type": "scatter",
            "x": np.ascontiguousarray(points[rows, 0]),
            "y": np.ascontiguousarray(points[rows, 1]),
            "mode": "markers",
            "text": [plain(words[row]) for row in rows],
            "name": name,
            "marker": {"size": 8, "color": look(number)["color"], "symbol": look(number)["symbol"]},
            "hovertemplate": f"%{{text}}<extra>{name}</extra>",
            **(LISTED if listed else {}),
        }
        for number, (name, rows) in enumerate(groups.items())
        if len(rows)
    ]
    sides = to_scale(box, fitting=True)
    made: dict[str, Any] = layout(*titles, height, legend=True, x=sides["xaxis"], y=sides["yaxis"])
    made |= {
        "annotations": [annotation(points[label.row], label) for label in labels],
        "meta": {"labels": True},
        "uirevision": revision,
    }
    return Spec(
        [cloud(points, pack_names(words), size=4, opacity=0.4, name="words", box=box if moves else None), *kinds], made
    )


def copies(
    kinds: Sequence[str], megabytes: Sequence[float], kept: Sequence[float | None], centred: Sequence[float | None]
) -> Spec:
    """Bytes and kept neighbours of each copy, side by side; None leaves a share out.

    Each half has its own vertical axis, so that its bars are centred in their rows; every number is behind its bar,
    where no colour or hatching is under it.

    >>> [(trace["name"], trace.get("yaxis", "y")) for trace in copies(["FP32"], [1.0], [1.0], [1.0]).data]
    [('size', 'y'), ('nearest kept', 'y2'), ('nearest kept, mean row taken off', 'y2')]
    """
    bars = [_bars(kinds, [round(size, 3) for size in megabytes], [f"{size:.1f}" for size in megabytes], "size", 0)]
    for number, (name, shares) in enumerate((("nearest kept", kept), ("nearest kept, mean row taken off", centred)), 1):
        percent = [None if part is None else round(100 * part, 3) for part in shares]
        texts = ["?" if part is None else share(part, digits=3) for part in shares]
        bars.append(_bars(kinds, percent, texts, name, number) | {"xaxis": "x2", "yaxis": "y2"})
    rows = {"autorange": "reversed", "type": "category", "categoryarray": list(kinds)}
    most = max(megabytes, default=1.0)
    size = {"domain": [0, 0.44], "range": [0, most * ROOM], "nticks": 5}
    made = layout("size, MB (10⁶ bytes)", "", 340, legend=True, x=size, y=rows)
    made["xaxis2"] = made["xaxis"] | {
        "domain": [0.52, 1],
        "range": [0, 100 * ROOM],
        "tickvals": [0, 50, 100],
        "title": {"text": "nearest kept, %"},
        "anchor": "y2",
    }
    made["yaxis2"] = made["yaxis"] | {"anchor": "x2", "showticklabels": False, "ticks": ""}
    return Spec(bars, made | {"bargap": 0.25, "barmode": "group"})


ROOM = 1.45
"""Factor by which an axis extends beyond its longest bar, so that the bar's number fits on a phone too."""
HATCHING = ("", "/", "\\")


def _bars(
    kinds: Sequence[str], lengths: Sequence[float | None], texts: Sequence[str], name: str, number: int
) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(kinds),
        "x": list(lengths),
        "name": name,
        "offsetgroup": name,
        "marker": {"color": theme.category(number)["color"], "pattern": {"shape": HATCHING[number]}},
        "text": list(texts),
        "textposition": "outside",
        "textangle": 0,
        "constraintext": "none",
        "cliponaxis": False,
        "textfont": {"size": theme.FONT_SIZE, "color": theme.INK},
        "hovertemplate": f"%{{y}}: %{{text}}<extra>{name}</extra>",
    }
