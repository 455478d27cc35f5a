"""What an argument has to be, asked in one place; `errors` words what is wrong with it.

Each function returns what the kernels go on with (ids as int64, a size as int), so that they need not look again.
"""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from explorer.core import errors


def check_ids(indices: ArrayLike, vocab_size: int) -> NDArray[np.int64]:
    """Ids as int64, each one a whole number with 0 ≤ id < ``vocab_size``; an error says which one is not.

    Floats are taken as long as they are whole and so small that their type tells them from their neighbours: in
    float32 the id 16 777 217 has already become 16 777 216.

    >>> check_ids([[3.0, 12.0]], vocab_size=10)
    Traceback (most recent call last):
        ...
    explorer...IndexRangeError: Embedding index out of range for vocabulary size 10: got max 12 at position (0, 1)
    """
    if np.ma.is_masked(indices):  # what stands under a mask is not an id
        raise errors.not_integers("got masked values")
    try:
        ids = np.asarray(indices)
    except ValueError:
        raise errors.not_integers("got sequences of different lengths, fill them up to one length first") from None
    if ids.size == 0 and ids.dtype.kind in "iuf":
        return ids.astype(np.int64)
    if ids.dtype.kind == "f":
        strange = ids[~np.isfinite(ids) | (ids != np.floor(ids))]
        if strange.size:
            raise errors.not_integers(f"got {strange[0]}")
        if np.abs(ids).max() >= 2.0 ** (np.finfo(ids.dtype).nmant + 1):
            raise errors.not_integers(f"{ids.dtype} can't tell {np.abs(ids).max():.0f} from its neighbours")
    elif ids.dtype.kind not in "iu":
        raise errors.not_integers(f"got data type {ids.dtype}")
    most, least = int(ids.argmax()), int(ids.argmin())  # NumPy finds the place sooner than the value
    if ids.item(most) >= vocab_size:
        raise errors.index_out_of_range(vocab_size, "max", int(ids.item(most)), _place(ids, most))
    if ids.item(least) < 0:
        raise errors.index_out_of_range(vocab_size, "min", int(ids.item(least)), _place(ids, least))
    return ids.astype(np.int64, copy=False)


def size(name: str, value: int | np.integer[Any], least: int = 0) -> int:
    """``value`` as int if it is a whole number from ``least`` up, else an error that names it.

    >>> size("embed_dim", np.int64(3))
    3
    """
    if not is_whole(value) or value < least:
        raise errors.bad_size(name, value, least)
    return int(value)


def is_whole(value: object) -> TypeGuard[int | np.integer[Any]]:
    """Whether a value is one integer; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def positive(name: str, value: float) -> float:
    """``value`` as float if it is one finite number above 0.

    >>> positive("base", 0)
    Traceback (most recent call last):
        ...
    explorer...SettingError: base must be a positive number, got 0
    """
    real = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not (real and np.isfinite(value) and value > 0):
        raise errors.not_positive(name, value)
    return float(value)


def within(name: str, value: float, low: float, high: float) -> float:
    """``value`` as float if low ≤ value < high."""
    if not low <= value < high:
        raise errors.outside(name, low, high, value)
    return float(value)


def finite(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """``values`` as float64 if all of them are real and finite."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise errors.not_finite(name, "sequences of different lengths") from None
    if array.dtype.kind not in "iuf" and array.size:
        raise errors.not_finite(name, f"data type {array.dtype}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise errors.not_finite(name, array[~np.isfinite(array)][0])
    return array.astype(np.float64)


def even(name: str, value: int, least: int = 0) -> int:
    """``value`` as int if it is a whole even number from ``least`` up."""
    if size(name, value, least) % 2:
        raise errors.not_even(name, value)
    return int(value)


def floats(name: str, dtype: DTypeLike) -> np.dtype[Any]:
    """``dtype`` if it is a type of floats: in any other the fractions of a result would be cut off without a word."""
    if np.dtype(dtype).kind != "f":
        raise errors.not_floats(name, np.dtype(dtype))
    return np.dtype(dtype)


def output(
    out: NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any], *inputs: NDArray[Any]
) -> NDArray[Any]:
    """``out``, if the result fits into it and no input lies in the same memory; a new array where there is none.

    A kernel that reads what it has already written gives wrong numbers without a word, so overlaps are refused.
    """
    if out is None:
        return np.empty(shape, dtype)
    overlaps = any(np.may_share_memory(out, array) for array in inputs)
    if overlaps or out.shape != shape or out.dtype != dtype or not out.flags.writeable:
        raise errors.bad_output(shape, dtype, out.shape, out.dtype)
    return out


def _place(ids: NDArray[Any], flat: int) -> list[int]:
    return [int(i) for i in np.unravel_index(flat, ids.shape)]
