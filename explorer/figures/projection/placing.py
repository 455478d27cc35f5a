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
from numpy.typing import ArrayLike

PLACES = ("middle right", "middle left", "top center", "bottom center")
WIDE = 0.62
"""Width of one character in units of the font size; an ordinary sans-serif needs about 0.55."""
TALL = 1.5
"""Height of a line in units of the font size."""
CELL = 8.0
"""Side of a cell of the occupancy grid in pixels."""


Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Placed:
    """A label that found room: which point, where beside it, and its box (left, top, right, bottom) at each size."""

    index: int
    place: str
    boxes: tuple[Box, ...]


def place_labels(
    points: ArrayLike,
    texts: Sequence[str],
    *,
    sizes: Sequence[tuple[float, float]],
    bounds: tuple[float, float, float, float] | None = None,
    font: float = 14.0,
    gap: float = 6.0,
    limit: int = 60,
) -> list[Placed]:
    """Choose which points get a label and on which side.

    Args:
        points: (n, 2) data coordinates, most important first.
        texts: n labels.
        sizes: (width, height) of the drawing area in pixels; a label must find room at each of them, since nobody
            knows how large the visitor's window is.
        bounds: (x0, y0, x1, y1) of the drawing area in data coordinates; None takes the extent of the points.
        font: size in pixels.
        gap: between a point and its label, in pixels.
        limit: at most so many labels.

    >>> points = [[1, 1], [1, 1.1], [2, 2]]
    >>> [label.place for label in place_labels(points, "abc", sizes=[(300, 200)], bounds=(0, 0, 3, 3))]
    ['middle right', 'middle left', 'middle right']
    """
    spots = np.asarray(points, np.float64).reshape(-1, 2)
    if not len(spots):
        return []
    low, high = (np.array(bounds[:2]), np.array(bounds[2:])) if bounds else (spots.min(axis=0), spots.max(axis=0))
    share = (spots - low) / np.where(high > low, high - low, 1.0)
    share[:, 1] = 1 - share[:, 1]
    inside = ((share >= 0) & (share <= 1)).all(axis=1)
    # A grid's row is one whole number with a bit per cell: looking at a label's cells is then a few steps.
    taken = [[0] * (int(height / CELL) + 2) for _, height in sizes]
    found: list[Placed] = []
    places = share.tolist()
    for index in np.flatnonzero(inside).tolist():
        if len(found) == limit:
            break
        label = (WIDE * font * len(texts[index]), font * TALL)
        pixels = [(places[index][0] * width, places[index][1] * height) for width, height in sizes]
        for place in PLACES:
            boxes = []
            for grid, pixel, size in zip(taken, pixels, sizes, strict=True):
                box = _box(place, *pixel, *label, gap)
                if not _is_free(grid, box, *size):
                    break
                boxes.append(box)
            else:  # free at every size
                for grid, box in zip(taken, boxes, strict=True):
                    _take(grid, box)
                found.append(Placed(index, place, tuple(boxes)))
                break
        # The point itself takes room too, so that no later label covers it.
        for grid, (x, y) in zip(taken, pixels, strict=True):
            grid[int(y / CELL)] |= 1 << int(x / CELL)
    return found


def to_scale(sizes: Sequence[tuple[float, float]], bounds: Box) -> list[tuple[float, float]]:
    """How large `bounds` are drawn in areas of some sizes where one unit across is as long as one up.

    >>> to_scale([(300, 100)], (0, 0, 2, 1)), to_scale([(100, 300)], (0, 0, 2, 1))
    ([(200.0, 100.0)], [(100.0, 50.0)])
    """
    wide, tall = (max(bounds[2 + side] - bounds[side], 1e-12) for side in (0, 1))
    scales = [min(width / wide, height / tall) for width, height in sizes]
    return [(wide * scale, tall * scale) for scale in scales]


def _is_free(grid: list[int], box: Box, width: float, height: float) -> bool:
    """Whether a box lies within the drawing area, on cells that nothing has taken."""
    left, top, right, bottom = box
    if left < 0 or top < 0 or right > width or bottom > height:
        return False
    columns = _columns(left, right)
    for row in grid[int(top / CELL) : int(bottom / CELL) + 1]:  # noqa: SIM110 - four times as fast as a generator
        if row & columns:
            return False
    return True


def _take(grid: list[int], box: Box) -> None:
    left, top, right, bottom = box
    columns = _columns(left, right)
    for row in range(int(top / CELL), int(bottom / CELL) + 1):
        grid[row] |= columns


def _columns(left: float, right: float) -> int:
    """The bits of the cells from one edge to the other."""
    first, last = int(left / CELL), int(right / CELL)
    return ((1 << (last - first + 1)) - 1) << first


def _box(place: str, x: float, y: float, wide: float, tall: float, gap: float) -> Box:
    """Where the label would lie at one of `PLACES`."""
    if place == PLACES[0]:
        return x + gap, y - tall / 2, x + gap + wide, y + tall / 2
    if place == PLACES[1]:
        return x - gap - wide, y - tall / 2, x - gap, y + tall / 2
    if place == PLACES[2]:
        return x - wide / 2, y - gap - tall, x + wide / 2, y - gap
    return x - wide / 2, y + gap, x + wide / 2, y + gap + tall


def overlaps(labels: Sequence[Placed]) -> int:
    """How many pairs of labels cover each other at any size (0 for what `place_labels` returns).

    >>> boxes = [(0, 0, 10, 10), (5, 5, 15, 15), (20, 0, 30, 9)]
    >>> overlaps([Placed(0, "", (box,)) for box in boxes])
    1
    """
    count = 0
    for at_width in zip(*(label.boxes for label in labels), strict=True):
        boxes = np.array(at_width, np.float64)
        apart = (
            (boxes[:, None, 2] <= boxes[None, :, 0])
            | (boxes[:, None, 0] >= boxes[None, :, 2])
            | (boxes[:, None, 3] <= boxes[None, :, 1])
            | (boxes[:, None, 1] >= boxes[None, :, 3])
        )
        count += int((~apart).sum() - len(boxes)) // 2
    return count
