"""Who must be woken when a room changes: one look at the store for the whole process, not one for each visitor.

The same thread tells the store, now and then, whose browsers are there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from explorer.rooms.models import UnavailableError
from explorer.rooms.store import RoomStore

EVERY = 0.4  # seconds between two looks, while somebody watches
AT_ONCE = 4
"""Runs of woken pages at a time: two hundred at once would all end late, and hold up those who are in no room."""
PATIENCE = 0.5
"""Seconds after which a run that hasn't said its end gives up its place."""
TELL = 15.0
"""Seconds from one word about who is there to the next: well below the minute after which nobody waits for a seat."""
AWAY = 150.0
"""Seconds for which a watcher whose browser is not there is remembered: one that wakes up is still the same session."""
NEVER = -2  # the version that somebody has seen for whom the store was away: any is news


class Watchers:
    """Calls each watcher's `wake` when its room has another version than the watcher has seen, or has ended.

    One thread looks, as long as there are watchers. A watcher for whom `wake` returns False is gone, and forgotten.
    A few are woken at a time; `rested` makes place for the next one. `connected` says of a watcher whether its browser
    is there: a phone that sleeps is not, and hears what it has missed when it is back.
    """

    def __init__(
        self, store: RoomStore, every: float = EVERY, connected: Callable[[str], bool] = lambda who: True
    ) -> None:
        self._store, self._every, self._connected = store, every, connected
        self._watchers: dict[str, tuple[str, int, Callable[[], bool]]] = {}
        self._seats: dict[str, tuple[str, str]] = {}
        self._missed: dict[str, float] = {}  # since when there is news for a browser that is not there
        self._lock = threading.Lock()
        self._awake: set[str] = set()
        self._place = threading.Condition()
        self._thread: threading.Thread | None = None

    def watch(self, who: str, code: str, seen: int, wake: Callable[[], bool], seat: str = "") -> None:
        """`who` has now seen version `seen` of the room; `seat`: a student's."""
        with self._lock:
            self._watchers[who] = (code, seen, wake)
            self._missed.pop(who, None)
            if seat:
                self._seats[who] = code, seat
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="rooms", daemon=True)
                self._thread.start()

    def rested(self, who: str) -> None:
        """The run that `who` was woken for is over."""
        with self._place:
            self._awake.discard(who)
            self._place.notify()

    def forget(self, who: str) -> None:
        """`who` has left."""
        with self._lock:
            self._watchers.pop(who, None)
            self._seats.pop(who, None)
            self._missed.pop(who, None)

    def stop(self) -> None:
        """Forget all; the thread ends after its next look."""
        with self._lock:
            self._watchers.clear()
            self._seats.clear()
            self._missed.clear()

    def __len__(self) -> int:
        """How many watch."""
        with self._lock:
            return len(self._watchers)

    def look(self) -> int:
        """Wake all who are there and whose room has changed; returns how many. Each is woken once per version."""
        versions = self._store.versions()
        behind: list[tuple[str, Callable[[], bool]]] = []
        with self._lock:
            for who, (code, seen, wake) in list(self._watchers.items()):
                now = versions.get(code, -1)
                if now == seen:
                    continue
                if self._connected(who):
                    self._missed.pop(who, None)
                    self._watchers[who] = (code, now, wake)
                    behind.append((who, wake))
                elif time.monotonic() - self._missed.setdefault(who, time.monotonic()) > AWAY:
                    for known in (self._watchers, self._seats, self._missed):
                        known.pop(who, None)
        for who, wake in behind:
            self._wait_for_a_place(who)
            if not wake():
                self.rested(who)
                self.forget(who)
        return len(behind)

    def tell(self) -> None:
        """Tell the store which seats' browsers are there."""
        with self._lock:
            seats = dict(self._seats)
        here: dict[str, set[str]] = {}
        for who, (code, seat) in seats.items():
            if self._connected(who):
                here.setdefault(code, set()).add(seat)
        for code, found in here.items():
            self._store.saw(code, found)

    def _wait_for_a_place(self, who: str) -> None:
        with self._place:
            if not self._place.wait_for(lambda: len(self._awake) < AT_ONCE, PATIENCE):
                self._awake.clear()  # they have gone, or take long: nobody waits for them any more
            self._awake.add(who)

    def _look(self) -> None:
        pause = threading.Event()
        told = time.monotonic()
        while True:
            with suppress(UnavailableError):  # who watches is told by their own page; the next look may be luckier
                self.look()
                if time.monotonic() - told >= TELL:
                    told = time.monotonic()
                    self.tell()
            with self._lock:
                if not self._watchers:
                    self._thread = None
                    return
            pause.wait(self._every)
