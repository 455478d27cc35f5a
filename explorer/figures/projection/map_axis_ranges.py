"""Axis ranges of a map, and one scale for both axes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.wording import fixed

LEAST = 0.3
"""Minimum length of a map's axis, as a share of the longest."""


def edges(points: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper ends of the axes, (2,) or (3,) each: the points and 4 % around them.

    Points on a line get room beside it, for its names and for a picture that is more than a strip.

    >>> edges(np.array([[0.0, 5.0], [100.0, 5.0]], np.float32))
    (array([ -4., -10.]), array([104.,  20.]))
    """
    sides = np.ascontiguousarray(points.T)  # along two or three columns NumPy takes thirty times as long
    low, high = sides.min(axis=1).astype(np.float64), sides.max(axis=1).astype(np.float64)
    reach = high - low
    least = LEAST * float(reach.max()) if reach.any() else 2.0
    pad = np.maximum(reach * 0.04, (least - reach) / 2)
    return low - pad, high + pad


def component_titles(shares: NDArray[np.floating[Any]], components: Sequence[int]) -> list[str]:
    """Axis titles of some components (counted from 0), with their share of the variance.

    Short, since the title of an upright axis has the height of the picture at most.

    >>> component_titles(np.array([0.02, 0.017]), (0, 1))
    ['component 1 (2.0 %)', 'component 2 (1.7 %)']
    """
    return [f"component {c + 1} ({fixed(100 * shares[c], 1)} %)" for c in components]


def extent(points: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """(x0, y0, x1, y1) of the drawing area of points (V, 2): its `edges`.

    >>> extent(np.array([[0.0, 0.0], [100.0, 50.0]], np.float32))
    (-4.0, -2.0, 104.0, 52.0)
    """
    low, high = edges(points)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def to_scale(box: tuple[float, float, float, float], *, fitting: bool = False) -> dict[str, dict[str, Any]]:
    """Equal axes of a picture that shows at least `box`: one unit across is as long as one unit up.

    So what looks near is near: distances on the page are those of the data. Where the picture is wider than the box,
    its axis goes on to both sides; if it is `fitting`, the axes end with the box, and beside them is nothing.

    >>> to_scale((0, 0, 2, 1), fitting=True)["xaxis"]
    {'range': [0, 2], 'constrain': 'domain'}
    """
    more = {"constrain": "domain"} if fitting else {}
    return {
        "xaxis": {"range": [box[0], box[2]], **more},
        "yaxis": {"range": [box[1], box[3]], "scaleanchor": "x", "scaleratio": 1, **more},
    }
