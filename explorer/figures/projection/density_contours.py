"""Density contours of a map's dots, which enclose a quarter, a half and three quarters of all rows.

The rows are counted in the fields of a grid and smoothed a little. Then each row gets the density at its own point, and
a line is drawn at the density that half of the rows reach (a highest density region, its level taken from the rows
themselves: Hyndman 1996, "Computing and graphing highest density regions", The American Statistician 50(2)). The
smoothed density alone would not do: where rows are few it reaches beyond them, and a line that holds half of it holds
more than half of the rows. Plotly draws the lines from these numbers.

The grid spans the middle nine tenths of the rows each way and half as much again beyond them, so that one row far away
doesn't make its fields as large as the crowd; a row outside of it counts as being in no dense region.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.wording import share

FIELDS, SMOOTH = 96, 1.5
MANY = 100_000
"""Rows above which dots of one colour are painted by how many lie on one another (explorer/ui/plot/js/rasterize.js)."""
CROWD = " Where dots lie on one another a place is the darker the more they are, by the logarithm; zoom in to see each."
"""Sentence for a picture of more rows than that."""
LEVELS = (0.25, 0.5, 0.75)
DASHES = ("solid", "dash", "dot")


@dataclass(frozen=True, eq=False)
class Density:
    """A grid over a picture: middles of its columns and rows, and how dense each field is.

    Attributes:
        x: (n,) middles of the columns.
        y: (m,) middles of the rows.
        dense: (m, n) from 0 to 1, the densest.
        levels: the density of each line.
        inside: how many rows lie inside each.
        rows: how many there are.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    dense: NDArray[np.float32]
    levels: tuple[float, ...]
    inside: tuple[int, ...]
    rows: int


def density(points: NDArray[np.floating], fields: int = FIELDS, smooth: float = SMOOTH) -> Density:
    """The grid over points (V, 2).

    Args:
        points: at least one.
        fields: across and up.
        smooth: standard deviation of the smoothing, in fields.

    >>> found = density(np.random.default_rng(0).normal(size=(4000, 2)))
    >>> found.inside
    (1000, 2000, 3000)
    """
    sides = np.ascontiguousarray(points.T)  # along two columns NumPy takes thirty times as long
    low, high = np.array([_range(side) for side in sides]).T
    counts, across, up = np.histogram2d(sides[0], sides[1], fields, [(low[0], high[0]), (low[1], high[1])])
    kernel = np.exp(-0.5 * (np.arange(-4, 5) / smooth) ** 2)
    kernel /= kernel.sum()
    soft = np.apply_along_axis(np.convolve, 0, counts, kernel, "same")
    soft = np.apply_along_axis(np.convolve, 1, soft, kernel, "same")
    soft[[0, -1]], soft[:, [0, -1]] = 0, 0  # lines close before the grid ends
    soft /= soft.max() or 1.0
    middles = [(edges[:-1] + edges[1:]) / 2 for edges in (across, up)]
    own = _between(soft, middles, sides)
    order = np.sort(own)[::-1]
    levels = tuple(_level(order, round(level * len(order))) for level in LEVELS)
    inside = tuple(int((own >= level).sum()) for level in levels)
    return Density(middles[0], middles[1], soft.T.astype(np.float32), levels, inside, len(order))


def _range(side: NDArray[np.floating]) -> tuple[float, float]:
    """Range of the grid along one axis, with room for the smoothing."""
    low, high = float(side.min()), float(side.max())
    first, last = (float(end) for end in np.quantile(side, (0.05, 0.95)))
    pad = 0.08 * (high - low if high > low else 1.0)
    beyond = (last - first) / 2 if last > first else np.inf
    return max(low - pad, first - beyond), min(high + pad, last + beyond)


def _level(order: NDArray[np.float64], rows: int) -> float:
    """Contour level around so many rows: between the last one inside and the first one outside.

    Args:
        order: all rows' densities, the highest first.
        rows: wanted inside; rows of the same density are all inside.
    """
    last = order[max(rows, 1) - 1]
    return float((last + max(order[order < last], default=0.0)) / 2)


def _between(
    dense: NDArray[np.float64], middles: list[NDArray[np.float64]], sides: NDArray[np.floating]
) -> NDArray[np.float64]:
    """Bilinear interpolation of the density at each point, as Plotly draws the lines."""
    coordinates = [(side - at[0]) / (at[1] - at[0]) for side, at in zip(sides, middles, strict=True)]
    x, y = (np.clip(along, 0, len(dense) - 2).astype(int) for along in coordinates)
    right, top = coordinates[0] - x, coordinates[1] - y
    low = dense[x, y] * (1 - right) + dense[x + 1, y] * right
    high = dense[x, y + 1] * (1 - right) + dense[x + 1, y + 1] * right
    off = np.any([(along < 0) | (along > len(dense) - 1) for along in coordinates], axis=0)
    found: NDArray[np.float64] = np.where(off, 0.0, low * (1 - top) + high * top)
    return found


def density_sentence(found: Density) -> str:
    """Sentence on what the lines enclose.

    >>> zero = np.zeros(1)
    >>> density_sentence(Density(zero, zero, np.zeros((1, 1), np.float32), (0.9, 0.5, 0.1), (25, 50, 75), 100))
    ' Inside the solid line lie 25 of 100 rows, inside the dashed one 50, inside the dotted one 75.'
    """
    first, second, third = (f"{rows:,}" for rows in found.inside)
    return (
        f" Inside the solid line lie {first} of {found.rows:,} rows, inside the dashed one {second}, inside the dotted "
        f"one {third}."
    )


def lines(found: Density) -> list[dict[str, Any]]:
    """A trace for each line; they differ by their dashes, and their names say what share of the rows each holds.

    >>> [trace["name"] for trace in lines(density(np.random.default_rng(0).normal(size=(80, 2))))]
    ['densest 25 %', 'densest 50 %', 'densest 75 %']
    """
    return [
        {
            "type": "contour",
            "x": found.x.astype(np.float32),
            "y": found.y.astype(np.float32),
            "z": found.dense,
            "contours": {"coloring": "none", "start": level, "end": level, "size": 1},
            "line": {"color": theme.INK, "width": 2, "dash": dash},
            "hoverinfo": "skip",
            "showscale": False,
            "showlegend": True,
            "name": f"densest {share(rows, found.rows)}",
        }
        for level, rows, dash in zip(found.levels, found.inside, DASHES, strict=True)
    ]
