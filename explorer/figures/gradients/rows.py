"""Pictures of which rows learn: gradients by row, one step, shares of books, the blackboard."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

ROW_HEIGHT = 24
Floats = NDArray[np.floating[Any]]


def label(text: str, longest: int = 12) -> str:
    """A token as an axis or hover may show it: short, and with nothing in it that Plotly would read as markup.

    >>> label("<a href=x>"), label("abcdefghijklmnop")
    ('&lt;a href=x&gt;', 'abcdefghijk…')
    """
    return html.escape(text if len(text) <= longest else text[: longest - 1] + "…", quote=False)


def blocks(
    panels: Sequence[tuple[str, Floats, Sequence[str]]], *, height: int | None = None, numbers: bool = False
) -> go.Figure:
    """Matrices side by side on one colour scale centred at 0: (title, (rows, D), names of the rows).

    A panel without names leans on the one to its left; the last of several has its names at the right, where the
    margin makes room for them.
    """
    tallest = max((len(matrix) for _, matrix, _ in panels), default=0)
    figure = theme.base(height=height or 160 + ROW_HEIGHT * max(tallest, 3), legend=False)
    limit = max([float(np.abs(matrix).max(initial=0)) for _, matrix, _ in panels] + [1e-9])
    last = len(panels) - 1
    gaps = [0.0 if at == 0 else 0.2 if names and at < last else 0.03 for at, (_, _, names) in enumerate(panels)]
    width = (1 - sum(gaps)) / max(len(panels), 1)
    right = 0.0
    for number, ((title, matrix, names), gap) in enumerate(zip(panels, gaps, strict=True), 1):
        tail = "" if number == 1 else str(number)
        left, right = right + gap, min(right + gap + width, 1.0)
        figure.add_heatmap(
            z=np.asarray(matrix, np.float32),
            xaxis=f"x{tail}",
            yaxis=f"y{tail}",
            zmin=-limit,
            zmax=limit,
            colorscale=theme.DIVERGING,
            showscale=number == len(panels) and not numbers,
            colorbar={
                "orientation": "h",
                "thickness": 12,
                "outlinewidth": 0,
                "nticks": 5,
                "yref": "container",
                "y": 0,
                "yanchor": "bottom",
            },
            xgap=1,
            ygap=1,
            texttemplate="%{z:~g}" if numbers else None,
            textfont={"size": 18},
            hovertemplate="%{z:.4g}<br>row %{y}, dimension %{x}<extra></extra>",
            name=title,
        )
        figure.layout[f"xaxis{tail}"] = {
            "domain": [left, right],
            "anchor": f"y{tail}",
            "title": {"text": "dimension" if number == (len(panels) + 1) // 2 and not numbers else ""},
            "showgrid": False,
            "zeroline": False,
            "showline": False,
            "showticklabels": False,
            "ticks": "",
        }
        figure.layout[f"yaxis{tail}"] = {
            "anchor": f"x{tail}",
            "range": [max(tallest, 5 if numbers else 6) - 0.5, -0.5],
            "tickvals": list(range(len(names))),
            "ticktext": [label(name, 16) for name in names],
            "showgrid": False,
            "zeroline": False,
            "showline": False,
            "side": "right" if number > 1 and number == len(panels) else "left",
            "automargin": True,
            "ticks": "",
        }
        figure.add_annotation(
            text=title,
            x=(left + right) / 2,
            y=1,
            xanchor="center",
            xref="paper",
            yref="paper",
            yanchor="bottom",
            showarrow=False,
            font={"size": theme.FONT_SIZE},
        )
    figure.update_layout(margin={"l": 8, "r": 28 if numbers else 8, "t": 56, "b": 36 if numbers else 84})
    return figure


def movement(names: Sequence[str], groups: Sequence[str], ways: Mapping[str, Floats]) -> go.Figure:
    """How far each row went: one bar a way, rows with the sentence they stand in."""
    figure = theme.base("distance moved", "", 150 + 2 * ROW_HEIGHT * max(len(names), 3))
    for number, (way, distances) in enumerate(ways.items()):
        figure.add_bar(
            x=np.asarray(distances, np.float32),
            y=list(range(len(names))),
            orientation="h",
            name=way,
            marker={"color": theme.OKABE_ITO[number], "pattern": {"shape": ["", "/"][number % 2]}},
            customdata=list(groups),
            hovertemplate="%{x:.4g}<br>%{customdata}<extra>" + way + "</extra>",
        )
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[f"{label(name)}<br>{group}" for name, group in zip(names, groups, strict=True)],
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
    )
    figure.update_layout(barmode="group", bargap=0.25, margin={"t": 48, "l": 8})
    return figure


def shares(
    curves: Mapping[str, tuple[Sequence[int], Floats, Floats]], *, chosen: int, uniform: Floats, name: str
) -> go.Figure:
    """Share of the rows touched (0 to 1) against tokens in a batch: name → (sizes, mean, spread).

    ``uniform`` is the same for ids drawn evenly, on the sizes of the first curve, for the tokenizer ``name``.
    """
    figure = theme.base("tokens in the batch", "share of the rows that learn", 480)
    for number, (title, (sizes, mean, spread)) in enumerate(curves.items()):
        look = theme.category(number)
        figure.add_scatter(
            x=list(sizes),
            y=np.asarray(mean, np.float32),
            error_y={"array": np.asarray(spread, np.float32), "thickness": 1},
            mode="lines+markers",
            name=title,
            line={"color": look["color"], "dash": look["dash"]},
            marker={"symbol": look["symbol"], "size": 8},
            hovertemplate="%{x:,} tokens: %{y:.2%}<extra>" + title + "</extra>",
        )
    sizes = next(iter(curves.values()))[0]
    figure.add_scatter(
        x=list(sizes),
        y=np.asarray(uniform, np.float32),
        mode="lines",
        name=f"if all {name} rows were alike",
        line={"color": theme.INK, "dash": "dot", "width": 1},
        hovertemplate="%{x:,} tokens: %{y:.2%}<extra>all alike</extra>",
    )
    figure.add_vline(x=chosen, line={"color": theme.INK, "width": 1, "dash": "dash"})
    figure.update_xaxes(type="log", dtick=1, tickformat="~s")
    figure.update_yaxes(type="log", tickvals=[0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1], tickformat="~%")
    return figure


def ranks(curves: Mapping[str, tuple[Sequence[int], Sequence[int]]]) -> go.Figure:
    """How often the token of each rank comes: name → (ranks, counts), both logarithmic (Zipf's law is a line)."""
    figure = theme.base("rank (1: the most frequent)", "times in the book", 400)
    for number, (title, (rank, count)) in enumerate(curves.items()):
        look = theme.category(number)
        figure.add_scatter(
            x=list(rank),
            y=list(count),
            mode="lines+markers",
            name=title,
            line={"color": look["color"], "dash": look["dash"]},
            marker={"symbol": look["symbol"], "size": 7},
            hovertemplate="rank %{x:,}: %{y:,} times<extra>" + title + "</extra>",
        )
    figure.update_xaxes(type="log", dtick=1, tickformat="~s")
    figure.update_yaxes(type="log", dtick=1, tickformat="~s")
    return figure


def bars(names: Sequence[str], values: Floats, *, title: str, texts: Sequence[str]) -> go.Figure:
    """One bar a name, with its value written at its end."""
    figure = theme.base(title, "", 90 + 44 * max(len(names), 2), legend=False)
    figure.add_bar(
        x=np.asarray(values, np.float64),
        y=list(names),
        orientation="h",
        text=list(texts),
        textposition="auto",
        marker={"color": theme.OKABE_ITO[0]},
        hovertemplate="%{y}: %{text}<extra></extra>",
    )
    figure.update_xaxes(rangemode="tozero")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    figure.update_layout(margin={"l": 8, "t": 12})
    return figure
