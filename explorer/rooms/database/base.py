"""Where rooms are kept: one small interface, and which of its two forms the server's setting asks for.

`EXPLORER_ROOMS` names a file for SQLite, or the address of a Redis or Valkey server (`redis://host:6379/0`; `rediss://`
for TLS, `unix://` for a socket). Without it the rooms are in a file of the server's own.
"""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from explorer.rooms.errors import AwayError

SETTING = "EXPLORER_ROOMS"
SCHEMES = ("redis", "rediss", "unix")
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


def default_path() -> Path:
    """A file in `$EXPLORER_CACHE`, else one in the folder for temporary files: each in a folder of its own.

    Both outlive a restart of the server. Servers that share the folder share the rooms.
    """
    cache = os.environ.get("EXPLORER_CACHE")
    folder = Path(cache) / "rooms" if cache else Path(tempfile.gettempdir()) / f"explorer-rooms-{os.getuid()}"
    return folder / "rooms.sqlite"


def chosen_database() -> Database:
    """The database that the setting asks for. Redis' client is imported only if it asks for it.

    Raises:
        AwayError: it can't be had; says what to do.
    """
    setting = os.environ.get(SETTING, "").strip()
    scheme, colon, _ = setting.partition("://")
    if not colon:
        from explorer.rooms.database.sqlite import SqliteDatabase

        return SqliteDatabase(Path(setting) if setting else default_path())
    if scheme not in SCHEMES:
        raise AwayError(
            f"{SETTING} begins with “{scheme}://”: expected redis://, rediss:// or unix://, or the path of a file. "
            f"Whoever runs this server must mend it. {AT_ONCE}"
        )
    from explorer.rooms.database.redis import RedisDatabase

    return RedisDatabase(setting)


def left_over() -> bool:
    """Whether a file of rooms is there, perhaps with some whose time is over. Redis forgets by itself."""
    setting = os.environ.get(SETTING, "").strip()
    return "://" not in setting and (Path(setting) if setting else default_path()).exists()
