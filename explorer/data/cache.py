"""Shared cache: bounded, expiring, single-flight (one caller computes, the others wait), heavy work one at a time.

The project has two kinds of caches, both with a bound: this one for results that visitors share, above all large ones
and those of a visitor's words; and `functools.lru_cache` for small values of the process that are computed quickly or
once (figures of a few settings, files of results). What belongs to an object is its `functools.cached_property`.

With `functools.lru_cache` thirty simultaneous callers compute thirty times and hold thirty copies of a large table.
`st.cache_resource` avoids this but hashes all arguments at every call, which for a thousand row numbers takes longer
than many pictures.

- Expiry: entries that are unused for `IDLE` seconds are evicted, so that the memory of a class is released when it has
  gone; entries computed from a visitor's words after `SECONDS`. A thread does this, and ends when the caches are empty.
- Heavy work passes the one `heavy` lock of the process, so its memory is needed once and the interpreter stays free for
  other pages. One thread does all of it: the C library keeps a pool of freed memory per thread, and thirty pools hold
  ten times what is needed.
- Deadlock avoidance: a thread that holds the heavy lock computes a light result itself instead of waiting for a thread
  that may be waiting for that lock.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakSet

SECONDS, IDLE = 60.0, 200.0
LETTERS = 1_000_000
"""Maximum characters (or bytes) in the keys of an expiring cache; the newest entry is always kept. A text may have a
million, and without this each of twenty functions would keep results of eight such texts."""
P = ParamSpec("P")
R = TypeVar("R")

_heavy = threading.RLock()
_mine = threading.local()


@contextmanager
def heavy() -> Iterator[None]:
    """Hold the process' lock for heavy computations; reentrant."""
    with _heavy:
        _mine.depth = getattr(_mine, "depth", 0) + 1
        try:
            yield
        finally:
            _mine.depth -= 1


_thread = ThreadPoolExecutor(1, thread_name_prefix="heavy")


def _in_heavy_thread(make: Callable[[], R]) -> R:
    """Call a function in the heavy thread; directly, if this thread holds the lock."""
    if is_inside_heavy():
        return make()

    def alone() -> R:
        with heavy():
            return make()

    return _thread.submit(alone).result()


def is_inside_heavy() -> bool:
    """Whether this thread holds the lock for heavy computations."""
    return getattr(_mine, "depth", 0) > 0


class Cache(Generic[R]):
    """LRU cache of up to `max_entries` results by key.

    Args:
        max_entries: results kept.
        expires: keys contain a visitor's words, so results expire sooner.
        is_heavy: results are computed one at a time; see above.
        stays: results are small and do not expire.

    >>> cache = Cache(max_entries=2)
    >>> cache.get("a", lambda: [1]) is cache.get("a", lambda: [2]), len(cache)
    (True, 1)
    """

    def __init__(self, max_entries: int, *, expires: bool = False, is_heavy: bool = False, stays: bool = False) -> None:
        self.max_entries, self.expires, self.is_heavy, self.stays = max_entries, expires, is_heavy, stays
        self._entries: OrderedDict[Hashable, tuple[float, int, R]] = OrderedDict()
        self._in_flight: dict[Hashable, threading.RLock] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Number of cached results."""
        return len(self._entries)

    def __bool__(self) -> bool:
        """True, also for an empty cache."""
        return True

    def __iter__(self) -> Iterator[Hashable]:
        """Keys of the cached results, least recently used first."""
        return iter(tuple(self._entries))

    def __contains__(self, key: Hashable) -> bool:
        """Whether the result for this key is cached."""
        return key in self._entries

    def get(self, key: Hashable, make: Callable[[], R]) -> R:
        """Cached result for this key, computed now if it is missing; an error in `make` is raised and not cached."""
        with self._lock:
            if key in self._entries:
                return self._touch(key)
        if self.is_heavy:
            return _in_heavy_thread(lambda: self._compute_once(key, make))
        if is_inside_heavy():
            return self._compute_once(key, make)
        with self._lock:
            mine = self._in_flight.setdefault(key, threading.RLock())
        with mine:
            try:
                return self._compute_once(key, make)
            finally:
                with self._lock:
                    self._in_flight.pop(key, None)

    def _compute_once(self, key: Hashable, make: Callable[[], R]) -> R:
        with self._lock:
            if key in self._entries:  # computed while this thread waited
                return self._touch(key)
        result, size = make(), letters(key) if self.expires else 0
        with self._lock:
            self._entries[key] = time.monotonic(), size, result
            self._entries.move_to_end(key)
            total = sum(size for _, size, _ in self._entries.values())
            while len(self._entries) > self.max_entries or (len(self._entries) > 1 and total > LETTERS):
                total -= self._entries.popitem(last=False)[1][1]
        if not self.stays:
            _sweep(self)
        return result

    def _touch(self, key: Hashable) -> R:
        """A cached result, which becomes the most recently used."""
        self._entries.move_to_end(key)
        _, size, result = self._entries[key]
        self._entries[key] = time.monotonic(), size, result
        return result

    def forget(self, before: float = float("inf")) -> int:
        """Evict results last used before `before` (of `time.monotonic`); returns the number left."""
        with self._lock:
            # Each use moves an entry to the end, so the oldest come first.
            while self._entries and next(iter(self._entries.values()))[0] <= before:
                self._entries.popitem(last=False)
            return len(self._entries)


class CachedFunction(Cache[R], Generic[P, R]):
    """Function with a cache by its arguments, which must be hashable; results must not be modified."""

    __wrapped__: Callable[P, R]

    def __init__(
        self, function: Callable[P, R], max_entries: int, *, expires: bool, is_heavy: bool, stays: bool
    ) -> None:
        super().__init__(max_entries, expires=expires, is_heavy=is_heavy, stays=stays)
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result for these arguments; all callers get the same object."""
        key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        return self.get(key, lambda: self.__wrapped__(*args, **kwargs))

    def cache_clear(self) -> None:
        """Evict everything; named as in `functools.lru_cache`."""
        self.forget()


def cached(
    max_entries: int, *, expires: bool = False, is_heavy: bool = False, stays: bool = False
) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """Decorator that caches a function's results in a `Cache`.

    >>> @cached(max_entries=2)
    ... def shout(text):
    ...     return text.upper() + "!"
    >>> shout("cat") is shout("cat"), len(shout)
    (True, 1)
    """
    return lambda function: CachedFunction(function, max_entries, expires=expires, is_heavy=is_heavy, stays=stays)


def letters(value: object) -> int:
    """Amount of text in an argument, also within tuples and dataclasses.

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


_all: WeakSet[Cache[Any]] = WeakSet()
_guard = threading.Lock()
_sweeping = False


def forget_all() -> None:
    """Evict all results computed from visitors' words."""
    with _guard:
        every = [cache for cache in _all if cache.expires]
    for each in every:
        each.forget()


def _sweep(cache: Cache[R]) -> None:
    """Register a cache for expiry."""
    global _sweeping
    with _guard:
        _all.add(cache)
        if not _sweeping:
            _sweeping = True
            threading.Thread(target=_keep_sweeping, name="cache-sweeper", daemon=True).start()


def _keep_sweeping() -> None:
    global _sweeping
    while True:
        time.sleep(min(5.0, SECONDS / 4))
        with _guard:
            now = time.monotonic()
            _sweeping = bool(sum(each.forget(now - (SECONDS if each.expires else IDLE)) for each in list(_all)))
            if not _sweeping:
                return
