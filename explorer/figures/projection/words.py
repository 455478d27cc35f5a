"""Pictures of word arithmetic: the parallelogram of an analogy, accuracy by section, words along a ruler."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.projection.cloud import GREY
from explorer.figures.projection.map import FOUND, Label, annotation, extent, plain


def parallelogram(
    points: NDArray[np.float32], names: Sequence[str], others: NDArray[np.float32], other_names: Sequence[str]
) -> go.Figure:
    """Three words, the corner that completes them, and the nearest words around it.

    Args:
        points: (4, 2): a, b, c and b − a + c.
        names: of a, b, c.
        others: (n, 2) the answers, best first.
        other_names: n names.

    >>> corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float32)
    >>> figure = parallelogram(corners, ["a", "b", "c"], corners[3:], ["d"])
    >>> figure.layout.yaxis.scaleanchor
    'x'
    """
    figure = theme.base("along b − a", "across it, towards c", 460, legend=False)
    a, b, c, corner = points
    for start, end, dash in ((a, b, "solid"), (c, corner, "solid"), (a, c, "dash"), (b, corner, "dash")):
        figure.add_trace(
            go.Scatter(
                x=np.array([start[0], end[0]], np.float32),
                y=np.array([start[1], end[1]], np.float32),
                mode="lines",
                line={"color": theme.OKABE_ITO[0], "width": 2.5, "dash": dash},
                hoverinfo="skip",
            )
        )
    for start, end in ((a, b), (c, corner)):
        figure.add_annotation(
            x=float(end[0]),
            y=float(end[1]),
            ax=float(start[0]),
            ay=float(start[1]),
            xref="x",
            yref="y",
            axref="x",
            ayref="y",
            showarrow=True,
            arrowhead=2,
            arrowsize=1.4,
            arrowwidth=2,
            arrowcolor=theme.OKABE_ITO[0],
            text="",
        )
    high = float(points[:, 1].mean())
    places = ["top center" if float(y) >= high else "bottom center" for y in points[:3, 1]]
    font = {"size": theme.FONT_SIZE + 2, "color": theme.INK}
    figure.add_trace(
        go.Scatter(
            x=points[:3, 0].copy(),
            y=points[:3, 1].copy(),
            mode="markers+text",
            text=[plain(name) for name in names],
            textposition=places,
            textfont=font,
            marker={"size": 12, "color": theme.OKABE_ITO[0]},
            hovertemplate="%{text}<extra></extra>",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=points[3:, 0].copy(),
            y=points[3:, 1].copy(),
            mode="markers",
            hovertemplate="b − a + c<extra></extra>",
            marker={"size": 14, "symbol": "x", "color": FOUND},
        )
    )
    if len(others):
        figure.add_trace(
            go.Scatter(
                x=others[:, 0].copy(),
                y=others[:, 1].copy(),
                mode="markers+text",
                text=[plain(other_names[0]), *[""] * (len(others) - 1)],
                textposition="middle right",
                textfont=font,
                customdata=[plain(name) for name in other_names],
                hovertemplate="%{customdata}<extra></extra>",
                marker={"size": [12, *[8] * (len(others) - 1)], "symbol": "diamond", "color": theme.OKABE_ITO[2]},
            )
        )
    box = extent(np.concatenate([points, others]) if len(others) else points)
    wide, tall = (box[2] - box[0]) * 0.12, (box[3] - box[1]) * 0.15
    figure.update_layout(
        xaxis={"range": [box[0] - wide, box[2] + wide]},
        yaxis={"range": [box[1] - tall, box[3] + tall], "scaleanchor": "x", "constrain": "domain"},
    )
    return figure


def accuracy(sections: Sequence[str], strict: NDArray[np.float64], loose: NDArray[np.float64]) -> go.Figure:
    """Share of analogy questions answered in each section, with the three given words excluded and allowed.

    >>> accuracy(["family"], np.array([0.8]), np.array([0.1])).data[0].x.tolist()
    [80.0]
    """
    figure = theme.base("answered correctly, %", "", 90 + 34 * len(sections))
    for number, (name, values) in enumerate((("given words excluded", strict), ("given words allowed", loose))):
        look = theme.category(number)
        figure.add_trace(
            go.Bar(
                y=list(sections),
                x=(values * 100).astype(np.float32),
                name=name,
                orientation="h",
                marker={"color": look["color"], "pattern": {"shape": ["", "/"][number]}},
                hovertemplate="%{y}: %{x:.1f} %<extra>" + name + "</extra>",
            )
        )
    figure.update_layout(
        barmode="group", bargap=0.25, xaxis={"range": [0, 100]}, yaxis={"autorange": "reversed", "ticks": ""}
    )
    return figure


def ruler(
    points: NDArray[np.float32],
    words: Sequence[str],
    labels: Sequence[Label],
    *,
    ends: Sequence[tuple[str, str]],
    box: tuple[float, float, float, float],
    revision: str,
) -> go.Figure:
    """Words along one or two differences of words; 0 lies halfway between the two ends of an axis.

    Args:
        points: (n, 2); the second column is the second ruler, or the distance from the first.
        words: n names.
        labels: which of them are written.
        ends: (minus, plus) of the first axis, and of the second where there is one.
        box: (x0, y0, x1, y1) of the drawing area.
        revision: zoom is kept while this stays the same.

    >>> spot = np.zeros((1, 2), np.float32)
    >>> figure = ruler(spot, ["nurse"], [], ends=[("he", "she")], box=(-1, 0, 1, 1), revision="")
    >>> figure.layout.xaxis.title.text, figure.layout.yaxis.title.text
    ('← he      she →', 'distance from the axis')
    """
    titles = [f"← {plain(low)}      {plain(high)} →" for low, high in ends]
    figure = theme.base(titles[0], titles[1] if len(titles) > 1 else "distance from the axis", 520, legend=False)
    line = {"color": GREY, "width": 1, "dash": "dash"}
    figure.add_vline(x=0, line=line)
    if len(ends) > 1:
        figure.add_hline(y=0, line=line)
    figure.add_trace(
        go.Scatter(
            x=points[:, 0].copy(),
            y=points[:, 1].copy(),
            mode="markers",
            text=[plain(word) for word in words],
            marker={"size": 8, "color": theme.OKABE_ITO[0]},
            hovertemplate="%{text}: %{x:.2f}<extra></extra>",
        )
    )
    figure.update_layout(annotations=[annotation(points[label.row], label) for label in labels], meta={"labels": True})
    figure.update_layout(xaxis={"range": [box[0], box[2]]}, yaxis={"range": [box[1], box[3]]}, uirevision=revision)
    return figure
