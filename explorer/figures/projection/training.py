"""Pictures of tables being made: the loss, words that move, two runs of t-SNE, smaller copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.labels import plain
from explorer.figures.projection.axes import to_scale
from explorer.figures.projection.cloud import cloud, pack_names
from explorer.figures.projection.looks import look
from explorer.figures.projection.named import Label, annotation
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
) -> Spec:
    """One moment of a training, or one picture of t-SNE: dots, kinds of words, labels, in a given drawing area.

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
        }
        for number, (name, rows) in enumerate(groups.items())
        if len(rows)
    ]
    sides = to_scale(box)
    made: dict[str, Any] = layout(*titles, height, legend=True, x=sides["xaxis"], y=sides["yaxis"])
    made |= {
        "annotations": [annotation(points[label.row], label) for label in labels],
        "meta": {"labels": True},
        "uirevision": revision,
    }
    return Spec([cloud(points, pack_names(words), size=4, opacity=0.4, name="words"), *kinds], made)


def copies(
    kinds: Sequence[str], megabytes: Sequence[float], kept: Sequence[float | None], centred: Sequence[float | None]
) -> Spec:
    """Bytes and kept neighbours of each copy, side by side; None leaves a share out.

    >>> [trace["name"] for trace in copies(["FP32"], [1.0], [1.0], [1.0]).data]
    ['size', 'nearest kept', 'nearest kept, mean row taken off']
    """
    size = theme.category(0)
    bars: list[dict[str, Any]] = [
        {
            "type": "bar",
            "orientation": "h",
            "y": list(kinds),
            "x": np.array(megabytes, np.float32),
            "name": "size",
            "marker": {"color": size["color"]},
            "text": [f"{value:.1f}" for value in megabytes],
            "textposition": "auto",
            "showlegend": False,
            "offsetgroup": "size",
        }
    ]
    for name, shares, number, shape in (
        ("nearest kept", kept, 1, "/"),
        ("nearest kept, mean row taken off", centred, 2, "\\"),
    ):
        bars.append(
            {
                "type": "bar",
                "orientation": "h",
                "y": list(kinds),
                "x": [None if share is None else round(share * 100, 3) for share in shares],
                "name": name,
                "xaxis": "x2",
                "marker": {"color": theme.category(number)["color"], "pattern": {"shape": shape}},
                "text": ["?" if part is None else share(part, digits=3) for part in shares],
                "textposition": "auto",
                "offsetgroup": name,
            }
        )
    made = layout("size, MB (10⁶ bytes)", "", 340, legend=True, x={"domain": [0, 0.4]}, y={"autorange": "reversed"})
    made["xaxis2"] = {
        "domain": [0.5, 1],
        "range": [0, 105],
        "title": {"text": "nearest kept, %"},
        "anchor": "y",
        "ticks": "outside",
        "zeroline": False,
    }
    return Spec(bars, made | {"bargap": 0.3, "barmode": "group"})
