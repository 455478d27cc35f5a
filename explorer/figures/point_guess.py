"""Point guess in a picture: the grid to tap, the guesses of the visitor and of the class, and the true point."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.figures import theme

Spot = tuple[float, float]


@dataclass(frozen=True)
class Marks:
    """Marks over a picture of a question about a point.

    Attributes:
        grid: points to tap: x values and y values; None after the reveal.
        guess: this visitor's point.
        cloud: the points of a class.
        truth: the true point; None before the reveal.
    """

    grid: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    guess: Spot | None = None
    cloud: tuple[Spot, ...] = ()
    truth: Spot | None = None


def traces(marks: Marks) -> list[dict[str, Any]]:
    """Traces of the marks; the grid is an invisible heatmap, so that any tap hits one of its cells.

    >>> [trace["name"] for trace in traces(Marks(((0.0, 1.0), (0.0, 1.0)), (0.0, 1.0), ((1.0, 1.0),), (0.5, 0.5)))]
    ['tap', 'right', 'the class', 'your guess']
    """
    found: list[dict[str, Any]] = []
    if marks.grid is not None:
        across, up = (np.array(side, np.float32) for side in marks.grid)
        found.append(
            {
                "type": "heatmap",
                "name": "tap",
                "x": across,
                "y": up,
                "z": np.zeros((len(up), len(across)), np.int8),
                "opacity": 0,
                "showscale": False,
                "showlegend": False,
                "hoverinfo": "none",
            }
        )
    if marks.truth is not None:  # below the class's, which it would cover, and larger
        found.append(_dots("right", [marks.truth], theme.OKABE_ITO[2], "diamond", 24, theme.INK))
    if marks.cloud:
        found.append(_dots("the class", marks.cloud, theme.OKABE_ITO[4], "circle", 14, theme.PAPER))
    if marks.guess is not None:
        found.append(_dots("your guess", [marks.guess], theme.INK, "star", 17, theme.PAPER))
    return found


def _dots(name: str, spots: Sequence[Spot], color: str, symbol: str, size: int, rim: str) -> dict[str, Any]:
    x, y = np.array(spots, np.float32).T.copy()
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": x,
        "y": y,
        "marker": {"size": size, "color": color, "symbol": symbol, "line": {"width": 1.5, "color": rim}},
        "hovertemplate": f"{name}: %{{x:.2f}}, %{{y:.2f}}<extra></extra>",
    }
