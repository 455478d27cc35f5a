"""Labels that don't cover each other: greedy placement on a grid of pixels.

The most important point goes first and takes the first free place of right, left, above, below; a point that finds none
stays without a label. Widths are estimated from the number of characters, on the wide side, so that no font needs to be
measured.

Source: the greedy rule and the order of places follow Christensen, Marks and Shieber 1995, "An Empirical Study of
Algorithms for Point-Feature Label Placement", §3.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

PLACES = ("middle right", "middle left", "top center", "bottom center")
WIDE = 0.62
"""Width of one character in units of the font size; an ordinary sans-serif needs about 0.55."""
CELL = 8.0
"""Side of a cell of the occupancy grid in pixels."""


@dataclass(frozen=True)
class Placed:
    """A label that found room: which point, where beside it, and its box (left, top, right, bottom) in pixels."""

    index: int
    place: str
    box: tuple[float, float, float, float]


def place_labels(
    points: ArrayLike,
    texts: Sequence[str],
    *,
    width: float,
    height: float,
    bounds: tuple[float, float, float, float] | None = None,
    font: float = 14.0,
    gap: float = 6.0,
    limit: int = 60,
) -> list[Placed]:
    """Choose which points get a label and on which side.

    Args:
        points: (n, 2) data coordinates, most important first.
        texts: n labels.
        width: of the drawing area in pixels.
        height: of the same.
        bounds: (x0, y0, x1, y1) of the drawing area in data coordinates; None takes the extent of the points.
        font: size in pixels.
        gap: between a point and its label, in pixels.
        limit: at most so many labels.

    >>> points = [[1, 1], [1, 1.1], [2, 2]]
    >>> [label.place for label in place_labels(points, "abc", width=300, height=200, bounds=(0, 0, 3, 3))]
    ['middle right', 'middle left', 'middle right']
    """
    spots = np.asarray(points, np.float64).reshape(-1, 2)
    if not len(spots):
        return []
    low, high = (np.array(bounds[:2]), np.array(bounds[2:])) if bounds else (spots.min(axis=0), spots.max(axis=0))
    span = np.where(high > low, high - low, 1.0)
    pixels = (spots - low) / span * [width, height]
    pixels[:, 1] = height - pixels[:, 1]
    taken = np.zeros((int(height / CELL) + 2, int(width / CELL) + 2), bool)
    found: list[Placed] = []
    for index, (x, y) in enumerate(pixels):
        if len(found) == limit:
            break
        if not (0 <= x <= width and 0 <= y <= height):
            continue
        for place, box in _boxes(float(x), float(y), WIDE * font * len(texts[index]), font * 1.25, gap):
            if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
                continue
            cells = taken[int(box[1] / CELL) : int(box[3] / CELL) + 1, int(box[0] / CELL) : int(box[2] / CELL) + 1]
            if not cells.any():
                cells[:] = True
                found.append(Placed(index, place, box))
                break
        # The point itself takes room too, so that no later label covers it.
        taken[int(y / CELL), int(x / CELL)] = True
    return found


def _boxes(
    x: float, y: float, wide: float, tall: float, gap: float
) -> list[tuple[str, tuple[float, float, float, float]]]:
    middle = (y - tall / 2, y + tall / 2)
    across = (x - wide / 2, x + wide / 2)
    return [
        (PLACES[0], (x + gap, middle[0], x + gap + wide, middle[1])),
        (PLACES[1], (x - gap - wide, middle[0], x - gap, middle[1])),
        (PLACES[2], (across[0], y - gap - tall, across[1], y - gap)),
        (PLACES[3], (across[0], y + gap, across[1], y + gap + tall)),
    ]


def overlaps(labels: Sequence[Placed]) -> int:
    """How many pairs of labels cover each other (0 for what `place_labels` returns).

    >>> overlaps([Placed(0, "", (0, 0, 10, 10)), Placed(1, "", (5, 5, 15, 15)), Placed(2, "", (20, 0, 30, 9))])
    1
    """
    boxes: NDArray[np.float64] = np.array([label.box for label in labels], np.float64).reshape(-1, 4)
    apart = (
        (boxes[:, None, 2] <= boxes[None, :, 0])
        | (boxes[:, None, 0] >= boxes[None, :, 2])
        | (boxes[:, None, 3] <= boxes[None, :, 1])
        | (boxes[:, None, 1] >= boxes[None, :, 3])
    )
    return int((~apart).sum() - len(labels)) // 2
