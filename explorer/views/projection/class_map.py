"""The map of a class's sentences, for the projector: a line leads from each dot to the one nearest in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.data.cache import cached
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain, sides
from explorer.sentences.class_map import Places, places
from explorer.views.table import Table
from explorer.views.view import View
from explorer.wording import count, quoted

WIDE, HIGH = 1400.0, 330.0
"""Width and height of the plot on a projector of 1920 by 1080 pixels, over its type's scale."""
LEAST, NAMED = 0.1, 60
"""Least range of an axis, and how many of the newest may have their words beside them."""


@cached(16, expires=True)
def class_map(lines: tuple[str, ...]) -> View:
    """The map of one or more sentences in the order in which they came; the last one is marked.

    >>> class_map(("I swam in the sea", "We stayed at home")).table["line"]
    ['I swam in the sea', 'We stayed at home']
    """
    found = places(lines)
    last = len(lines) - 1
    near = found.nearest[last]
    sentence = f"{count(len(lines), 'sentence')} on the map."
    if last:
        sentence += f" The newest: {quoted(lines[last])}. The model puts it nearest to {quoted(lines[near])}."
        sentence += " Each line leads to the nearest sentence by all 384 numbers. A map shows two directions."
    return View(
        _drawn(lines, found),
        sentence,
        lambda: Table(
            {
                "line": list(lines),
                "across": found.xy[:, 0].round(3),
                "up": found.xy[:, 1].round(3),
                "nearest": [lines[at] for at in found.nearest],
            },
            "class_map",
        ),
    )


def _drawn(lines: Sequence[str], found: Places) -> Spec:
    last, xy = len(lines) - 1, found.xy
    half = np.maximum(np.ptp(xy, axis=0), LEAST) * 0.6
    low = (xy.min(axis=0) + xy.max(axis=0)) / 2 - half
    xs, ys = ((xy - low) / (2 * half) * (WIDE, HIGH)).T
    # The newest and its nearest have the first choice of room for their words.
    order = list(dict.fromkeys((last, found.nearest[last], *range(last, -1, -1))))
    rank = {at: place for place, at in enumerate(order)}
    names, sites = [""] * len(lines), [""] * len(lines)
    for most in (44, 30, 20, 12):
        names = [
            names[at] if sites[at] else plain(line, most) if rank[at] < NAMED else "" for at, line in enumerate(lines)
        ]
        made = sides(
            [float(xs[at]) for at in order],
            [float(HIGH - ys[at]) for at in order],
            [names[at] for at in order],
            width=WIDE,
            marks=[7.0] * len(order),
            every=False,
        )
        sites = [place for _, place in sorted(zip(order, made, strict=True))]
        if all(sites):
            break
    pairs = sorted({(min(at, near), max(at, near)) for at, near in enumerate(found.nearest) if at != near})
    ties: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines",
        "x": [value for one, other in pairs for value in (xy[one, 0], xy[other, 0], None)],
        "y": [value for one, other in pairs for value in (xy[one, 1], xy[other, 1], None)],
        "line": {"color": theme.GREY, "width": 1},
        "hoverinfo": "skip",
    }
    dots: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers+text",
        "x": xy[:, 0],
        "y": xy[:, 1],
        "text": [name if place else "" for name, place in zip(names, sites, strict=True)],
        "textposition": [place or "top center" for place in sites],
        "cliponaxis": False,
        "customdata": [plain(line) for line in lines],
        "hovertemplate": "%{customdata}<extra></extra>",
        "marker": {
            "size": [14 if at == last else 9 for at in range(len(lines))],
            "symbol": ["diamond" if at == last else "circle" for at in range(len(lines))],
            "color": [theme.OKABE_ITO[3 if at == last else 0] for at in range(len(lines))],
        },
    }
    bare: dict[str, Any] = {"showticklabels": False, "zeroline": False, "showgrid": False, "ticks": ""}
    x, y = ({"range": [float(a), float(a + 2 * b)]} | bare for a, b in zip(low, half, strict=True))
    return Spec([ties, dots], layout("", "", 440, x=x, y=y))
