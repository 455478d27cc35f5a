"""Labels that don't cover each other: greedy placement on a grid of pixels.

The most important point goes first and takes the first free side of right, left, above, below; a point that finds none
stays without a label. Widths are estimated from the number of characters, on the wide side, so that no font needs to be
measured.

Source: the greedy rule and the order of sides follow Christensen, Marks and Shieber 1995, "An Empirical Study of
Algorithms for Point-Feature Label Placement", §3.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.figures.projection.occupancy_grid import grids_of, masks, to_cells

SIDES = ("middle right", "middle left", "top center", "bottom center")
CORNERS = ("top right", "top left", "bottom right", "bottom left")
"""Diagonal label positions, for points with lines to the right, left, up and down."""
WIDE = 0.62
"""Width of one character in units of the font size; an ordinary sans-serif needs about 0.55."""
TALL = 1.5
"""Height of a line in units of the font size."""
LONGEST = 24
"""Maximum length of a label, or it would leave a phone's picture; the hover has the full name."""


def brief(text: str) -> str:
    """Truncate a name for its label.

    >>> brief("pear"), brief("a" * 300) == "a" * 23 + "…"
    ('pear', True)
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip(" \u200d") + "…"


Box = tuple[float, float, float, float]
NO_MARKS: Mapping[int, float] = {}


@dataclass(frozen=True)
class Placed:
    """A placed label: its point, its side, and its box (left, top, right, bottom) at each size."""

    index: int
    side: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidates for labels, the most important first, with the cells that each would occupy.

    Computed once for points that stay, whatever else is placed before them.

    Attributes:
        indices: what each of n points is called where its label is placed.
        areas: of each point, the bits of the cells of its label in each of `sides`; 0 where it would not fit.
        dots: the bits of the cell in which the point itself lies.
        boxes: (n, sides, sizes, 4), in pixels.
        pixels: (n, sizes, 2), where the points lie.
        sizes: of the drawing area.
        sides: where beside its point a label may stand, the best first.
    """

    indices: list[int]
    areas: list[list[int]]
    dots: list[list[int]]
    boxes: NDArray[np.float64]
    pixels: NDArray[np.float64]
    sizes: Sequence[tuple[float, float]]
    sides: Sequence[str]

    def around(self, at: int, reach: float) -> int:
        """The bits of the cells that a mark covers around the middle of a point, `reach` pixels each way."""
        spot = self.pixels[at]
        ends = np.clip(np.concatenate([spot - reach, spot + reach], axis=1), 0, np.tile(np.array(self.sizes), 2))
        return masks(to_cells(ends)[None, None], np.ones((1, 1), bool), grids_of(self.sizes))[0][0]


def candidates(
    points: ArrayLike,
    texts: Sequence[str],
    *,
    sizes: Sequence[tuple[float, float]],
    bounds: tuple[float, float, float, float] | None = None,
    font: float = 14.0,
    gap: float = 6.0,
    sides: Sequence[str] = SIDES,
    indices: Sequence[int] | None = None,
) -> Candidates:
    """What labels of some points, of which there is at least one, would take; arguments as of `place_labels`.

    `indices`: what the points are called; None counts them.
    """
    spots = np.asarray(points, np.float64).reshape(-1, 2)
    low, high = (np.array(bounds[:2]), np.array(bounds[2:])) if bounds else (spots.min(axis=0), spots.max(axis=0))
    share = (spots - low) / np.where(high > low, high - low, 1.0)
    share[:, 1] = 1 - share[:, 1]
    inside = np.flatnonzero(((share >= 0) & (share <= 1)).all(axis=1))
    pixels = share[inside, None] * np.array(sizes, np.float64)
    names = [texts[index] for index in inside.tolist()]
    letters = [len(name) if len(name) <= LONGEST else len(brief(name)) for name in names]
    boxes = _boxes(pixels, WIDE * font * np.array(letters, np.float64), font * TALL, gap, sides)
    inner: NDArray[np.bool_] = (boxes[..., :2] >= 0) & (boxes[..., 2:] <= np.array(sizes))
    grids, points_at = grids_of(sizes), to_cells(pixels)
    return Candidates(
        inside.tolist() if indices is None else [indices[at] for at in inside.tolist()],
        masks(to_cells(boxes), np.all(inner, axis=(2, 3)), grids),
        masks(points_at[:, None, :, [0, 1, 0, 1]], np.ones((len(inside), 1), bool), grids),
        boxes,
        pixels,
        sizes,
        sides,
    )


def find_room(
    *several: Candidates, limit: int = 60, groups: Sequence[int] | None = None, marks: Mapping[int, float] = NO_MARKS
) -> list[Placed]:
    """Which candidates, one after the other, get a label and where; all have one drawing area.

    A point that is called as one before it gets no second label. For `limit` and `groups` see `place_labels`; `marks`
    holds by what a point is called how far its mark reaches.
    """
    # The grids of all sizes are one number with a bit per cell: whether a label's cells are free is one step.
    taken = 0
    found: list[Placed] = []
    named: set[int] = set()
    for own in several:
        for at, index in enumerate(own.indices):
            if len(found) == limit:
                return found
            group = index if groups is None else groups[index]
            if group in named:
                continue
            for number, area in enumerate(own.areas[at]):
                if area and not taken & area:
                    taken |= area
                    named.add(group)
                    boxes = tuple(map(tuple, own.boxes[at, number].tolist()))
                    found.append(Placed(index, own.sides[number], boxes))
                    break
            # The point itself takes room too, so that no later label covers it.
            taken |= own.dots[at][0]
            if marks.get(index):
                taken |= own.around(at, marks[index])
    return found


def place_labels(
    points: ArrayLike,
    texts: Sequence[str],
    *,
    sizes: Sequence[tuple[float, float]],
    bounds: tuple[float, float, float, float] | None = None,
    font: float = 14.0,
    gap: float = 6.0,
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
        gap: between a point and its label, in pixels.
        limit: the most labels that are placed.
        groups: a number for each point: of those with the same one, the first that finds room gets a label, no other.
        marks: how many pixels the marks of the first points reach around their middle, which no later label covers.
        sides: where beside its point a label may stand, the best first: `SIDES` or `CORNERS`.

    >>> points = [[1, 1], [1, 1.1], [2, 2]]
    >>> [label.side for label in place_labels(points, "abc", sizes=[(300, 200)], bounds=(0, 0, 3, 3))]
    ['middle right', 'middle left', 'middle right']
    """
    if not np.size(points):
        return []
    ready = candidates(points, texts, sizes=sizes, bounds=bounds, font=font, gap=gap, sides=sides)
    return find_room(ready, limit=limit, groups=groups, marks=dict(enumerate(marks)))


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


def _boxes(
    pixels: NDArray[np.float64], wide: NDArray[np.float64], tall: float, gap: float, sides: Sequence[str]
) -> NDArray[np.float64]:
    """Boxes of the labels of points (n, sizes, 2): (n, sides, sizes, 4)."""
    x, y = pixels[..., 0], pixels[..., 1]
    wide = np.broadcast_to(wide[:, None], x.shape)
    lefts = {"right": x + gap, "left": x - gap - wide, "center": x - wide / 2}
    tops = {"middle": y - tall / 2, "top": y - gap - tall, "bottom": y + gap}
    at = [(lefts[side.split()[1]], tops[side.split()[0]]) for side in sides]
    return np.array([(left, top, left + wide, top + tall) for left, top in at]).transpose(2, 0, 3, 1)


def overlaps(labels: Sequence[Placed]) -> int:
    """Number of pairs of labels that overlap at any size (0 for the result of `place_labels`).

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
