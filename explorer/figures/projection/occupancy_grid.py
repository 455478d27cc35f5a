"""Occupancy grid of a drawing area as one integer, a bit per cell: testing a block of cells is one operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

CELL = 8.0
"""Side of a cell of the occupancy grid in pixels."""
TALLEST = 1 << 20
"""Upper bound of a grid's rows, to encode a width and a height as one number."""


def to_cells(pixels: NDArray[Any]) -> NDArray[np.int64]:
    """Cell numbers of pixel coordinates.

    >>> to_cells(np.array([0.0, 7.9, 8.0])).tolist()
    [0, 0, 1]
    """
    return (pixels / CELL).astype(np.int64)


def grids_of(sizes: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """First bit and cells per row of the grid of each size.

    >>> grids_of([(16, 8), (8, 8)])
    [(0, 4), (12, 3)]
    """
    grids, first = [], 0
    for width, height in sizes:
        stride = int(width / CELL) + 2
        grids.append((first, stride))
        first += stride * (int(height / CELL) + 2)
    return grids


def masks(cells: NDArray[np.int64], within: NDArray[np.bool_], grids: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Bit masks of the cells of boxes (n, sides, sizes, 4) in all grids; 0 for one that is not `within` (n, sides).

    >>> boxes = np.array([[[[0, 0, 1, 1]], [[2, 1, 2, 2]]]])
    >>> [f"{mask:012b}" for mask in masks(boxes, np.array([[True, True]]), [(0, 4)])[0]]
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
