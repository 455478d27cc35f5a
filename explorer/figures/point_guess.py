"""A class's points in a picture, and the true one."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.figures import theme

Spot = tuple[float, float]


def traces(cloud: Sequence[Spot], truth: Spot | None = None) -> list[dict[str, Any]]:
    """Traces of the class's points, and of the true one after the reveal, which is larger and below them.

    >>> [trace["name"] for trace in traces([(1.0, 1.0)], (0.5, 0.5))], traces([])
    (['right', 'the class'], [])
    """
    found = [] if truth is None else [_dots("right", [truth], theme.OKABE_ITO[2], "diamond", 24, theme.INK)]
    return found + ([_dots("the class", cloud, theme.OKABE_ITO[4], "circle", 14, theme.PAPER)] if cloud else [])


def _dots(name: str, spots: Sequence[Spot], color: str, symbol: str, size: int, rim: str) -> dict[str, Any]:
    x, y = np.array(spots, np.float32).T.copy()
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": x,
        "y": y,
        "cliponaxis": False,  # a guess at the edge is whole
        "marker": {"size": size, "color": color, "symbol": symbol, "line": {"width": 1.5, "color": rim}},
        "hovertemplate": f"{name}: %{{x:.2f}}, %{{y:.2f}}<extra></extra>",
    }
