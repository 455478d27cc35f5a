"""Rate limit of wrong room codes, against guessing."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable

WINDOW = 60.0  # seconds
MOST_OF_ONE = 5  # wrong codes of one browser in that time
MOST_OF_ALL = 600  # and of all together


class RateLimit:
    """Waiting time after too many wrong codes.

    Of 24⁶ codes, 144,000 codes can be tried in the 4 hours of a room: 1 of 1,327. A found code gives a student's seat
    only. With a lower limit one person could lock a class out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._all: deque[tuple[float, str]] = deque()

    def count_wrong(self, who: str) -> None:
        """Count a wrong code of `who`."""
        with self._lock:
            self._all.append((self._clock(), who))

    def wait(self, who: str) -> int:
        """Whole seconds until `who` may try again; 0 for now."""
        with self._lock:
            now = self._clock()
            while self._all and self._all[0][0] <= now - WINDOW:
                self._all.popleft()
            own = [at for at, name in self._all if name == who]
            waits = [own[-MOST_OF_ONE]] if len(own) >= MOST_OF_ONE else []
            waits += [self._all[-MOST_OF_ALL][0]] if len(self._all) >= MOST_OF_ALL else []
            return max((math.ceil(at + WINDOW - now) for at in waits), default=0)
