"""Validation of an upload's numbers after parsing."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.limits import NAMED, UploadError, check_shape
from explorer.wording import listed, verb

LEAST, MOST = 1e-15, 1e15
"""Bounds of the largest absolute number in a table: its sums of squares must fit into float32."""


BLOCK = 4096
"""Rows compared at a time."""
COARSE = 0.002
"""Share of the widest column's range by which float32 may move a number."""
EXACT = tuple(map(np.dtype, (np.float16, np.int8, np.uint8)))
"""Types whose numbers float16 represents exactly."""


def index_text(row: int, column: int) -> str:
    """Row and number of an array's element, for messages.

    >>> index_text(0, 2)
    'Row 1, number 3'
    """
    return f"Row {row + 1:,}, number {column + 1:,}"


def _reshaped(shape: tuple[int, ...]) -> str:
    """Advice for an array with another number of axes than two.

    >>> _reshaped((5, 4, 3))
    'array.reshape(5, 12) makes 5 rows of 12 numbers of it'
    """
    if len(shape) < 2:
        return "put the vectors of all words below each other with numpy.stack, and save that"
    width = math.prod(shape[1:])
    return f"array.reshape({shape[0]}, {width}) makes {shape[0]:,} rows of {width:,} numbers of it"


def validate_numbers(vectors: NDArray[Any], where: Callable[[int, int], str], *, rounded: bool = False) -> NDArray[Any]:
    """Validate the numbers of a table; returns float16 where that is exact, to save memory, else float32.

    Args:
        vectors: the parsed numbers.
        where: describes the cell of a row and column, counted from 0.
        rounded: whether the file held them with more digits than they have.

    Raises:
        UploadError: not a table, or its numbers are not finite, all equal, too large, too small, or lie so
            far from zero that float32 would lose their differences.
    """
    if vectors.dtype.kind not in "iuf":
        raise UploadError(f"Expected numbers; the array's type is {vectors.dtype}")
    if vectors.ndim != 2:
        raise UploadError(
            f"Expected a two-dimensional array (rows, numbers); got shape {vectors.shape}: {_reshaped(vectors.shape)}"
        )
    check_shape(*vectors.shape)
    with np.errstate(over="ignore"):
        found = np.ascontiguousarray(vectors, dtype=np.float16 if vectors.dtype in EXACT else np.float32)
    low, high = found.min(axis=0), found.max(axis=0)
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        wrong = np.argwhere(~np.isfinite(found))
        row, column = wrong[0]
        at = where(row, column)
        rows = np.unique(wrong[:, 0]).tolist()
        others = [where(each, 0).split(",")[0].lower() for each in rows[1 : 1 + NAMED]]
        more = [f"{len(rows) - 1 - NAMED:,} more"] if len(rows) - 1 > NAMED else []
        also = f". So {verb(len(rows) - 1, 'has', 'have')} {listed([*others, *more])}" if others else ""
        raise UploadError(
            f"{at} is not a finite number: {vectors[row, column]}. Write one there, or take the whole "
            f"{at.split()[0].lower()} out{also}"
        )
    largest = max(-float(low.min()), float(high.max()))
    if largest < LEAST and (before := float(np.abs(vectors).max())):  # not rounded to 0 yet
        times = min(-math.floor(math.log10(before)), 300)
        raise UploadError(
            f"The largest number is {before:.3g}, too small to compute with: multiply the table by 1e{times}"
        )
    if (low == high).all():
        raise UploadError(_alike(vectors, rounded))
    if largest > MOST:
        raise UploadError(f"The largest number is {largest:.3g}; divide the table so that it stays below 1e15")
    _refuse_coarse(_moved(vectors, found, rounded), float((high.astype(np.float64) - low).max()), where)
    return found


def _moved(vectors: NDArray[Any], found: NDArray[Any], rounded: bool) -> NDArray[np.float64]:
    """How far at most the numbers of each column (D,) are moved by float32; if they are `rounded`, may be."""
    if vectors.dtype.kind == "f" and vectors.dtype.itemsize <= found.dtype.itemsize:
        half = np.spacing(np.abs(found).max(axis=0).astype(np.float32)).astype(np.float64) / 2
        return half if rounded else np.zeros_like(half)
    moved = np.zeros(found.shape[1])
    for start in range(0, len(found), BLOCK):
        part = slice(start, start + BLOCK)
        moved = np.maximum(moved, np.abs(vectors[part] - found[part].astype(np.float64)).max(axis=0))
    return moved


def _refuse_coarse(moved: NDArray[np.float64], widest: float, where: Callable[[int, int], str]) -> None:
    """Raise an `UploadError` for a table so far from zero that float32 loses much of the differences of its rows."""
    column = int(moved.argmax())
    if moved[column] > COARSE * widest:
        raise UploadError(
            f"{where(0, column)}: float32, which keeps about seven digits, moves such numbers by up to "
            f"{moved[column]:.3g}, and no column is wider than {widest:.3g}: take off from each column what its "
            "numbers share"
        )


def _alike(vectors: NDArray[Any], rounded: bool) -> str:
    """Error message for rows that are equal as float32, though they may differ in the file."""
    if rounded and vectors.any() and (vectors == vectors[0]).all():
        return (
            "All rows are the same in the seven digits that float32 keeps, so there is nothing to draw. If they differ "
            "behind these in the file, take off from each column what its numbers share"
        )
    if (vectors == vectors[0]).all():
        zeros = "" if vectors.any() else " (all numbers are 0, or too small for float32)"
        return f"All rows are the same{zeros}, so there is nothing to draw"
    return (
        "The rows differ only behind the seventh digit, which float32 does not keep: take off from each column what "
        "its numbers share"
    )
