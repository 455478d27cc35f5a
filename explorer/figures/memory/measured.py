"""Pictures of what the Memory page measures: lookup times and caches, the process's growth, precision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

import plotly.graph_objects as go

from explorer.figures import theme
from explorer.figures.labels import sides

_WIDE, _HIGH = 270, 330
"""Pixels of a plot on a phone, where names of points have least room."""


def _announce(figure: go.Figure, text: str) -> None:
    """Say in the middle of an empty picture what will come."""
    figure.add_annotation(
        text=text,
        x=0.5,
        y=0.5,
        xref="paper",
        yref="paper",
        showarrow=False,
        bgcolor=theme.PAPER,
        font={"color": theme.INK, "size": theme.FONT_SIZE + 2},
    )


def lookup_curve(
    vocab: Sequence[int], series: Mapping[str, Sequence[float]], marks: Sequence[tuple[str, float]], top: float
) -> go.Figure:
    """Nanoseconds a lookup against rows of the table, with a line where the table outgrows each cache.

    Args:
        vocab: numbers of rows; may be empty before anything is measured.
        series: name → nanoseconds.
        marks: (name of the cache, rows that fill it).
        top: upper end of the time axis in nanoseconds.
    """
    figure = theme.base("rows of the table, V", "nanoseconds a lookup", height=430)
    for index, (name, values) in enumerate(series.items()):
        look = theme.category(index)
        figure.add_scatter(
            x=list(vocab),
            y=list(values),
            name=name,
            mode="lines+markers",
            line={"color": look["color"], "dash": look["dash"], "width": 2},
            marker={"symbol": look["symbol"], "size": 9, "color": look["color"]},
            hovertemplate="V = %{x:,}: %{y:.1f} ns<extra>%{fullData.name}</extra>",
        )
    for name, rows in marks:
        figure.add_shape(
            type="line",
            x0=rows,
            x1=rows,
            y0=0,
            y1=1,
            yref="paper",
            line={"color": theme.INK, "width": 1, "dash": "dot"},
        )
        figure.add_annotation(
            x=log10(rows),
            y=1,
            yref="paper",
            text=name,
            showarrow=False,
            xanchor="right",
            xshift=-3,
            yanchor="top",
            font={"color": theme.INK},
        )
    if not vocab:
        _announce(figure, "Not measured yet:<br>the time of a lookup<br>will be drawn here")
    figure.update_xaxes(type="log", range=[log10(12), log10(2**20 * 1.3)], dtick=1, showgrid=True)
    figure.update_yaxes(range=[0, top], showgrid=True)
    return figure


def growth(
    percent: Sequence[float],
    grown: Sequence[float],
    formula: float,
    nbytes: Sequence[float],
    unit: str,
    *,
    fits: bool = True,
) -> go.Figure:
    """Size by formula and by nbytes (flat) and the growth of the process, against the share of rows written.

    `fits`: whether the table is one that can be allocated; the empty picture says so if not.
    """
    figure = theme.base("rows written, %", f"size in {unit}", height=380)
    lines = {
        "formula": ([0, 100], [formula, formula]),
        "nbytes": (percent, nbytes),
        "process grew by": (percent, grown),
    }
    for index, (name, (x, y)) in enumerate(lines.items()):
        look = theme.category(index)
        figure.add_scatter(
            x=list(x),
            y=list(y),
            name=name,
            mode="lines" if index == 0 else "lines+markers" if index == 2 else "markers",
            line={"color": look["color"], "dash": look["dash"], "width": 3 if index == 0 else 2},
            marker={"symbol": look["symbol"], "size": 12 if index == 2 else 9, "color": look["color"]},
            hovertemplate="%{x:.0f} % written: %{y:,.4~g} " + unit + "<extra>%{fullData.name}</extra>",
        )
    if not percent:
        soon = "Not allocated yet:<br>the growth of the process<br>will be drawn here"
        _announce(figure, soon if fits else "Too large to allocate here:<br>computed only")
    figure.update_xaxes(range=[-4, 104], tickvals=[0, 25, 50, 75, 100])
    figure.update_yaxes(range=[0, max([formula, *grown]) * 1.15], showgrid=True)
    return figure


def precision(names: Sequence[str], megabytes: Sequence[float], kept: Sequence[float]) -> go.Figure:
    """Neighbours kept (%) against bytes; each scheme is a labelled point."""
    figure = theme.base("size of the table in MB", "nearest neighbours kept, %", height=440, legend=False)
    xs, ys = [x / 44 * _WIDE for x in megabytes], [(108 - y) / 112 * _HIGH for y in kept]
    beside = sides(xs, ys, names, width=_WIDE, marks=[9] * len(names))
    for index, (name, x, y) in enumerate(zip(names, megabytes, kept, strict=True)):
        look = theme.category(index)
        figure.add_scatter(
            x=[x],
            y=[y],
            name=name,
            mode="markers+text",
            text=[name],
            textposition=beside[index],
            marker={"symbol": look["symbol"], "size": 14, "color": look["color"]},
            cliponaxis=False,
            hovertemplate="%{fullData.name}: %{x:.1f} MB, %{y:.1f} % kept<extra></extra>",
        )
    if not names:
        _announce(figure, "Not measured yet:<br>every way to store the table<br>will be a point here")
    figure.update_xaxes(range=[0, 44], showgrid=True)
    figure.update_yaxes(range=[-4, 108], showgrid=True)
    return figure
