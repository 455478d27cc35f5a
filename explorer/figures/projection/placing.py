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
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

PLACES = ("middle right", "middle left", "top center", "bottom center")
CORNERS = ("top right", "top left", "bottom right", "bottom left")
"""Places of a name beside a point from which lines go out to the right, left, up and down: it stands between two."""
WIDE = 0.62
"""Width of one character in units of the font size; an ordinary sans-serif needs about 0.55."""
TALL = 1.5
"""Height of a line in units of the font size."""
LONGEST = 24
"""Characters of a label: a longer name would leave a phone's picture. Under the pointer it stands in full."""
CELL = 8.0
"""Side of a cell of the occupancy grid in pixels."""
TALLEST = 1 << 20
"""More cells than any grid has rows: a width and a height are one number."""


def brief(text: str) -> str:
    """A name as a label shows it.

    >>> brief("pear"), brief("a" * 300) == "a" * 23 + "…"
    ('pear', True)
    """
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip(" \u200d") + "…"


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
    groups: Sequence[int] | None = None,
    marks: Sequence[float] = (),
    places: Sequence[str] = PLACES,
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
        limit: the most labels that are placed.
        groups: a number for each point: of those with the same one, the first that finds room gets a label, no other.
        marks: how many pixels the marks of the first points reach around their middle, which no later label covers.
        places: where beside its point a label may stand, the best first: `PLACES` or `CORNERS`.

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
    inside = np.flatnonzero(((share >= 0) & (share <= 1)).all(axis=1))
    pixels = share[inside, None] * np.array(sizes, np.float64)
    names = [texts[index] for index in inside.tolist()]
    letters = [len(name) if len(name) <= LONGEST else len(brief(name)) for name in names]
    boxes = _boxes(pixels, WIDE * font * np.array(letters, np.float64), font * TALL, gap, places)
    inner: NDArray[np.bool_] = (boxes[..., :2] >= 0) & (boxes[..., 2:] <= np.array(sizes))
    within: NDArray[np.bool_] = np.all(inner, axis=(2, 3))
    # The grids of all sizes are one number with a bit per cell: whether a label's cells are free is one step.
    grids = _grids(sizes)
    areas = _masks((boxes / CELL).astype(np.int64), within, grids)
    dots = _masks((pixels / CELL).astype(np.int64)[:, None, :, [0, 1, 0, 1]], np.ones((len(inside), 1), bool), grids)
    taken = 0
    found: list[Placed] = []
    named: set[int] = set()
    for at, index in enumerate(inside.tolist()):
        if len(found) == limit:
            break
        group = index if groups is None else groups[index]
        if group in named:
            continue
        for number, area in enumerate(areas[at]):
            if area and not taken & area:
                taken |= area
                named.add(group)
                found.append(Placed(index, places[number], tuple(map(tuple, boxes[at, number].tolist()))))
                break
        # The point itself takes room too, so that no later label covers it.
        taken |= dots[at][0]
        if index < len(marks) and marks[index]:
            reached = np.concatenate([pixels[at] - marks[index], pixels[at] + marks[index]], axis=1)
            ends = np.tile([(width, height) for width, height in sizes], 2)
            cells = (np.clip(reached, 0, ends) / CELL).astype(np.int64)
            taken |= _masks(cells[None, None], np.ones((1, 1), bool), grids)[0][0]
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


def _grids(sizes: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """Of the grid of each size: its first bit, and how many cells a row of it has.

    >>> _grids([(16, 8), (8, 8)])
    [(0, 4), (12, 3)]
    """
    grids, first = [], 0
    for width, height in sizes:
        stride = int(width / CELL) + 2
        grids.append((first, stride))
        first += stride * (int(height / CELL) + 2)
    return grids


def _masks(cells: NDArray[np.int64], within: NDArray[np.bool_], grids: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The bits of the cells of boxes (n, places, sizes, 4) in all grids; 0 for one that is not `within` (n, places).

    >>> boxes = np.array([[[[0, 0, 1, 1]], [[2, 1, 2, 2]]]])
    >>> [f"{mask:012b}" for mask in _masks(boxes, np.array([[True, True]]), [(0, 4)])[0]]
    ['000000110011', '010001000000']
    """
    chosen = cells[within]
    found = np.zeros(len(chosen), object)
    for at, (begin, stride) in enumerate(grids):
        left, top, right, bottom = chosen[:, at].T
        shapes, which = np.unique((right - left + 1) * TALLEST + bottom - top + 1, return_inverse=True)
        blocks = [_block(shape // TALLEST, shape % TALLEST, stride) for shape in shapes.tolist()]
        found |= np.array(blocks, object)[which] << (begin + top * stride + left).astype(object)
    masks = np.zeros(within.shape, object)
    masks[within] = found
    return cast(list[list[int]], masks.tolist())


def _block(wide: int, tall: int, stride: int) -> int:
    return sum(((1 << wide) - 1) << stride * row for row in range(tall))


def _boxes(
    pixels: NDArray[np.float64], wide: NDArray[np.float64], tall: float, gap: float, places: Sequence[str]
) -> NDArray[np.float64]:
    """Where the labels of points (n, sizes, 2) would lie: (n, places, sizes, 4)."""
    x, y = pixels[..., 0], pixels[..., 1]
    wide = np.broadcast_to(wide[:, None], x.shape)
    lefts = {"right": x + gap, "left": x - gap - wide, "center": x - wide / 2}
    tops = {"middle": y - tall / 2, "top": y - gap - tall, "bottom": y + gap}
    at = [(lefts[place.split()[1]], tops[place.split()[0]]) for place in places]
    return np.array([(left, top, left + wide, top + tall) for left, top in at]).transpose(2, 0, 3, 1)


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
