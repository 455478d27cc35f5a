"""The course's figures and the unit that makes each of them right."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from explorer.figures import theme


def units(labels: Sequence[str], ratios: Sequence[float], readings: Sequence[str]) -> go.Figure:
    """Each quoted figure as a point: what it says, read as decimal bytes, over what is true.

    `readings` say which unit fits ("MB", "MiB", "GiB" or "neither …"); lines stand where each unit's points must lie.
    """
    figure = theme.base("printed ÷ true", "", height=150 + 28 * len(labels), legend=False)
    for kind, at in (("MB", 1.0), ("MiB", 1000**2 / 1024**2), ("GiB", 1000**3 / 1024**3)):
        figure.add_shape(
            type="line", x0=at, x1=at, y0=0, y1=1, yref="paper", line={"color": theme.INK, "width": 1, "dash": "dot"}
        )
        figure.add_annotation(
            x=at,
            y=1,
            yref="paper",
            yanchor="bottom",
            # On a phone GiB and MiB stand close to each other: one of them goes a line up.
            yshift=20 if kind == "GiB" else 0,
            text=f"<b>{kind}</b>",
            showarrow=False,
            font={"color": theme.INK},
        )
    for index, kind in enumerate(("MB", "MiB", "GiB", "neither")):
        rows = [at for at, reading in enumerate(readings) if reading.split(":")[0] == kind]
        look = theme.category(index)
        figure.add_scatter(
            x=[ratios[at] for at in rows],
            y=[labels[at] for at in rows],
            name=kind,
            mode="markers+text",
            text=["neither " if kind == "neither" else "" for _ in rows],
            textposition="middle right",
            marker={"symbol": look["symbol"], "size": 13, "color": look["color"]},
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.4f}<extra>%{fullData.name}</extra>",
        )
    figure.update_layout(margin={"l": 8, "r": 24, "t": 56, "b": 48})
    figure.update_xaxes(range=[0.92, 1.012], tickvals=[0.92, 0.96, 1], tickangle=0)
    figure.update_yaxes(categoryorder="array", categoryarray=list(labels)[::-1], ticks="", showgrid=False)
    return figure
