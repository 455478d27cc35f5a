"""Pictures of the Memory page: the bill, shares, cards, times, caches, the process's growth, precision, units.

All take plain numbers and arrays. Bytes are drawn in the unit that the caller chose, so that axes have short ticks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

import plotly.graph_objects as go

from explorer.figures import theme

PATTERNS = ["", "/", "\\", "x", ".", "-", "+", "|"]


def stacked(
    bars: Mapping[str, Sequence[tuple[str, int]]], lines: Sequence[tuple[str, int]], unit: tuple[str, int]
) -> go.Figure:
    """Horizontal bars, each a stack of named sizes in bytes, and dashed lines for budgets.

    Args:
        bars: what the bar is called → its (name, bytes) parts from left to right; parts of 0 bytes are left out.
        lines: (label, bytes) of budgets; those beyond the axis are left out.
        unit: name of the axis' unit and its bytes, such as ("GB", 10**9).
    """
    name, size = unit
    figure = theme.base(f"size in {name}", "", height=430)
    names = list(dict.fromkeys(part for parts in bars.values() for part, _ in parts))
    longest = max(sum(count for _, count in parts) for parts in bars.values())
    for index, part in enumerate(names):
        at = [(bar, count) for bar, parts in bars.items() for label, count in parts if label == part and count > 0]
        if not at:
            continue
        figure.add_bar(
            orientation="h",
            y=[bar for bar, _ in at],
            x=[count / size for _, count in at],
            name=part,
            marker={
                "color": theme.OKABE_ITO[index % len(theme.OKABE_ITO)],
                "pattern": {"shape": PATTERNS[index % len(PATTERNS)], "fgcolor": theme.PAPER, "solidity": 0.12},
            },
            hovertemplate="%{fullData.name}: %{x:,.4~g} " + name + "<extra></extra>",
        )
    end = longest / size * 1.04
    for level, (label, count) in enumerate((label, count) for label, count in lines if count / size <= end):
        x = count / size
        figure.add_shape(
            type="line", x0=x, x1=x, y0=0, y1=1, yref="paper", line={"color": theme.INK, "width": 2, "dash": "dash"}
        )
        figure.add_annotation(
            x=x,
            y=0.99 - 0.075 * (level % 3),
            yref="paper",
            text=label,
            showarrow=False,
            xanchor="right",
            xshift=-4,
            bgcolor=theme.PAPER,
            font={"color": theme.INK},
        )
    figure.update_layout(
        barmode="stack",
        bargap=0.35,
        legend={"orientation": "h", "yanchor": "top", "y": -0.2, "x": 0, "traceorder": "normal"},
        margin={"l": 8, "r": 16, "t": 12, "b": 140},
    )
    figure.update_xaxes(range=[0, end], showgrid=True, rangemode="tozero")
    figure.update_yaxes(categoryorder="array", categoryarray=list(bars)[::-1], ticks="")
    return figure


def shares(names: Sequence[str], parts: Mapping[str, Sequence[float]], texts: Sequence[str], chosen: int) -> go.Figure:
    """Stacked bars of percentages, one a model; `texts` stand behind the bars, the `chosen` one in bold."""
    figure = theme.base("share of all parameters, %", "", height=110 + 24 * len(names))
    labels = [f"<b>{name}</b>" if index == chosen else name for index, name in enumerate(names)]
    for index, (part, values) in enumerate(parts.items()):
        figure.add_bar(
            orientation="h",
            y=labels,
            x=list(values),
            name=part,
            marker={
                "color": theme.OKABE_ITO[index],
                "pattern": {"shape": PATTERNS[index], "fgcolor": theme.PAPER, "solidity": 0.12},
            },
            hovertemplate="%{y}, %{fullData.name}: %{x:.3~g} %<extra></extra>",
        )
    totals = [sum(values[at] for values in parts.values()) for at in range(len(names))]
    figure.add_scatter(
        x=totals,
        y=labels,
        mode="text",
        text=[f" <b>{text}</b>" if index == chosen else f" {text}" for index, text in enumerate(texts)],
        textposition="middle right",
        showlegend=False,
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.update_layout(barmode="stack", bargap=0.3, margin={"l": 8, "r": 72, "t": 40, "b": 48})
    figure.update_xaxes(range=[0, max(totals) * 1.1], showgrid=True)
    figure.update_yaxes(categoryorder="array", categoryarray=labels[::-1], ticks="")
    return figure


def cards(names: Sequence[str], counts: Mapping[str, Sequence[int | None]]) -> go.Figure:
    """How many cards of each size are needed, one line a question; a gap where not one row fits."""
    figure = theme.base("memory of one card", "cards needed", height=400)
    for index, (what, values) in enumerate(counts.items()):
        look = theme.category(index)
        figure.add_scatter(
            x=list(names),
            y=list(values),
            name=what,
            mode="lines+markers+text",
            text=["" if value is None else f"{value:,}" for value in values],
            textposition="top center" if index else "bottom center",
            line={"color": look["color"], "dash": look["dash"], "width": 2},
            marker={"symbol": look["symbol"], "size": 11, "color": look["color"]},
            cliponaxis=False,
            hovertemplate="%{x}: %{y:,} cards<extra>%{fullData.name}</extra>",
        )
    most = max((value for values in counts.values() for value in values if value is not None), default=1)
    figure.update_yaxes(type="log", range=_log_range(0.6, max(2, most) * 2.2), showgrid=True, dtick=1)
    figure.update_layout(margin={"l": 64, "r": 24, "t": 40, "b": 48})
    return figure


def times(names: Sequence[str], seconds: Sequence[float], texts: Sequence[str]) -> go.Figure:
    """Time of one batch of lookups at each bandwidth, log axis; the text says the time in words."""
    figure = theme.base("time of one batch", "", height=300, legend=False)
    figure.add_bar(
        orientation="h",
        y=list(names),
        x=list(seconds),
        marker={"color": [theme.OKABE_ITO[index % 7] for index in range(len(names))]},
        text=list(texts),
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}: %{text}<extra></extra>",
    )
    low, high = min(seconds), max(seconds)
    figure.update_xaxes(
        type="log", range=_log_range(low / 10, high * 8), showgrid=True, tickvals=_TICKS[0], ticktext=_TICKS[1]
    )
    figure.update_yaxes(autorange="reversed", ticks="")
    figure.update_layout(margin={"l": 8, "r": 16, "t": 12, "b": 48}, bargap=0.35)
    return figure


_TICKS = (
    [10.0**power for power in range(-12, 7)],
    [
        *("1 ps", "", "", "1 ns", "", "", "1 µs", "", "", "1 ms", "", "", "1 s", "", "", "1000 s"),
        *("", "", "10⁶ s"),
    ],
)


def _log_range(low: float, high: float) -> list[float]:
    return [log10(low), log10(high)]


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
            x=_log_range(rows, rows)[0],
            y=1,
            yref="paper",
            text=name,
            showarrow=False,
            xanchor="right",
            xshift=-3,
            yanchor="top",
            font={"color": theme.INK},
        )
    figure.update_xaxes(type="log", range=_log_range(12, 2**20 * 1.3), dtick=1, showgrid=True)
    figure.update_yaxes(range=[0, top], showgrid=True)
    return figure


def growth(
    percent: Sequence[float], grown: Sequence[float], formula: float, nbytes: Sequence[float], unit: str
) -> go.Figure:
    """Size by formula and by nbytes (flat) and the growth of the process, against the share of rows written."""
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
    figure.update_xaxes(range=[-4, 104], tickvals=[0, 25, 50, 75, 100])
    figure.update_yaxes(range=[0, max([formula, *grown]) * 1.15], showgrid=True)
    return figure


def precision(names: Sequence[str], megabytes: Sequence[float], kept: Sequence[float]) -> go.Figure:
    """Neighbours kept (%) against bytes; each scheme is a labelled point."""
    figure = theme.base("size of the table in MB", "nearest neighbours kept, %", height=440, legend=False)
    for index, (name, x, y) in enumerate(zip(names, megabytes, kept, strict=True)):
        look = theme.category(index)
        left = x > 25
        figure.add_scatter(
            x=[x],
            y=[y],
            name=name,
            mode="markers+text",
            text=[name],
            textposition=f"{_beside(index, megabytes, kept)} {'left' if left else 'right'}",
            marker={"symbol": look["symbol"], "size": 14, "color": look["color"]},
            cliponaxis=False,
            hovertemplate="%{fullData.name}: %{x:.1f} MB, %{y:.1f} % kept<extra></extra>",
        )
    figure.update_xaxes(range=[0, 44], showgrid=True)
    figure.update_yaxes(range=[-4, 108], showgrid=True)
    return figure


def _beside(index: int, x: Sequence[float], y: Sequence[float]) -> str:
    """Above or below the point, so that the labels of two points close to each other stay apart."""
    others = [y[at] for at in range(len(y)) if at != index and abs(x[at] - x[index]) < 4 and abs(y[at] - y[index]) < 9]
    return "middle" if not others else "top" if y[index] > max(others) else "bottom"


def units(labels: Sequence[str], ratios: Sequence[float], readings: Sequence[str]) -> go.Figure:
    """Each quoted figure as a point: what it says, read as decimal bytes, over what is true."""
    figure = theme.base("printed figure ÷ true size, if MB means 10⁶ bytes", "", height=150 + 28 * len(labels))
    for kind, at in (("MB or GB", 1.0), ("MiB", 1000**2 / 1024**2), ("GiB", 1000**3 / 1024**3)):
        figure.add_shape(
            type="line", x0=at, x1=at, y0=0, y1=1, yref="paper", line={"color": theme.INK, "width": 1, "dash": "dot"}
        )
        figure.add_annotation(
            x=at, y=1, yref="paper", yanchor="bottom", text=kind, showarrow=False, font={"color": theme.INK}
        )
    kinds = ("MB", "MiB", "GiB", "neither")
    for index, kind in enumerate(kinds):
        rows = [at for at, reading in enumerate(readings) if reading.split(":")[0] == kind]
        look = theme.category(index)
        figure.add_scatter(
            x=[ratios[at] for at in rows],
            y=[labels[at] for at in rows],
            name={"neither": "fits neither"}.get(kind, f"is {kind}"),
            mode="markers",
            marker={"symbol": look["symbol"], "size": 13, "color": look["color"]},
            hovertemplate="%{y}: %{x:.4f}<extra>%{fullData.name}</extra>",
        )
    figure.update_layout(
        legend={"orientation": "h", "yanchor": "top", "y": -0.16, "x": 0},
        margin={"l": 8, "r": 24, "t": 32, "b": 96},
    )
    figure.update_xaxes(range=[0.92, 1.012], showgrid=True)
    figure.update_yaxes(categoryorder="array", categoryarray=list(labels)[::-1], ticks="")
    return figure
