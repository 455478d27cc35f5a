"""The numbers of a visitor's file, once they are read: whether a table can be made of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.bounds import UploadError, check_shape
from explorer.wording import count, verb


def place(row: int, column: int) -> str:
    """Where a number of an array stands, for a message.

    >>> place(0, 2)
    'Row 1, number 3'
    """
    return f"Row {row + 1:,}, number {column + 1:,}"


def _reshaped(shape: tuple[int, ...]) -> str:
    """What to do with an array of another shape than a table's.

    >>> _reshaped((5, 4, 3))
    'array.reshape(5, 12) makes 5 rows of 12 numbers of it'
    """
    if len(shape) < 2:
        return "put the vectors of all words below each other with numpy.stack, and save that"
    width = math.prod(shape[1:])
    return f"array.reshape({shape[0]}, {width}) makes {shape[0]:,} rows of {width:,} numbers of it"


def checked(vectors: NDArray[Any], where: Callable[[int, int], str]) -> NDArray[np.float32]:
    """The numbers of a table as float32.

    Args:
        vectors: what was read.
        where: says where the number in a row and column, from 0, stands in the file.

    Raises:
        UploadError: no table of finite numbers, not all alike and not too large.
    """
    if vectors.dtype.kind not in "iuf":
        raise UploadError(f"Expected numbers; the array's type is {vectors.dtype}")
    if vectors.ndim != 2:
        raise UploadError(
            f"Expected a two-dimensional array (rows, numbers); got shape {vectors.shape}: {_reshaped(vectors.shape)}"
        )
    check_shape(*vectors.shape)
    with np.errstate(over="ignore"):
        found = np.ascontiguousarray(vectors, dtype=np.float32)
    low, high = found.min(axis=0), found.max(axis=0)
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        wrong = np.argwhere(~np.isfinite(found))
        row, column = wrong[0]
        at = where(row, column)
        more = len(np.unique(wrong[:, 0])) - 1
        also = f". {count(more, 'other row')} {verb(more, 'has', 'have')} such numbers too" if more else ""
        raise UploadError(
            f"{at} is not a finite number: {vectors[row, column]}. Write one there, or take the whole "
            f"{at.split()[0].lower()} out{also}"
        )
    if (low == high).all():
        raise UploadError("All rows are the same, so there is nothing to draw")
    # Sums of squares must fit float32 on the way to a cosine.
    largest = max(-float(low.min()), float(high.max()))
    if largest > 1e15:
        raise UploadError(f"The largest number is {largest:.3g}; divide the table so that it stays below 1e15")
    return found
