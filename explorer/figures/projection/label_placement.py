"""Labels that don't cover each other: greedy placement, box against box.

The most important point goes first and takes the first free side of right, left, above, below; a point that finds none
stays without a label. Widths are estimated from the number of characters, on the wide side, so that no font needs to be
measured.

Source: the greedy rule and the order of sides follow Christensen, Marks and Shieber 1995, "An Empirical Study of
Algorithms for Point-Feature Label Placement", §3.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

SIDES = ("middle right", "middle left", "top center", "bottom center")
CORNERS = ("top right", "top left", "bottom right", "bottom left")
"""Diagonal label positions, for points with lines to the right, left, up and down."""
WIDE = 0.62
"""Width of one character in units of the font size; an ordinary sans-serif needs about 0.55."""
TALL = 1.5
"""Height of a line in units of the font size."""
AWAY = {"left": -1, "top": -1, "middle": 0, "center": 0, "right": 1, "bottom": 1}
"""Direction of a label's middle from its point, along the axis that the word is about."""
DOT = 3.0
"""Pixels that a point without a mark reaches around its middle."""
LONGEST = 24
"""Maximum length of a label, or it would leave a phone's picture; the hover has the full name."""


def brief(text: str) -> str:
    """Truncate a name for its label.

    >>> brief("pear"), brief("a" * 300) == "a" * 23 + "…"
    ('pear', True)
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip(" \u200d") + "…"


Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Placed:
    """A placed label: its point, its side, and its box (left, top, right, bottom) at each size."""

    index: int
    side: str
    boxes: tuple[Box, ...]


def place_labels(
    points: ArrayLike,
    texts: Sequence[str],
    *,
    sizes: Sequence[tuple[float, float]],
    bounds: tuple[float, float, float, float] | None = None,
    font: float = 14.0,
    gap: float | Sequence[float] = 6.0,
    limit: int = 60,
    groups: Sequence[int] | None = None,
    marks: Sequence[float] = (),
    sides: Sequence[str] = SIDES,
) -> list[Placed]:
    """Choose which points get a label and on which side.

    Args:
        points: (n, 2) data coordinates, most important first.
        texts: n labels.
        sizes: (width, height) of the drawing area in pixels; a label must fit at each of them, since the size of the
            visitor's window is unknown.
        bounds: (x0, y0, x1, y1) of the drawing area in data coordinates; None takes the extent of the points.
        font: size in pixels.
        gap: between a point and its label, in pixels, or that of each point.
        limit: the most labels that are placed.
        groups: a number for each point: of those with the same one, the first that finds room gets a label, no other.
        marks: how many pixels the marks of the first points reach around their middle, which no later label covers.
        sides: where beside its point a label may stand, the best first: `SIDES` or `CORNERS`.

    >>> points = [[1, 1], [1, 1.1], [2, 2]]
    >>> [label.side for label in place_labels(points, "abc", sizes=[(300, 200)], bounds=(0, 0, 3, 3))]
    ['middle right', 'middle left', 'middle right']
    """
    spots = np.asarray(points, np.float64).reshape(-1, 2)
    if not len(spots):
        return []
    low, high = (np.array(bounds[:2]), np.array(bounds[2:])) if bounds else (spots.min(axis=0), spots.max(axis=0))
    share = (spots - low) / np.where(high > low, high - low, 1.0)
    share[:, 1] = 1 - share[:, 1]
    pixels, area = share[:, None] * np.array(sizes, np.float64), np.array(sizes, np.float64)
    letters = np.array([len(brief(text)) for text in texts])
    gaps = np.broadcast_to(np.asarray(gap, np.float64), len(spots))
    halves = np.stack([WIDE * font * letters, np.full(len(spots), font * TALL)], axis=1) / 2
    away = np.array([[AWAY[word] for word in reversed(side.split())] for side in sides])
    middles = pixels[:, None] + (away * (halves + gaps[:, None])[:, None])[:, :, None]
    ends = halves[:, None, None]
    boxes = np.concatenate([middles - ends, middles + ends], axis=3)  # (n, sides, sizes, 4)
    fits = np.asarray(((boxes[..., :2] >= 0) & (boxes[..., 2:] <= area)).all(axis=(2, 3)))
    # Two boxes meet if each begins (left, top) before the other ends (right, bottom), of which minus is kept.
    begins_and_ends = np.moveaxis(np.concatenate([boxes[..., :2], -boxes[..., 2:]], axis=3), 3, 1)
    meets = -begins_and_ends[:, [2, 3, 0, 1], ..., None]  # (n, 4, sides, sizes, 1)
    # The point itself takes room too, so that no later label covers it.
    reach = np.full((len(spots), 1), DOT)
    reach[: len(marks), 0] = np.maximum(DOT, marks)
    dots = np.concatenate([pixels - reach[:, None], -pixels - reach[:, None]], axis=2).swapaxes(1, 2)
    has_room: list[bool] = np.asarray(fits.any(axis=1)).tolist()
    found: list[Placed] = []
    named: set[int] = set()
    taken, count = np.empty((4, 1, len(area), 2 * len(spots))), 0
    for index in np.flatnonzero(((share >= 0) & (share <= 1)).all(axis=1)).tolist():
        if len(found) == limit:
            break
        group = index if groups is None else groups[index]
        if group in named:
            continue
        if has_room[index]:
            over = np.logical_and.reduce(taken[..., :count] < meets[index])
            free = fits[index] & ~np.logical_or.reduce(over.reshape(len(sides), -1), axis=1)
            number = int(free.argmax())
            if free[number]:
                taken[:, 0, :, count], count = begins_and_ends[index, :, number], count + 1
                named.add(group)
                found.append(Placed(index, sides[number], tuple(map(tuple, boxes[index, number].tolist()))))
        taken[:, 0, :, count], count = dots[index], count + 1
    return found


def to_scale(sizes: Sequence[tuple[float, float]], bounds: Box) -> list[tuple[float, float]]:
    """How large `bounds` are drawn in areas of some sizes where one unit across is as long as one up.

    Areas in which they are equally large are one.

    >>> to_scale([(300, 100)], (0, 0, 2, 1)), to_scale([(100, 300)], (0, 0, 2, 1))
    ([(200.0, 100.0)], [(100.0, 50.0)])
    >>> to_scale([(300, 100), (900, 100)], (0, 0, 2, 1))
    [(200.0, 100.0)]
    """
    wide, tall = (max(bounds[2 + side] - bounds[side], 1e-12) for side in (0, 1))
    scales = [min(width / wide, height / tall) for width, height in sizes]
    return [(wide * scale, tall * scale) for scale in dict.fromkeys(scales)]
