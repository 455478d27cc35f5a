"""Pictures of which rows learn: gradients by row, one step, shares of books, the blackboard. Plain dicts, see spec."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.cell_strips import cell_texts
from explorer.figures.label_text import plain
from explorer.figures.spec import Spec, layout

ROW_HEIGHT = 24
LONGEST = 12  # characters of a token's name on an axis
BOARD_HEIGHT = 30  # height of a row with numbers in its cells
Floats = NDArray[np.floating[Any]]
Panel = tuple[str, Floats, Sequence[str]]


def blocks(
    panels: Sequence[Panel], *, height: int | None = None, numbers: bool = False, framed: Iterable[int] = ()
) -> Spec:
    """Matrices side by side on one colour scale centred at 0: (title, (rows, D), names of the rows).

    A panel without names shares those of the panel to its left; the last of several has its names in the right margin.
    `framed`: rows of the first panel with a frame around them.
    """
    tallest = max((len(matrix) for _, matrix, _ in panels), default=0)
    made = layout(
        "",
        "",
        height or (100 + BOARD_HEIGHT * max(tallest, 5) if numbers else 160 + ROW_HEIGHT * max(tallest, 3)),
        margin={"l": 8, "r": 28 if numbers else 8, "t": 56, "b": 36 if numbers else 84},
    )
    limit = max([float(np.abs(matrix).max(initial=0)) for _, matrix, _ in panels] + [1e-9])
    last = len(panels) - 1
    gaps = [0.0 if at == 0 else 0.2 if names and at < last else 0.03 for at, (_, _, names) in enumerate(panels)]
    width = (1 - sum(gaps)) / max(len(panels), 1)
    right, traces, notes = 0.0, [], []
    for number, ((title, matrix, names), gap) in enumerate(zip(panels, gaps, strict=True), 1):
        tail = "" if number == 1 else str(number)
        left, right = right + gap, min(right + gap + width, 1.0)
        traces.append(_block(title, matrix, tail, limit, numbers, last=number == len(panels)))
        bare = {"showgrid": False, "zeroline": False, "showline": False, "ticks": ""}
        made[f"xaxis{tail}"] = {
            "domain": [left, right],
            "anchor": f"y{tail}",
            "title": {"text": "dimension" if number == (len(panels) + 1) // 2 and not numbers else ""},
            "showticklabels": False,
            **bare,
        }
        made[f"yaxis{tail}"] = {
            "anchor": f"x{tail}",
            "range": [max(tallest, 5 if numbers else 6) - 0.5, -0.5],
            "tickvals": list(range(len(names))),
            "ticktext": [plain(name, 16) for name in names],
            "side": "right" if number > 1 and number == len(panels) else "left",
            "automargin": True,
            **bare,
        }
        at = {"x": (left + right) / 2, "y": 1, "xref": "paper", "yref": "paper"}
        anchor = {"xanchor": "center", "yanchor": "bottom", "showarrow": False, "font": {"size": theme.FONT_SIZE}}
        notes.append({"text": title, **at, **anchor})
    edge = {"type": "rect", "x0": -0.5, "line": {"color": theme.INK, "width": 3}}
    frames = [edge | {"x1": panels[0][1].shape[1] - 0.5, "y0": row - 0.5, "y1": row + 0.5} for row in framed]
    return Spec(traces, made | {"annotations": notes, "shapes": frames})


def _block(title: str, matrix: Floats, tail: str, limit: float, numbers: bool, *, last: bool) -> dict[str, Any]:
    bar = {"orientation": "h", "thickness": 12, "outlinewidth": 0, "nticks": 5}
    texts = {"text": cell_texts(matrix, limit), "texttemplate": "%{text}", "textfont": {"size": 18}} if numbers else {}
    return {
        "type": "heatmap",
        "z": np.asarray(matrix, np.float32),
        "xaxis": f"x{tail}",
        "yaxis": f"y{tail}",
        "zmin": -limit,
        "zmax": limit,
        "colorscale": theme.DIVERGING,
        "showscale": last and not numbers,
        "colorbar": bar | {"yref": "container", "y": 0, "yanchor": "bottom"},
        "xgap": 1,
        "ygap": 1,
        "hovertemplate": "%{z:.4g}<br>row %{y}, dimension %{x}<extra></extra>",
        "name": title,
    } | texts


def movement(names: Sequence[str], groups: Sequence[str], ways: Mapping[str, Floats], *, wide: bool = False) -> Spec:
    """Distance that each row moved: one bar per method, each row labelled with its text; `wide`: both in one line."""
    traces = [
        {
            "type": "bar",
            "x": np.asarray(distances, np.float32),
            "y": list(range(len(names))),
            "orientation": "h",
            "name": way,
            "marker": {"color": theme.OKABE_ITO[number], "pattern": {"shape": ["", "/"][number % 2]}},
            "customdata": list(groups),
            "hovertemplate": "%{x:.4g}<br>%{customdata}<extra>" + way + "</extra>",
        }
        for number, (way, distances) in enumerate(ways.items())
    ]
    ticks = {
        "tickvals": list(range(len(names))),
        "ticktext": [
            f"{group} · {plain(name, LONGEST)}" if wide else f"{plain(name, LONGEST)}<br>{group}"
            for name, group in zip(names, groups, strict=True)
        ],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
    }
    height = 150 + 2 * ROW_HEIGHT * max(len(names), 3)
    # A fixed range: an automatic one makes Plotly measure and redraw everything for every step length.
    across = {"range": [0, 1.05 * max(float(np.max(distances, initial=0)) for distances in ways.values()) or 1]}
    made = layout("distance moved", "", height, legend=True, x=across, y=ticks, margin={"t": 48, "l": 8})
    return Spec(traces, made | {"barmode": "group", "bargap": 0.25})


def shares(
    curves: Mapping[str, tuple[Sequence[int], Floats, Floats]], *, chosen: int, uniform: Floats, name: str
) -> Spec:
    """Share of the rows touched (0 to 1) against tokens in a batch: name → (sizes, mean, spread).

    ``uniform`` is the same for ids drawn evenly, on the sizes of the first curve, for the tokenizer ``name``. Before a
    guess there is that line alone.
    """
    traces = [
        _curve(number, title, sizes, mean, "%{x:,} tokens: %{y:.2%}")
        | {"error_y": {"array": np.asarray(spread, np.float32), "thickness": 1}}
        for number, (title, (sizes, mean, spread)) in enumerate(curves.items())
    ]
    sizes = [64 * 2**power for power in range(len(uniform))]
    traces.append(
        {
            "type": "scatter",
            "x": sizes,
            "y": np.asarray(uniform, np.float32),
            "mode": "lines",
            "name": f"if all {name} rows were alike",
            "line": {"color": theme.INK, "dash": "dot", "width": 1},
            "hovertemplate": "%{x:,} tokens: %{y:.2%}<extra>all alike</extra>",
        }
    )
    ticks = {"type": "log", "tickvals": [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1], "tickformat": "~%"}
    made = layout(
        "tokens in the batch",
        "share of the rows read",
        480,
        legend=True,
        x={"type": "log", "dtick": 1, "tickformat": "~s"},
        y=ticks,
    )
    look = {"color": theme.INK, "width": 1, "dash": "dash"}
    line = {"type": "line", "x0": chosen, "x1": chosen, "y0": 0, "y1": 1, "yref": "y domain", "line": look}
    return Spec(traces, made | {"shapes": [line]})


def ranks(curves: Mapping[str, tuple[Sequence[int], Sequence[int]]]) -> Spec:
    """Token frequency by rank, both logarithmic, and the line of Zipf's law: first ÷ rank."""
    traces = [
        _curve(number, title, rank, count, "rank %{x:,}: %{y:,} times")
        for number, (title, (rank, count)) in enumerate(curves.items())
    ]
    rank, count = next(iter(curves.values()))
    ends = [rank[0], rank[-1]]
    traces.append(
        {
            "type": "scatter",
            "x": ends,
            "y": [count[0] / end for end in ends],
            "mode": "lines",
            "name": "first ÷ rank",
            "line": {"color": theme.INK, "dash": "dot", "width": 1},
            "hoverinfo": "skip",
        }
    )
    log = {"type": "log", "dtick": 1, "tickformat": "~s"}
    return Spec(traces, layout("rank (1: the most frequent)", "times in the book", 400, legend=True, x=log, y=log))


def _curve(number: int, title: str, x: Sequence[int], y: Any, hover: str) -> dict[str, Any]:
    look = theme.category(number)
    return {
        "type": "scatter",
        "x": list(x),
        "y": np.asarray(y, np.float32),
        "mode": "lines+markers",
        "name": title,
        "line": {"color": look["color"], "dash": look["dash"]},
        "marker": {"symbol": look["symbol"], "size": 8},
        "hovertemplate": f"{hover}<extra>{title}</extra>",
    }


def bars(names: Sequence[str], values: Floats, *, title: str, texts: Sequence[str], more: Floats | None = None) -> Spec:
    """One bar per name, with its value written at its end; `more` adds a thin second mark per bar (the median, say)."""
    ticks = {"autorange": "reversed", "showgrid": False}
    made = layout(title, "", 90 + 44 * max(len(names), 2), x={"rangemode": "tozero"}, y=ticks, margin={"l": 8, "t": 12})
    trace = {
        "type": "bar",
        "x": np.asarray(values, np.float64),
        "y": list(names),
        "orientation": "h",
        "text": list(texts),
        "textposition": "auto",
        "marker": {"color": theme.OKABE_ITO[0]},
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }
    if more is None:
        return Spec([trace], made)
    mark = {"symbol": "line-ns-open", "size": 22, "color": theme.INK, "line": {"width": 3, "color": theme.INK}}
    median = {"type": "scatter", "mode": "markers", "x": np.asarray(more, np.float64), "y": list(names)}
    return Spec([trace, median | {"marker": mark, "hovertemplate": "median %{x:.3g}<extra></extra>"}], made)
