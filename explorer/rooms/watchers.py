"""Who must be woken when a room changes: one look at the store for the whole process, not one for each visitor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from explorer.rooms.errors import AwayError
from explorer.rooms.store import Store

EVERY = 0.4  # seconds between two looks, while somebody watches
AT_ONCE = 4
"""Runs of woken pages at a time: two hundred at once would all end late, and hold up those who are in no room."""
PATIENCE = 0.5
"""Seconds after which a run that hasn't said its end gives up its place."""
NEVER = -2  # the version that somebody has seen for whom the store was away: any is news


class Watchers:
    """Calls each watcher's `wake` when its room has another version than the watcher has seen, or has ended.

    One thread looks, as long as there are watchers. A watcher for whom `wake` returns False is gone, and forgotten.
    A few are woken at a time; `rested` makes place for the next one.
    """

    def __init__(self, store: Store, every: float = EVERY) -> None:
        self._store, self._every = store, every
        self._watchers: dict[str, tuple[str, int, Callable[[], bool]]] = {}
        self._lock = threading.Lock()
        self._awake: set[str] = set()
        self._place = threading.Condition()
        self._thread: threading.Thread | None = None

    def watch(self, who: str, code: str, seen: int, wake: Callable[[], bool]) -> None:
        """`who` has now seen version `seen` of the room."""
        with self._lock:
            self._watchers[who] = (code, seen, wake)
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

    def stop(self) -> None:
        """Forget all; the thread ends after its next look."""
        with self._lock:
            self._watchers.clear()

    def __len__(self) -> int:
        """How many watch."""
        with self._lock:
            return len(self._watchers)

    def look(self) -> int:
        """Wake all whose room has changed; returns how many. Each is woken once per version."""
        versions = self._store.versions()
        with self._lock:
            behind = [
                (who, code, wake)
                for who, (code, seen, wake) in self._watchers.items()
                if versions.get(code, -1) != seen
            ]
            for who, code, wake in behind:
                self._watchers[who] = (code, versions.get(code, -1), wake)
        for who, _, wake in behind:
            self._wait_for_a_place(who)
            if not wake():
                self.rested(who)
                self.forget(who)
        return len(behind)

    def _wait_for_a_place(self, who: str) -> None:
        with self._place:
            if not self._place.wait_for(lambda: len(self._awake) < AT_ONCE, PATIENCE):
                self._awake.clear()  # they have gone, or take long: nobody waits for them any more
            self._awake.add(who)

    def _look(self) -> None:
        pause = threading.Event()
        while True:
            with suppress(AwayError):  # who watches is told by their own page; the next look may be luckier
                self.look()
            with self._lock:
                if not self._watchers:
                    self._thread = None
                    return
            pause.wait(self._every)
