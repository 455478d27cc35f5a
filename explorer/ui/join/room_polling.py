"""Shared polling for waiting students: one database query for all of them, and one screen per room."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakSet

from explorer.rooms import EndedError, RoomStore, UnavailableError
from explorer.ui.join.student_screen_data import Screen, screen

T = TypeVar("T")
EVERY = 0.3
"""Polling interval of the rooms' versions in seconds."""
PATIENCE = 20.0
"""Long-poll timeout in seconds: the request is then answered without news."""
PRESENT = 15.0
"""Heartbeat interval in seconds: the rooms learn that the waiting students are present."""
_watches: WeakSet[Watch] = WeakSet()
_threads, _writers = ThreadPoolExecutor(4, "join"), ThreadPoolExecutor(4, "join-write")
"""Thread pools for database calls: they may take seconds (a lock, a server that is down) and must not block the loop,
nor those that write the others.
"""


async def apart(work: Callable[..., T], *args: Any, writes: bool = False) -> T:
    """Run the database call `work(*args)` in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_writers if writes else _threads, work, *args)


class _RoomWatch:
    def __init__(self) -> None:
        self.screen: Screen | None = None
        self.ended = False
        self.changed = asyncio.Event()
        self.reading = asyncio.Lock()
        self.waiting: Counter[str] = Counter()

    def put(self, found: Screen | None) -> None:
        """Publish a new screen; None if the room has ended."""
        before, self.screen, self.ended = self.screen, found, found is None
        if self.ended or (before is not None and found is not None and before.stamp != found.stamp):
            self.changed.set()
            self.changed = asyncio.Event()


def end() -> None:
    """Wake all waiting requests at shutdown, which would otherwise wait for them."""
    for each in _watches:
        each.end()


class Watch:
    """Long polling for all rooms; one instance per process."""

    def __init__(self, rooms: Callable[[], RoomStore]) -> None:
        self._rooms = rooms
        self._watches: dict[str, _RoomWatch] = {}
        self._task: asyncio.Task[None] | None = None
        self._over = False
        _watches.add(self)

    def end(self) -> None:
        """Answer all waiting requests, and accept no new ones; called in the event loop."""
        self._over = True
        for watch in self._watches.values():
            watch.changed.set()

    async def news(self, code: str, seat: str, known: str, gone: Callable[[], Awaitable[Any]]) -> Screen:
        """Wait until the screen's stamp differs from `known`, until the timeout, or until `gone()` returns.

        Raises:
            EndedError: there is no such room.
            UnavailableError: the rooms' database can't be reached.
        """
        watch = self._watches.setdefault(code, _RoomWatch())
        watch.waiting[seat] += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())
        try:
            async with watch.reading:
                if watch.screen is None:
                    await self._read(code, watch)
            if not self._over and not watch.ended and watch.screen is not None and watch.screen.stamp == known:
                await _first(watch.changed.wait(), gone())
            if watch.screen is None:
                raise EndedError(code)
            return watch.screen
        finally:
            watch.waiting[seat] -= 1
            if not watch.waiting[seat]:
                del watch.waiting[seat]
            if not watch.waiting and self._watches.get(code) is watch:
                del self._watches[code]

    async def _read(self, code: str, watch: _RoomWatch) -> None:
        try:
            watch.put(await apart(screen, self._rooms(), code))
        except EndedError:
            watch.put(None)

    async def _look(self) -> None:
        """Poll while requests wait: find the rooms that changed, and send heartbeats."""
        said = time.monotonic()
        while self._watches:
            try:
                versions = await apart(self._rooms().versions)
                for code, watch in list(self._watches.items()):
                    async with watch.reading:
                        if watch.screen is not None and watch.screen.version != versions.get(code, -1):
                            await self._read(code, watch)
                if time.monotonic() - said >= PRESENT:
                    said = time.monotonic()
                    for code, watch in list(self._watches.items()):
                        await apart(self._rooms().mark_present, code, set(watch.waiting), writes=True)
            except UnavailableError:
                pass  # the next request reports it; the next poll tries again
            await asyncio.sleep(EVERY)


async def _first(*waits: Awaitable[Any]) -> None:
    """Wait for the first of these, or for the timeout."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        await asyncio.wait(tasks, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
