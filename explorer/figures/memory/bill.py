"""Pictures of what the Memory page computes: the bill, shares of real models, cards, times.

All take plain numbers. Bytes are drawn in the unit that the caller chose, so that axes have short ticks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

import plotly.graph_objects as go

from explorer.figures import theme

PATTERNS = ["", "/", "\\", "x", ".", "-", "+", "|"]


def _pattern(index: int) -> dict[str, object]:
    """Hatching, so that colour never stands alone."""
    shape = PATTERNS[index % len(PATTERNS)]
    return {
        "shape": shape,
        "fillmode": "overlay",
        "fgcolor": theme.PAPER,
        "fgopacity": 0.75,
        "size": 7,
        "solidity": 0.2,
    }


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
    figure = theme.base("", "", height=430)
    names = list(dict.fromkeys(part for parts in bars.values() for part, _ in parts))
    longest = max(sum(count for _, count in parts) for parts in bars.values())
    traces = []
    for index, part in enumerate(names):
        at = [(bar, count) for bar, parts in bars.items() for label, count in parts if label == part and count > 0]
        if at:
            traces.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "y": [bar for bar, _ in at],
                    "x": [count / size for _, count in at],
                    "name": part,
                    # A bar of its own has its name beside it already.
                    "showlegend": part not in bars,
                    "marker": {
                        "color": theme.OKABE_ITO[index % len(theme.OKABE_ITO)],
                        "pattern": _pattern(index),
                    },
                    "hovertemplate": "%{fullData.name}: %{x:,.4~g} " + name + "<extra></extra>",
                }
            )
    end = longest / size * 1.04
    shapes, notes = _budget_lines([(label, count / size) for label, count in lines if count / size <= end], end)
    # All at once: added one by one, Plotly would check them all again each time.
    figure.add_traces(traces)
    figure.update_layout(
        barmode="stack",
        bargap=0.35,
        legend={"orientation": "h", "yanchor": "top", "y": -0.14, "x": 0, "traceorder": "normal"},
        margin={"l": 8, "r": 24, "t": 44, "b": 130},
        shapes=shapes,
        annotations=notes,
        xaxis={
            "range": [0, end],
            "showgrid": True,
            # The unit once, at the last tick: there is no room for more on a phone.
            "ticksuffix": f" {name}",
            "showticksuffix": "last",
            "nticks": 6,
            "tickangle": 0,
        },
        yaxis={"categoryorder": "array", "categoryarray": list(bars)[::-1], "ticks": "", "showgrid": False},
    )
    return figure


def _budget_lines(lines: Sequence[tuple[str, float]], end: float) -> tuple[list[Any], list[Any]]:
    """Dashed lines and the labels above them, as shapes and annotations; `end` is the end of the axis."""
    shapes: list[Any] = []
    notes: list[Any] = []
    for label, x in lines:
        apart = (x - shapes[-1]["x0"]) / end if shapes else 1.0
        line = {"color": theme.INK, "width": 2, "dash": "dash"}
        shapes.append({"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line})
        if apart < 0.015:
            # Lines on top of each other share a label.
            notes[-1]["text"] = f"{notes[-1]['text'].partition(' to ')[0]} to {label}"
            continue
        # Labels stand above the bars; one that would touch its neighbour moves a line up.
        shift = 18 - notes[-1]["yshift"] if notes and apart < 0.14 else 0
        above = {"y": 1, "yref": "paper", "yanchor": "bottom", "yshift": shift}
        notes.append({"x": x, "text": label, "showarrow": False, "font": {"color": theme.INK}, **above})
    return shapes, notes


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
                "pattern": _pattern(index),
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
    figure.update_layout(
        barmode="stack",
        bargap=0.3,
        margin={"l": 8, "r": 72, "t": 40, "b": 48},
        legend={"traceorder": "normal"},
    )
    figure.update_xaxes(range=[0, max(totals) * 1.1], showgrid=True)
    # Every model is named, in presenter mode on a phone too.
    figure.update_yaxes(
        categoryorder="array", categoryarray=labels[::-1], ticks="", showgrid=False, tickmode="linear", dtick=1
    )
    return figure


def cards(names: Sequence[str], percents: Sequence[float], texts: Sequence[str], chosen: int) -> go.Figure:
    """How full each machine would be, in percent on a log axis, with a line where it is full.

    Args:
        names: the machines.
        percents: need ÷ memory × 100, above 0.
        texts: what stands at the end of each bar's line.
        chosen: the machine in bold.
    """
    figure = theme.base("% of the memory", "", height=380, legend=False)
    labels = [f"<b>{name}</b>" if index == chosen else name for index, name in enumerate(names)]
    fits = [percent <= 100 for percent in percents]
    figure.add_bar(
        orientation="h",
        y=labels,
        x=list(percents),
        marker={
            "color": [theme.OKABE_ITO[0] if fit else theme.OKABE_ITO[3] for fit in fits],
            "pattern": _pattern(1) | {"shape": ["" if fit else "/" for fit in fits]},
        },
        hovertemplate="%{y}: %{x:,.3~g} % of its memory<extra></extra>",
    )
    low, high = min(1.0, min(percents) / 3), max(100.0, *percents)
    figure.add_shape(
        type="line", x0=100, x1=100, y0=0, y1=1, yref="paper", line={"color": theme.INK, "width": 2, "dash": "dash"}
    )
    figure.add_annotation(
        x=2, y=1, yref="paper", yanchor="bottom", text="full", showarrow=False, font={"color": theme.INK}
    )
    bounds = _log_range(low, high)
    bounds[1] += 0.55 * (bounds[1] - bounds[0])
    # In a column at the right, where no bar and no line runs through them.
    figure.add_scatter(
        x=[10 ** bounds[1]] * len(labels),
        y=labels,
        mode="text",
        text=list(texts),
        textposition="middle left",
        cliponaxis=False,
        hoverinfo="skip",
    )
    figure.update_xaxes(
        type="log",
        range=bounds,
        showgrid=False,
        dtick=max(1, round((bounds[1] - bounds[0]) / 5)),
        exponentformat="power",
    )
    figure.update_yaxes(autorange="reversed", ticks="", showgrid=False)
    figure.update_layout(margin={"l": 8, "r": 44, "t": 32, "b": 48}, bargap=0.35)
    return figure


def times(names: Sequence[str], seconds: Sequence[float], texts: Sequence[str]) -> go.Figure:
    """Time of one batch of lookups at each bandwidth, log axis; the text says the time in words."""
    figure = theme.base("time, × 10 a line", "", height=300, legend=False)
    figure.add_bar(
        orientation="h",
        y=list(names),
        x=list(seconds),
        marker={"color": theme.OKABE_ITO[0]},
        text=[f" {text}" for text in texts],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}:%{text}<extra></extra>",
    )
    low, high = _log_range(min(seconds) / 10, max(seconds))
    figure.update_xaxes(
        type="log", range=[low, high + 0.6 * (high - low)], showgrid=True, dtick=1, showticklabels=False, ticks=""
    )
    figure.update_yaxes(autorange="reversed", ticks="", showgrid=False)
    figure.update_layout(margin={"l": 8, "r": 16, "t": 12, "b": 40}, bargap=0.35)
    return figure


def _log_range(low: float, high: float) -> list[float]:
    return [log10(low), log10(high)]
