"""Outlines in a picture (a box by two corners, or a polygon): their text form, and the points inside.

A point lies inside a loop if a ray from it to the right crosses the loop an odd number of times (the even-odd rule).
Source of the rule: Shimrat 1962, "Algorithm 112: Position of point relative to polygon", CACM 5(8).
"""

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MOST = 24
"""Maximum number of corners of an outline."""
LARGEST = 1e12
Corner = tuple[float, float]
_CORNER = re.compile(r"\s*([^\s,;()]+)\s*,\s*([^\s,;()]+)\s*")


class OutlineError(ValueError):
    """An invalid outline; the message is for the visitor."""


def read_outline(text: str) -> tuple[Corner, ...]:
    """Parse the corners in a text: "0,0; 1,2" is a box, three or more corners are a loop; "" has none.

    Raises:
        OutlineError: what is expected, what came, and what to do.

    >>> read_outline("0,0; 1,2.5"), read_outline(" ")
    (((0.0, 0.0), (1.0, 2.5)), ())
    """
    if not text.strip():
        return ()
    parts = [part for part in text.split(";") if part.strip()]
    if not 2 <= len(parts) <= MOST:
        raise OutlineError(
            f"An outline has 2 to {MOST} corners with semicolons between, as in 0,0; 1,2 (a box from one corner to the "
            f"other). This one has {len(parts)}."
        )
    corners = []
    for number, part in enumerate(parts, start=1):
        found = _CORNER.fullmatch(part)
        pair = tuple(map(_number, found.groups())) if found else (math.nan, math.nan)
        if not all(abs(value) < LARGEST for value in pair):
            raise OutlineError(
                f"Corner {number} should be two numbers with a comma between, across and up, as in 0.5,-1. It is "
                f"“{part.strip()[:40]}”."
            )
        corners.append((pair[0], pair[1]))
    return tuple(corners)


def _number(text: str) -> float:
    try:
        return float(text.replace("−", "-")) if len(text) <= 40 else math.nan
    except ValueError:
        return math.nan


def write_outline(corners: Sequence[Sequence[str]]) -> str:
    """Corners, as texts of numbers, in the form that `read_outline` reads.

    >>> write_outline([["0", "0"], ["1", "2.5"]])
    '0,0; 1,2.5'
    """
    return "; ".join(",".join(corner) for corner in corners)


def loop_of(corners: Sequence[Corner]) -> list[Corner]:
    """All corners of an outline in order: four for a box that is given by two.

    >>> loop_of([(0, 0), (1, 2)])
    [(0, 0), (1, 0), (1, 2), (0, 2)]
    """
    if len(corners) != 2:
        return list(corners)
    (x0, y0), (x1, y1) = corners
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def within(points: NDArray[np.floating], corners: Sequence[Corner]) -> NDArray[np.int64]:
    """Rows whose points (V, 2) lie inside an outline; of a box, on its edge too.

    >>> within(np.array([[0, 0], [2, 2], [1, 5]]), [(0, 0), (2, 3)]).tolist()
    [0, 1]
    >>> within(np.array([[1, 1], [1, 3], [3, 1]]), [(0, 0), (4, 0), (0, 4)]).tolist()
    [0]
    """
    if len(corners) < 2:
        return np.empty(0, np.int64)
    ends = np.asarray(corners, np.float64)
    x, y = points[:, 0].astype(np.float64), points[:, 1].astype(np.float64)
    (left, bottom), (right, top) = ends.min(axis=0), ends.max(axis=0)
    near = np.flatnonzero((x >= left) & (x <= right) & (y >= bottom) & (y <= top))
    if len(corners) == 2:
        return near
    x, y = x[near], y[near]
    odd = np.zeros(len(near), bool)
    for (x0, y0), (x1, y1) in zip(ends, np.roll(ends, -1, axis=0), strict=True):
        if y0 != y1:
            crosses = (y0 > y) != (y1 > y)
            odd ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return near[odd]
