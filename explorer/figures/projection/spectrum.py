"""Spectrum of a table's components, beside that of a random table of the same shape."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.wording import share


def spectrum(
    squares: NDArray[np.float64], mean_parts: NDArray[np.float64], random: NDArray[np.float64], *, shown: int
) -> Spec:
    """Share of each component and their sum, beside those of a random table of the same shape.

    Args:
        squares: (k,) share of the sum of squares along each component; of the variance where the table is centred.
        mean_parts: (k,) how much of each is the mean row's; nothing where the table is centred.
        random: (k,) shares of a random table.
        shown: how many components are drawn.

    >>> spec = spectrum(np.array([0.7, 0.3]), np.zeros(2), np.array([0.5, 0.5]), shown=2)
    >>> [trace["name"] for trace in spec.data]
    ['this table', 'random table', 'this table, summed', 'random table, summed']
    """
    off_centre = bool(mean_parts.max(initial=0) > 0)
    what = "sum of squares" if off_centre else "variance"
    count = np.arange(1, min(shown, len(squares)) + 1, dtype=np.int16)
    last = len(count)
    table, noise = theme.category(0), theme.category(3)
    bar = {"type": "bar", "x": count, "marker": {"color": table["color"]}}
    data: list[dict[str, Any]] = []
    if off_centre:
        mean = {"color": table["color"], "opacity": 0.4, "pattern": {"shape": "/"}}
        data.append(bar | {"y": _percent(mean_parts[:last]), "name": "of it the mean row", "marker": mean})
    rest = np.maximum(squares - mean_parts, 0)
    data.append(bar | {"y": _percent(rest[:last]), "name": "of it the variance" if off_centre else "this table"})
    for name, values, style, dash, axis in (
        ("random table", random[:last], noise, "dot", "y"),
        ("this table, summed", np.cumsum(squares)[:last], table, "solid", "y2"),
        ("random table, summed", np.cumsum(random)[:last], noise, "dash", "y2"),
    ):
        line = {"color": style["color"], "dash": dash, "width": 2.5}
        curve = {"type": "scatter", "mode": "lines", "x": count, "y": _percent(values)}
        data.append(curve | {"name": name, "yaxis": axis, "line": line})
    made = layout(
        "component",
        f"% of the {what}",
        520,
        legend=True,
        x={"domain": [0, 1], "anchor": "y2"},
        y={"domain": [0.55, 1], "rangemode": "tozero"},
    )
    made["yaxis2"] = {
        "domain": [0, 0.45],
        "range": [0, 102],
        "dtick": 25,  # a line at one half, which the path asks for
        "title": {"text": "%, summed"},
        "ticks": "outside",
        "automargin": True,
        "zeroline": False,
    }
    return Spec(data, made | {"hovermode": "x unified", "barmode": "stack"})


def marked(spec: Spec, kept: int, held: float) -> Spec:
    """The picture with a line behind the last component that is kept, and what the first ones hold together.

    >>> marked(Spec([{"x": [1, 2]}], {}), 1, 0.25).layout["annotations"][0]["text"]
    'first 1: 25 %'
    """
    last = len(spec.data[0]["x"])
    line = {"color": theme.INK, "width": 2, "dash": "dash"}
    shape = {"type": "line", "yref": "paper", "x0": kept + 0.5, "x1": kept + 0.5, "y0": 0, "y1": 1, "line": line}
    note = {
        "x": kept + 0.5,
        "y": 0.5,  # between the two pictures
        "yref": "paper",
        "xanchor": "left" if 2 * kept < last else "right",
        "text": f"first {kept}: {share(held, digits=3)}",
        "showarrow": False,
    }
    return Spec(spec.data, spec.layout | {"shapes": [shape], "annotations": [note]})


def _percent(shares: NDArray[np.float64]) -> NDArray[np.float32]:
    return (shares * 100).astype(np.float32)


def random_spectrum(random: NDArray[np.float64], *, shown: int) -> Spec:
    """The picture of `spectrum` with the random table alone, shown before a guess.

    >>> [trace["name"] for trace in random_spectrum(np.array([0.5, 0.5]), shown=2).data]
    ['random table', 'random table, summed']
    """
    whole = spectrum(np.zeros_like(random), np.zeros_like(random), random, shown=shown)
    return Spec([trace for trace in whole.data if trace["name"].startswith("random")], whole.layout)
