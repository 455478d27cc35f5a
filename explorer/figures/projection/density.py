"""Lines around where the dots of a map are dense: inside them lie a quarter, a half and three quarters of all rows.

The rows are counted in the fields of a grid and smoothed a little. Then every field gets the share of all rows that lie
in fields at least as dense as it: a line at 0.5 is the border of the smallest area of the grid that holds half of them
(a highest density region; Hyndman 1996, "Computing and graphing highest density regions", The American Statistician
50(2)). Plotly draws the lines from these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme

FIELDS, SMOOTH = 96, 1.5
MANY = 100_000
"""Rows above which dots of one colour are painted by how many lie on one another (explorer/ui/plot/js/paint.js)."""
CROWD = " Where dots lie on one another a place is the darker the more they are, by the logarithm; zoom in to see each."
"""What a picture of more rows than that says of it."""
LEVELS = (0.25, 0.5, 0.75)
DASHES = ("solid", "dash", "dot")


@dataclass(frozen=True, eq=False)
class Held:
    """A grid over a picture: middles of its columns and rows, and of each field what denser fields hold with it.

    Attributes:
        x: (n,) middles of the columns.
        y: (m,) middles of the rows.
        shares: (m, n) from 0 (densest) to 1.
        inside: of each of `LEVELS` how many rows lie inside the line.
        rows: how many there are.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    shares: NDArray[np.float32]
    inside: tuple[int, ...]
    rows: int


def held(points: NDArray[np.floating], fields: int = FIELDS, smooth: float = SMOOTH) -> Held:
    """The grid over points (V, 2).

    Args:
        points: at least one.
        fields: across and up.
        smooth: standard deviation of the smoothing, in fields.

    >>> found = held(np.random.default_rng(0).normal(size=(4000, 2)))
    >>> [round(count / found.rows, 2) for count in found.inside]
    [0.26, 0.51, 0.76]
    """
    sides = np.ascontiguousarray(points.T)  # along two columns NumPy takes thirty times as long
    low, high = sides.min(axis=1).astype(np.float64), sides.max(axis=1).astype(np.float64)
    span = np.where(high > low, high - low, 1.0)
    low, high = low - 0.08 * span, high + 0.08 * span  # room for the smoothing, so that lines close
    counts, across, up = np.histogram2d(points[:, 0], points[:, 1], fields, [(low[0], high[0]), (low[1], high[1])])
    kernel = np.exp(-0.5 * (np.arange(-4, 5) / smooth) ** 2)
    kernel /= kernel.sum()
    soft = np.apply_along_axis(np.convolve, 0, counts, kernel, "same")
    soft = np.apply_along_axis(np.convolve, 1, soft, kernel, "same")
    order = np.argsort(-soft, axis=None, kind="stable")
    flat = np.empty(soft.size)
    flat[order] = np.cumsum(soft.ravel()[order]) / soft.sum()
    shares = flat.reshape(soft.shape)
    middles = [(edges[:-1] + edges[1:]) / 2 for edges in (across, up)]
    own = _between(shares, middles, points)
    inside = tuple(int((own <= level).sum()) for level in LEVELS)
    return Held(middles[0], middles[1], shares.T.astype(np.float32), inside, len(points))


def _between(
    shares: NDArray[np.float64], middles: list[NDArray[np.float64]], points: NDArray[np.floating]
) -> NDArray[np.float64]:
    """The share at each point, between the middles of four fields in a straight line each way, as lines are drawn."""
    places = [(points[:, axis] - at[0]) / (at[1] - at[0]) for axis, at in enumerate(middles)]
    x, y = (np.clip(place.astype(int), 0, len(shares) - 2) for place in places)
    right, top = places[0] - x, places[1] - y
    low = shares[x, y] * (1 - right) + shares[x + 1, y] * right
    high = shares[x, y + 1] * (1 - right) + shares[x + 1, y + 1] * right
    found: NDArray[np.float64] = low * (1 - top) + high * top
    return found


def said(found: Held) -> str:
    """What the lines enclose, as a sentence.

    >>> said(Held(np.zeros(1), np.zeros(1), np.zeros((1, 1), np.float32), (26, 51, 75), 100))
    ' Inside the solid line lie 26 of 100 rows, inside the dashed one 51, inside the dotted one 75.'
    """
    first, second, third = (f"{rows:,}" for rows in found.inside)
    return (
        f" Inside the solid line lie {first} of {found.rows:,} rows, inside the dashed one {second}, inside the dotted "
        f"one {third}."
    )


def lines(found: Held) -> list[dict[str, Any]]:
    """A trace for each line; they differ by their dashes, and their names are in the legend.

    >>> [trace["name"] for trace in lines(held(np.random.default_rng(0).normal(size=(99, 2))))]
    ['densest 25 %', 'densest 50 %', 'densest 75 %']
    """
    return [
        {
            "type": "contour",
            "x": found.x.astype(np.float32),
            "y": found.y.astype(np.float32),
            "z": found.shares,
            "contours": {"coloring": "none", "start": level, "end": level, "size": 1},
            "line": {"color": theme.INK, "width": 2, "dash": dash},
            "hoverinfo": "skip",
            "showscale": False,
            "showlegend": True,
            "name": f"densest {level:.0%}".replace("%", " %"),
        }
        for level, dash in zip(LEVELS, DASHES, strict=True)
    ]
