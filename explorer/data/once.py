"""A cache for what is the same for everybody: bounded, and one caller computes while the others wait for the result.

`functools.lru_cache` lets sixty people who ask in the same second compute sixty times. `st.cache_resource` does not,
but builds a hash of all arguments at every look, which for a thousand row numbers takes longer than many a picture.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from explorer.data.brief import sweep

R = TypeVar("R")


class Once(Generic[R]):
    """Up to `most` results by key; the one that nobody has asked for longest is dropped first.

    Args:
        most: how many are kept.
        brief: a visitor's words are in the keys, so that each is forgotten as `explorer.data.brief` forgets.

    >>> kept = Once(most=2)
    >>> kept.get("a", lambda: [1]) is kept.get("a", lambda: [2]), len(kept)
    (True, 1)
    """

    def __init__(self, most: int, *, brief: bool = False) -> None:
        self.most, self.brief = most, brief
        self._kept: OrderedDict[Hashable, tuple[float, R]] = OrderedDict()
        self._under_way: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many results are kept now."""
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], R]) -> R:
        """The result for this key, made now if it is not there; an error in `make` is the caller's, and not kept."""
        with self._lock:
            if key in self._kept:
                return self._looked_at(key)
            mine = self._under_way.setdefault(key, threading.Lock())
        with mine:
            with self._lock:
                if key in self._kept:
                    return self._looked_at(key)
            try:
                result = make()
                with self._lock:
                    self._kept[key] = time.monotonic(), result
                    while len(self._kept) > self.most:
                        self._kept.popitem(last=False)
            finally:
                with self._lock:
                    self._under_way.pop(key, None)
        if self.brief:
            sweep(self)
        return result

    def forget(self, before: float) -> int:
        """Drop what nobody has asked for since `before` (of `time.monotonic`); how many results stay."""
        with self._lock:
            while self._kept and next(iter(self._kept.values()))[0] <= before:
                self._kept.popitem(last=False)
            return len(self._kept)

    def _looked_at(self, key: Hashable) -> R:
        """A result that is there, from now on the last that somebody asked for."""
        self._kept.move_to_end(key)
        result = self._kept[key][1]
        self._kept[key] = time.monotonic(), result
        return result
