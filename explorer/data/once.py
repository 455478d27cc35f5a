"""A cache for what is the same for everybody: bounded, and one caller computes while the others wait for the result.

`functools.lru_cache` lets sixty people who ask in the same second compute sixty times. `st.cache_resource` does not,
but builds a hash of all arguments at every look, which for a thousand row numbers takes longer than many a picture.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

R = TypeVar("R")


class Once(Generic[R]):
    """Up to `most` results by key; the one that nobody has asked for longest is dropped first.

    >>> kept = Once(most=2)
    >>> kept.get("a", lambda: [1]) is kept.get("a", lambda: [2]), len(kept)
    (True, 1)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, R] = OrderedDict()
        self._under_way: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many results are kept now."""
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], R]) -> R:
        """The result for this key, made now if it is not there; an error in `make` is the caller's, and not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            mine = self._under_way.setdefault(key, threading.Lock())
        with mine:
            with self._lock:
                if key in self._kept:
                    return self._kept[key]
            try:
                result = make()
                with self._lock:
                    self._kept[key] = result
                    while len(self._kept) > self.most:
                        self._kept.popitem(last=False)
            finally:
                with self._lock:
                    self._under_way.pop(key, None)
        return result
