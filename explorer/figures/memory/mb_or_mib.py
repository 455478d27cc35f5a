"""Dot plot of the course's figures and the unit that makes each of them right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

LINES = (("MB", 1.0), ("MiB", 1000**2 / 1024**2), ("GiB", 1000**3 / 1024**3))


def units(labels: Sequence[str], ratios: Sequence[float], readings: Sequence[str] = ()) -> Spec:
    """Each quoted figure as a point: its value, read in decimal units, over the true size.

    `readings` say which unit fits ("MB", "MiB", "GiB" or "neither …"); lines stand where each unit's points must lie.
    Without them (before a guess) all points look alike, and only the line of the true size is named.
    """
    lines = LINES if readings else (("true", 1.0),)
    look = {"color": theme.INK, "width": 1, "dash": "dot"}
    shapes = [{"type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper", "line": look} for _, at in lines]
    notes = [
        {
            "x": at,
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            # On a phone GiB and MiB stand close to each other: one of them goes a line up.
            "yshift": 20 if kind == "GiB" else 0,
            "text": f"<b>{kind}</b>",
            "showarrow": False,
            "font": {"color": theme.INK},
        }
        for kind, at in lines
    ]
    groups: dict[str, list[int]] = {kind: [] for kind in ("MB", "MiB", "GiB", "neither")} if readings else {"": []}
    for at in range(len(labels)):
        groups[readings[at].split(":")[0] if readings else ""].append(at)
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": [ratios[at] for at in rows],
            "y": [labels[at] for at in rows],
            "name": kind or "printed",
            "mode": "markers+text",
            "text": ["neither " if kind == "neither" else "" for _ in rows],
            "textposition": "middle right",
            "marker": {
                "symbol": theme.category(index)["symbol"],
                "size": 13,
                "color": theme.category(index)["color"] if readings else theme.INK,
            },
            "cliponaxis": False,
            "hovertemplate": "%{y}: %{x:.4f}<extra>%{fullData.name}</extra>",
        }
        for index, (kind, rows) in enumerate(groups.items())
    ]
    # In letters twice as large too every figure has its name.
    named = {"categoryorder": "array", "categoryarray": list(labels)[::-1], "tickmode": "linear", "dtick": 1}
    made = layout(
        "printed ÷ true",
        "",
        150 + 28 * len(labels),
        x={"range": [0.92, 1.012], "tickvals": [0.92, 0.96, 1], "tickangle": 0},
        y=named | {"ticks": "", "showgrid": False},
        margin={"l": 8, "r": 24, "t": 56, "b": 48},
    )
    return Spec(traces, made | {"shapes": shapes, "annotations": notes})
