"""Pictures of tables being made: the loss, words that move, two runs of t-SNE, smaller copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.projection.cloud import cloud, pack_names
from explorer.figures.projection.map import Label, annotation, plain


def loss_curve(epochs: NDArray[np.float32], losses: NDArray[np.float32], total: float) -> go.Figure:
    """Mean loss a pair against passes over the text.

    >>> loss_curve(np.array([0.5], np.float32), np.array([2.0], np.float32), 5.0).layout.xaxis.range
    (0, 5.0)
    """
    figure = theme.base("passes over the text", "loss per pair", 260, legend=False)
    figure.add_trace(
        go.Scatter(
            x=epochs,
            y=losses,
            mode="lines+markers",
            line={"color": theme.OKABE_ITO[0], "width": 2.5},
            hovertemplate="pass %{x:.1f}: %{y:.3f}<extra></extra>",
        )
    )
    figure.update_layout(xaxis={"range": [0, total]})
    return figure


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
) -> go.Figure:
    """One moment of a training, or one picture of t-SNE: dots, kinds of words, labels, in a given drawing area.

    >>> figure = frame(np.zeros((2, 2), np.float32), ["a", "b"], {"kind": np.array([1])}, [], box=(-1, -1, 1, 1))
    >>> [len(trace.x) for trace in figure.data]
    [2, 1]
    """
    figure = theme.base(*titles, height)
    figure.add_trace(cloud(points, pack_names(words), size=4, opacity=0.4, name="words"))
    for number, (name, rows) in enumerate(groups.items()):
        if len(rows):
            look = theme.category(number)
            figure.add_trace(
                go.Scatter(
                    x=points[rows, 0],
                    y=points[rows, 1],
                    mode="markers",
                    text=[plain(words[row]) for row in rows],
                    name=name,
                    marker={"size": 8, "color": look["color"], "symbol": look["symbol"]},
                    hovertemplate=f"%{{text}}<extra>{name}</extra>",
                )
            )
    figure.update_layout(annotations=[annotation(points[label.row], label) for label in labels], meta={"labels": True})
    figure.update_layout(xaxis={"range": [box[0], box[2]]}, yaxis={"range": [box[1], box[3]]}, uirevision=revision)
    return figure


def copies(kinds: Sequence[str], megabytes: Sequence[float], kept: Sequence[float]) -> go.Figure:
    """Bytes and kept neighbours of each copy, side by side.

    >>> [trace.name for trace in copies(["FP32"], [1.0], [1.0]).data]
    ['size', 'neighbours kept']
    """
    figure = theme.base("size, MB (10⁶ bytes)", "", 300, legend=False)
    size, share = theme.category(0), theme.category(1)
    figure.add_trace(
        go.Bar(
            y=list(kinds),
            x=np.array(megabytes, np.float32),
            orientation="h",
            name="size",
            marker={"color": size["color"]},
            text=[f"{value:.1f}" for value in megabytes],
            textposition="auto",
        )
    )
    figure.add_trace(
        go.Bar(
            y=list(kinds),
            x=np.array(kept, np.float32) * 100,
            orientation="h",
            name="neighbours kept",
            xaxis="x2",
            marker={"color": share["color"], "pattern": {"shape": "/"}},
            textposition="auto",
            text=[f"{value:.1%}" for value in kept],
        )
    )
    figure.update_layout(
        xaxis={"domain": [0, 0.46]},
        xaxis2={
            "domain": [0.54, 1],
            "range": [0, 105],
            "title": {"text": "nearest kept, %"},
            "anchor": "y",
            "ticks": "outside",
            "zeroline": False,
        },
        yaxis={"autorange": "reversed", "ticks": ""},
        bargap=0.35,
    )
    return figure
