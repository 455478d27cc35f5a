"""Figures of two tables of the same words: each word twice with a line between, and how far words agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.map_axis_ranges import to_scale

BINS = 40


def twice(
    one: NDArray[Any],
    other: NDArray[Any],
    words: Sequence[str],
    labels: Sequence[Label],
    *,
    names: tuple[str, str],
    box: tuple[float, float, float, float],
    revision: str,
) -> Spec:
    """Words of two tables on the same two axes, a line from each word's point in one to its point in the other.

    Args:
        one: (n, 2) points by the first table.
        other: (n, 2) points by the second.
        words: n of them.
        labels: those that are written, beside their points by the second table.
        names: of the two tables.
        box: (x0, y0, x1, y1) of the drawing area.
        revision: zoom is kept while this stays the same.

    >>> spots = np.zeros((2, 2), np.float32)
    >>> spec = twice(spots, spots + 1, ["a", "b"], [], names=("x", "y"), box=(0, 0, 1, 1), revision="")
    >>> [trace.get("name") for trace in spec.data]
    [None, 'x', 'y']
    """
    gaps = np.full((len(words), 3, 2), np.nan, np.float32)
    gaps[:, 0], gaps[:, 1] = one, other
    across, up = gaps.reshape(-1, 2).T
    line = {"color": theme.GREY, "width": 1.5}
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": np.ascontiguousarray(across),
            "y": np.ascontiguousarray(up),
            "mode": "lines",
            "line": line,
            "hoverinfo": "skip",
            "showlegend": False,
        }
    ]
    for number, (name, spots, symbol) in enumerate(zip(names, (one, other), ("circle", "diamond"), strict=True)):
        data.append(
            {
                "type": "scatter",
                "x": np.asarray(spots[:, 0], np.float32),
                "y": np.asarray(spots[:, 1], np.float32),
                "mode": "markers",
                "marker": {"size": 10, "symbol": symbol, "color": theme.category(number)["color"]},
                "text": [plain(word) for word in words],
                "hovertemplate": f"%{{text}}<extra>{plain(name)}</extra>",
                "name": plain(name),
            }
        )
    sides = to_scale(box, fitting=True)
    titles = ("component 1 of these words", "component 2 of these words")
    made: dict[str, Any] = layout(*titles, 480, legend=True, x=sides["xaxis"], y=sides["yaxis"])
    made |= {
        "annotations": [annotation(other[label.row], label) for label in labels],
        "meta": {"labels": True},
        "uirevision": revision,
    }
    return Spec(data, made)


def agreement(cosines: NDArray[np.float64], chance: NDArray[np.float64]) -> Spec:
    """Histogram of the words' agreement, as steps, beside that of shuffled words.

    >>> spec = agreement(np.array([0.9, 0.8]), np.array([0.0, 0.1]))
    >>> [float(trace["y"].sum()) for trace in spec.data]
    [100.0, 100.0]
    """
    low = float(np.floor(10 * min(cosines.min(), chance.min(), 0.0)) / 10)
    edges = np.linspace(low, 1.0, BINS + 1)
    middles = ((edges[1:] + edges[:-1]) / 2).astype(np.float32)
    data = []
    for number, (name, values) in enumerate((("the same word", cosines), ("words shuffled", chance))):
        look = theme.category(number)
        share = 100 * np.histogram(np.clip(values, low, 1.0), edges)[0] / len(values)
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": middles,
                "y": share.astype(np.float32),
                "line": {"shape": "hvh", "color": look["color"], "dash": look["dash"], "width": 2.5},
                "name": name,
                "hovertemplate": "around %{x:.2f}: %{y:.1f} % of the words<extra>" + name + "</extra>",
            }
        )
    made = layout("cosine of a word with itself after the turn", "words, %", 320, legend=True)
    return Spec(data, made)
