"""Give memory back to the system after something large and short-lived: glibc keeps it otherwise, in case."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None  # another C library, or another system
    return found


def give_back() -> bool:
    """Return what is free to the system; false where that can't be asked for. Takes a few milliseconds.

    >>> give_back() in (True, False)
    True
    """
    trim = _trim()
    if trim is None:
        return False
    trim(0)
    return True
