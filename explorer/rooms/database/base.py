"""Where rooms are kept: one small interface, and what its two forms have in common."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from explorer.rooms.errors import AwayError

SETTING = "EXPLORER_ROOMS"
"""The setting of the environment that `chosen` reads, and that complaints name."""
AT_ONCE = "Everything else works without a room."
PAUSE = 2.0
"""Seconds for which a failed database answers at once, so that nobody waits in line for what is away."""
MINUTE = 60.0
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """A room as it is kept: the teacher's secret hashed, when it was opened (seconds), its version and its state."""

    secret: str
    opened: float
    version: int
    state: str


class Database(ABC):
    """Rooms, seats and guesses, without knowing what they mean. Each call is whole or not at all.

    Every call raises `AwayError` if it can't be done.
    """

    def __init__(self) -> None:
        self._failed: tuple[float, AwayError] | None = None
        self._logged: dict[str, float] = {}
        self._guard = threading.RLock()

    @abstractmethod
    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """A new room, which may be forgotten at the time `until`; False if there is one with this code."""

    @abstractmethod
    def read(self, code: str) -> Kept | None:
        """The room, None if there is none."""

    @abstractmethod
    def change(self, code: str, version: int, state: str) -> bool:
        """Put a new state and the next version, if the version is still this one; else False."""

    @abstractmethod
    def rooms(self) -> dict[str, tuple[float, int]]:
        """When each room was opened, and its version, by its code."""

    @abstractmethod
    def take(self, code: str, seat: str, most: int) -> bool:
        """Take a seat, or keep the one that is held; False if `most` are taken."""

    @abstractmethod
    def seated(self, code: str, seat: str) -> bool:
        """Whether somebody has this seat."""

    @abstractmethod
    def seats(self, code: str) -> int:
        """How many seats are taken."""

    @abstractmethod
    def saw(self, code: str, seats: Collection[str], at: float) -> None:
        """The browsers of these seats were there at that time (seconds)."""

    @abstractmethod
    def there(self, code: str, since: float) -> set[str]:
        """The seats whose browsers were there at that time or later."""

    @abstractmethod
    def gone(self, code: str, seat: str) -> None:
        """Somebody has left: the seat stays taken, but nobody is there."""

    @abstractmethod
    def put(self, code: str, version: int, question: str, round_: int, seat: str, value: str) -> bool:
        """Keep a seat's guess in place of its last one, if the room's version is still this one; else False."""

    @abstractmethod
    def value(self, code: str, question: str, round_: int, seat: str) -> str | None:
        """A seat's guess."""

    @abstractmethod
    def values(self, code: str, question: str, round_: int) -> dict[str, str]:
        """All guesses, by seat."""

    @abstractmethod
    def drop(self, code: str, question: str) -> None:
        """Forget the guesses of a question, in all rounds."""

    @abstractmethod
    def delete(self, *codes: str) -> None:
        """Forget rooms with all that is in them, so that nothing of them is left on a disk of ours."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the file or the line."""

    @abstractmethod
    def told(self, error: Exception) -> AwayError | None:
        """What to say of an error of this kind of database; None if it is not one of them."""

    @contextmanager
    def talking(self) -> Iterator[None]:
        """One at a time, with errors in words; for some time after one, every call fails at once with the same words.

        Raises:
            AwayError: what the inside raised, in words.
        """
        with self._guard:
            if self._failed is not None and time.monotonic() < self._failed[0]:
                raise AwayError(str(self._failed[1])) from None
            try:
                yield
            except Exception as error:
                words = self.told(error)
                if words is None:
                    raise
                self._failed = time.monotonic() + PAUSE, words
                raise words from error
            self._failed = None
            self._logged.clear()

    def log(self, words: str) -> None:
        """Tell the server's log what is wrong: once a minute, however many ask, until the database is well again."""
        now = time.monotonic()
        if now - self._logged.get(words, -MINUTE) >= MINUTE:
            self._logged = {words: now}
            _LOG.warning(words)
