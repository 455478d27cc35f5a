"""Give memory back to the system: what was large and short-lived, and pages of files that nobody looks at now."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None  # another C library, or another system
    return found


def give_back() -> bool:
    """Return what is free to the system, which glibc keeps otherwise, in case; false where that can't be asked for.

    Takes a few milliseconds.

    >>> give_back() in (True, False)
    True
    """
    trim = _trim()
    if trim is None:
        return False
    trim(0)
    return True


def let_go(array: NDArray[Any]) -> bool:
    """Take the pages of the file behind a mapped array out of this process; false if there is none.

    They are the file's as it is on the disk, so nothing is lost: whoever looks at a number again gets its page again.

    >>> let_go(np.zeros(3))
    False
    """
    behind: Any = array
    while isinstance(behind, np.ndarray):
        behind = behind.base
    if not isinstance(behind, mmap.mmap) or not hasattr(mmap, "MADV_DONTNEED"):
        return False
    behind.madvise(mmap.MADV_DONTNEED)
    return True
