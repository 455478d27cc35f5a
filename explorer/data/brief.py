"""A cache for what is computed from a visitor's own words: small, and forgotten a minute after the last look.

`functools.lru_cache` keeps a text until others push it out, on a quiet server for days, long after its visitor has
left. Here a thread of its own drops each entry once nobody has asked for it for `SECONDS`; with nothing left to forget,
the thread ends.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Generic, ParamSpec, Protocol, TypeVar
from weakref import WeakSet

SECONDS = 60.0
LETTERS = 1_000_000
"""Characters (or bytes) in the arguments of all results that one function keeps; the newest stays
whatever it has. A text may have a million, and a score of functions would each keep what they made of eight such texts.
"""
P = ParamSpec("P")
R = TypeVar("R")


class Forgets(Protocol):
    """Something that keeps results and lets them go."""

    def forget(self, before: float) -> int:
        """Drop what nobody has asked for since `before` (of `time.monotonic`); how many results stay."""


class Brief(Generic[P, R]):
    """A function that remembers its last results for a short time; see `briefly`."""

    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R], most: int) -> None:
        wraps(function)(self)
        self.most = most
        self._kept: OrderedDict[Hashable, tuple[float, int, R]] = OrderedDict()
        self._lock = threading.RLock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result for these arguments: the same object for whoever asks within the time."""
        key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                _, size, result = self._kept[key]
                self._kept[key] = time.monotonic(), size, result
                return result
        result, size = self.__wrapped__(*args, **kwargs), letters(key)
        with self._lock:
            self._kept[key] = time.monotonic(), size, result
            self._kept.move_to_end(key)
            total = sum(size for _, size, _ in self._kept.values())
            while len(self._kept) > self.most or (len(self._kept) > 1 and total > LETTERS):
                total -= self._kept.popitem(last=False)[1][1]
        sweep(self)
        return result

    def __len__(self) -> int:
        """How many results are kept now."""
        return len(self._kept)

    def __bool__(self) -> bool:
        """A function, kept results or not."""
        return True

    def cache_clear(self) -> None:
        """Drop everything now; called as `functools.lru_cache` calls it."""
        self.forget(float("inf"))

    def forget(self, before: float) -> int:
        """Drop what nobody has asked for since `before` (of `time.monotonic`); how many results stay."""
        with self._lock:
            # Each look moves an entry to the end, so the oldest ones stand first.
            while self._kept and next(iter(self._kept.values()))[0] <= before:
                self._kept.popitem(last=False)
            return len(self._kept)


def letters(value: object) -> int:
    """How much text an argument holds, also within tuples and dataclasses.

    >>> letters(("cat", (b"ab", 7), None))
    5
    """
    if isinstance(value, (str, bytes)):
        return len(value)
    if isinstance(value, tuple):
        return sum(map(letters, value))
    if is_dataclass(value) and not isinstance(value, type):
        return sum(letters(getattr(value, field.name)) for field in fields(value))
    return 0


_ALL: WeakSet[Forgets] = WeakSet()
_guard = threading.Lock()
_sweeping = False


def briefly(most: int = 8) -> Callable[[Callable[P, R]], Brief[P, R]]:
    """Remember up to `most` results of a function, each for `SECONDS` after the last look at it.

    The arguments must be hashable, and nobody may change a result.

    Example:
        >>> @briefly(most=2)
        ... def shout(text):
        ...     return text.upper() + "!"
        >>> shout("cat") is shout("cat"), len(shout)
        (True, 1)
    """
    return lambda function: Brief(function, most)


def forget_all() -> None:
    """Drop every result now."""
    for each in list(_ALL):
        each.forget(float("inf"))


def sweep(kept: Forgets) -> None:
    """From now on drop what of this nobody has asked for within `SECONDS`."""
    global _sweeping
    with _guard:
        _ALL.add(kept)
        if not _sweeping:
            _sweeping = True
            threading.Thread(target=_keep_sweeping, name="brief-sweeper", daemon=True).start()


def _keep_sweeping() -> None:
    global _sweeping
    while True:
        time.sleep(min(5.0, SECONDS / 4))
        with _guard:
            _sweeping = bool(sum(each.forget(time.monotonic() - SECONDS) for each in list(_ALL)))
            if not _sweeping:
                return
