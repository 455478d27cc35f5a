"""The one cache: bounded, single-flight (one caller computes while the others wait), and heavy work one at a time.

`functools.lru_cache` lets thirty people who ask in the same second compute thirty times, and holds thirty copies of a
large table meanwhile. `st.cache_resource` does not, but builds a hash of all arguments at every look, which for a
thousand row numbers takes longer than many a picture.

Three things are asked of an entry:

- expires: what nobody has asked for during `IDLE` is dropped, so that memory that a class needed comes back when it has
  gone; what is computed from a visitor's own words, after `SECONDS`. A thread does it, and ends when nothing is left.
- heavy: what takes long or much memory passes the one `heavy` lock of the process, whoever computes it. So its memory
  is needed once, and the interpreter stays free for pages that need no such thing. One thread makes all of it: the C
  library keeps a pool of freed memory for each thread, and thirty pools are ten times what is needed.
- single-flight: a thread that holds the heavy lock computes a light result itself rather than wait for somebody who may
  be waiting for that lock.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, cast
from weakref import WeakSet

SECONDS, IDLE = 60.0, 200.0
LETTERS = 1_000_000
"""Characters (or bytes) in the keys of all entries of one cache that expires; the newest stays whatever it has. A text
may have a million, and a score of functions would each keep what they made of eight such texts."""
P = ParamSpec("P")
R = TypeVar("R")

_heavy = threading.RLock()
_mine = threading.local()


@contextmanager
def heavy() -> Iterator[None]:
    """Wait for every other heavy computation of this process, and keep others waiting; may be nested."""
    with _heavy:
        _mine.depth = getattr(_mine, "depth", 0) + 1
        try:
            yield
        finally:
            _mine.depth -= 1


_thread = ThreadPoolExecutor(1, thread_name_prefix="heavy")


def _in_heavy_thread(make: Callable[[], R]) -> R:
    """What a function returns, called by the thread of the heavy computations, or by one that holds their lock."""
    if is_inside_heavy():
        return make()

    def alone() -> R:
        with heavy():
            return make()

    return _thread.submit(alone).result()


def is_inside_heavy() -> bool:
    """Whether this thread holds the lock of the heavy computations."""
    return getattr(_mine, "depth", 0) > 0


class Cache(Generic[R]):
    """Up to `max_entries` results by key; the one that nobody has asked for longest is dropped first.

    Args:
        max_entries: how many are kept.
        expires: a visitor's words are in the keys, so that results are dropped sooner.
        is_heavy: results are made one at a time: see above.
        stays: results are small, and are not dropped however long nobody asks for them.

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
        """How many results are kept now."""
        return len(self._entries)

    def __bool__(self) -> bool:
        """A cache, empty or not."""
        return True

    def __contains__(self, key: Hashable) -> bool:
        """Whether nobody would have to wait for this key."""
        return key in self._entries

    def get(self, key: Hashable, make: Callable[[], R]) -> R:
        """The result for this key, made now if it is not there; an error in `make` is the caller's, and not kept."""
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
            if key in self._entries:  # somebody made it while this thread waited
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
        """A result that is there, from now on the last that somebody asked for."""
        self._entries.move_to_end(key)
        _, size, result = self._entries[key]
        self._entries[key] = time.monotonic(), size, result
        return result

    def forget(self, before: float = float("inf")) -> int:
        """Drop what nobody has asked for since `before` (of `time.monotonic`); how many results stay."""
        with self._lock:
            # Each look moves an entry to the end, so the oldest ones stand first.
            while self._entries and next(iter(self._entries.values()))[0] <= before:
                self._entries.popitem(last=False)
            return len(self._entries)


class shared_property(Generic[R]):  # noqa: N801 - named as `functools.cached_property` is
    """`functools.cached_property` that one thread computes while the others wait; since 3.12 Python's has no lock.

    >>> class Table:
    ...     @shared_property
    ...     def words(self):
    ...         return ["a"]
    >>> table = Table()
    >>> table.words is table.words
    True
    """

    def __init__(self, make: Callable[[Any], R]) -> None:
        self._make, self._name, self._lock = make, make.__name__, threading.RLock()
        self.__doc__ = make.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> R:
        """The value, which is from now on an attribute of the instance."""
        with self._lock:
            if self._name not in instance.__dict__:
                instance.__dict__[self._name] = self._make(instance)
        return cast(R, instance.__dict__[self._name])


class CachedFunction(Cache[R], Generic[P, R]):
    """A function behind a cache, by its arguments, which must be hashable; nobody may change a result."""

    __wrapped__: Callable[P, R]

    def __init__(
        self, function: Callable[P, R], max_entries: int, *, expires: bool, is_heavy: bool, stays: bool
    ) -> None:
        super().__init__(max_entries, expires=expires, is_heavy=is_heavy, stays=stays)
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result for these arguments: the same object for whoever asks."""
        key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        return self.get(key, lambda: self.__wrapped__(*args, **kwargs))

    def cache_clear(self) -> None:
        """Drop everything now; called as `functools.lru_cache` calls it."""
        self.forget()


def cached(
    max_entries: int, *, expires: bool = False, is_heavy: bool = False, stays: bool = False
) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """Put a function behind a `Cache`.

    >>> @cached(max_entries=2)
    ... def shout(text):
    ...     return text.upper() + "!"
    >>> shout("cat") is shout("cat"), len(shout)
    (True, 1)
    """
    return lambda function: CachedFunction(function, max_entries, expires=expires, is_heavy=is_heavy, stays=stays)


def cached_expiring(most: int = 8) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """`cached` for what is computed from a visitor's own words: it expires."""
    return cached(most, expires=True)


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


_all: WeakSet[Cache[Any]] = WeakSet()
_guard = threading.Lock()
_sweeping = False


def forget_all() -> None:
    """Drop every result that was computed from a visitor's words now."""
    with _guard:
        every = [cache for cache in _all if cache.expires]
    for each in every:
        each.forget()


def _sweep(cache: Cache[R]) -> None:
    """From now on drop what of this nobody has asked for in its time."""
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
