"""Rooms in one SQLite file, which servers on one machine may share: its write-ahead log allows reads during a write.

https://www.sqlite.org/wal.html. Folder and file must belong to the server's user only: answers are confidential, and
a file or link that another user has planted is not followed.
"""

import logging
import math
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from explorer.platform_differences import NotOursError, make_own_file
from explorer.rooms.backend import Row
from explorer.rooms.room_state import UnavailableError

SETTING = "EXPLORER_ROOMS"
"""Environment variable with the location of the rooms; named in error messages."""
MOST_BYTES = 256_000_000
WAIT = 1.0
"""Seconds that a call waits for another process's write."""
_LOG = logging.getLogger(__name__)
# Tables of the app's first version are dropped: nothing else would delete their contents.
_TABLES = """
DROP TABLE IF EXISTS rooms; DROP TABLE IF EXISTS seats; DROP TABLE IF EXISTS seen; DROP TABLE IF EXISTS answers;
CREATE TABLE IF NOT EXISTS room (
  code TEXT PRIMARY KEY, secret TEXT NOT NULL, opened REAL NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS value (
  code TEXT, name TEXT, key TEXT, value TEXT, PRIMARY KEY (code, name, key)) WITHOUT ROWID;
"""


class _Slot:
    """A connection with its lock, and the file that it has open."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.db: sqlite3.Connection | None = None
        self.file: tuple[int, int] | None = None
        self.busy = -math.inf  # time at which a call waited in vain

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file, which another one at its path has not; None without one."""
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


class SqliteBackend:
    """Rooms in the file at `path`, of at most `most_bytes`; safe to use from several threads and processes."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        self._path, self._most_bytes = path, most_bytes
        self._writing, self._reading = _Slot(), _Slot()  # a reader never waits for a writer

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """Add a room; False if the code is taken."""
        with self._writer() as db:
            row = (code, secret, opened)
            return db.execute("INSERT OR IGNORE INTO room VALUES (?, ?, ?, 1, '{}')", row).rowcount == 1

    def read(self, code: str) -> Row | None:
        """Read a room; None if there is none."""
        with self._reader() as db:
            row = db.execute("SELECT secret, opened, version, state FROM room WHERE code = ?", (code,)).fetchone()
        return None if row is None else Row(*row)

    def change(self, code: str, version: int, state: str) -> bool:
        """Replace the state if the version is still this one."""
        with self._writer() as db:
            row = (state, code, version)
            done = db.execute("UPDATE room SET state = ?, version = version + 1 WHERE code = ? AND version = ?", row)
            return done.rowcount == 1

    def room_versions(self) -> dict[str, tuple[float, int]]:
        """Opening time and version of each room, by code."""
        with self._reader() as db:
            return {row[0]: (row[1], row[2]) for row in db.execute("SELECT code, opened, version FROM room")}

    def put(self, code: str, table: str, values: Mapping[str, str], version: int | None = None) -> bool:
        """Set values if the room exists (and has this version)."""
        with self._writer() as db:
            rows = [(table, key, value, code, version, version) for key, value in values.items()]
            done = db.executemany(
                "INSERT OR REPLACE INTO value SELECT code, ?, ?, ? FROM room "
                "WHERE code = ? AND (? IS NULL OR version = ?)",
                rows,
            )
            return done.rowcount > 0

    def get(self, code: str, table: str, key: str) -> str | None:
        """One value."""
        with self._reader() as db:
            where = (code, table, key)
            row = db.execute("SELECT value FROM value WHERE code = ? AND name = ? AND key = ?", where).fetchone()
        return None if row is None else str(row[0])

    def all(self, code: str, table: str) -> dict[str, str]:
        """All values, by key."""
        with self._reader() as db:
            return dict(db.execute("SELECT key, value FROM value WHERE code = ? AND name = ?", (code, table)))

    def drop(self, code: str, *tables: str) -> None:
        """Delete tables."""
        with self._writer() as db:
            db.executemany("DELETE FROM value WHERE code = ? AND name = ?", [(code, table) for table in tables])

    def delete(self, *codes: str) -> None:
        """Delete rooms: the data is overwritten, and the write-ahead log emptied."""
        if not codes:
            return
        with self._writer() as db:
            for table in ("value", "room"):
                db.executemany(f"DELETE FROM {table} WHERE code = ?", [(code,) for code in codes])
            db.commit()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        for slot in (self._writing, self._reading):
            with slot.lock:
                slot.close()

    def _reader(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._connection(self._reading)

    def _writer(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._connection(self._writing)

    @contextmanager
    def _connection(self, slot: _Slot) -> Iterator[sqlite3.Connection]:
        """One transaction at a time; raises `UnavailableError` for SQLite's errors, and after `WAIT` in the queue."""
        # If each call waited for the one before it, thirty would wait for half a minute. After one that has waited in
        # vain the others hardly wait, for a moment.
        patience = WAIT / 10 if time.monotonic() - slot.busy < WAIT else WAIT
        if not slot.lock.acquire(timeout=patience):
            raise UnavailableError(_words(self._path.name, sqlite3.OperationalError(), sqlite3.SQLITE_BUSY))
        try:
            if slot.db is not None and slot.file != _identity(self._path):
                _LOG.warning("The file of rooms %s was deleted or replaced: the rooms in it are gone", self._path)
                slot.close()
            if slot.db is None:
                slot.db = self._connect()
                slot.file = _identity(self._path)
            slot.db.execute(f"PRAGMA busy_timeout={1000 * patience:.0f}")
            with slot.db as db:
                yield db
        except (sqlite3.Error, OSError) as error:
            _LOG.warning("The file of rooms %s: %s: %s", self._path, type(error).__name__, error)
            code = getattr(error, "sqlite_errorcode", -1) & 0xFF
            if code == sqlite3.SQLITE_BUSY and patience == WAIT:
                slot.busy = time.monotonic()
            if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
                slot.close()  # so that a repaired file is opened again
            raise UnavailableError(_words(self._path.name, error, code)) from error
        finally:
            slot.lock.release()

    def _connect(self) -> sqlite3.Connection:
        make_own_file(self._path)
        db = sqlite3.connect(self._path, timeout=WAIT, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("PRAGMA secure_delete=ON")  # overwrite deleted answers
            size = db.execute("PRAGMA page_size").fetchone()[0]
            db.execute(f"PRAGMA max_page_count={self._most_bytes // size}")
            db.executescript(_TABLES)
        except BaseException:
            db.close()
            raise
        return db


def _words(name: str, error: Exception, code: int) -> str:
    """Message of an error, with the file's name but without its folder."""
    if isinstance(error, NotOursError):
        return (
            f"Rooms are kept in a folder and a file of the server's own user, and those of “{name}” are a link or "
            f"open to others. Whoever runs this server must set {SETTING} to a file in a folder of its own."
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"Another program keeps the file of rooms, “{name}”, locked. Try again in a moment."
    if code == sqlite3.SQLITE_FULL or getattr(error, "errno", None) == 28:
        return f"The disk, or the space for rooms (“{name}”), is full. Rooms that end make space."
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"The file of rooms, “{name}”, is damaged. Whoever runs this server must delete it."
    return (
        f"The file of rooms, “{name}”, can't be opened or written ({getattr(error, 'strerror', None) or error}). "
        f"Whoever runs this server must set {SETTING} to a file that can."
    )
