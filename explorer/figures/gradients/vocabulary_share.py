"""Share of a vocabulary that a batch reads, and token frequency by rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

Floats = NDArray[np.floating[Any]]


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
