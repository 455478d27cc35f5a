"""Rooms in one SQLite file. Servers on one machine may share it: its write-ahead log lets them read while one writes.

https://www.sqlite.org/wal.html. The folder and the file must be the server's own, for guesses are nobody else's matter
and a file that somebody else has put there is not to be followed.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.rooms.database.base import AT_ONCE, SETTING, Database, Kept
from explorer.rooms.errors import AwayError

MOST_BYTES = 256_000_000
WAIT = 3.0
"""Seconds for which a call waits while somebody else writes."""

_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
  code TEXT PRIMARY KEY, secret TEXT NOT NULL, opened REAL NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (code TEXT, seat TEXT, PRIMARY KEY (code, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen (code TEXT, seat TEXT, at REAL, PRIMARY KEY (code, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
  code TEXT, question TEXT, round INTEGER, seat TEXT, value TEXT, PRIMARY KEY (code, question, round, seat)
) WITHOUT ROWID;
"""


class NotOursError(OSError):
    """The folder or the file belongs to somebody else, or others may write to it."""


def own_folder(folder: Path) -> None:
    """Make the folder for us alone, or see that it is ours: no link, our user's, closed for others' writing.

    Raises:
        NotOursError: it isn't.
        OSError: it can't be made.
    """
    if not folder.exists() and not folder.is_symlink():
        folder.mkdir(mode=0o700, parents=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise NotOursError(f"{folder} is not a folder of this user alone")


def own_file(path: Path) -> None:
    """Make the file for us alone, or see that it is ours; others lose what rights they have to it.

    Raises:
        NotOursError: it is a link, no ordinary file, or somebody else's.
        OSError: it can't be made or written.
    """
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid() or found.st_nlink != 1:
            raise NotOursError(f"{path} is not a file of this user alone")
        os.fchmod(handle, 0o600)
    finally:
        os.close(handle)


class SqliteDatabase(Database):
    """Rooms in the file at `path`, of at most `most_bytes`; safe to use from several threads and processes."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        super().__init__()
        self._path, self._most_bytes = path, most_bytes
        self._db: sqlite3.Connection | None = None

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """A new room; False if there is one with this code."""
        with self._at_work() as db:
            row = (code, secret, opened)
            return db.execute("INSERT OR IGNORE INTO rooms VALUES (?, ?, ?, 1, '{}')", row).rowcount == 1

    def read(self, code: str) -> Kept | None:
        """The room, None if there is none."""
        with self._at_work() as db:
            row = db.execute("SELECT secret, opened, version, state FROM rooms WHERE code = ?", (code,)).fetchone()
        return None if row is None else Kept(*row)

    def change(self, code: str, version: int, state: str) -> bool:
        """Put a new state, if the version is still this one."""
        with self._at_work() as db:
            row = (state, version + 1, code, version)
            done = db.execute("UPDATE rooms SET state = ?, version = ? WHERE code = ? AND version = ?", row)
            return done.rowcount == 1

    def rooms(self) -> dict[str, tuple[float, int]]:
        """When each was opened, and its version."""
        with self._at_work() as db:
            return {row[0]: (row[1], row[2]) for row in db.execute("SELECT code, opened, version FROM rooms")}

    def take(self, code: str, seat: str, most: int) -> bool:
        """Take a seat, if fewer than `most` are taken."""
        with self._at_work() as db:
            row = (code, seat, code, most)
            db.execute(
                "INSERT OR IGNORE INTO seats SELECT ?, ? WHERE (SELECT COUNT(*) FROM seats WHERE code = ?) < ?", row
            )
            return self.seated(code, seat)

    def seated(self, code: str, seat: str) -> bool:
        """Whether somebody has it."""
        with self._at_work() as db:
            return db.execute("SELECT 1 FROM seats WHERE code = ? AND seat = ?", (code, seat)).fetchone() is not None

    def seats(self, code: str) -> int:
        """How many are taken."""
        with self._at_work() as db:
            return int(db.execute("SELECT COUNT(*) FROM seats WHERE code = ?", (code,)).fetchone()[0])

    def saw(self, code: str, seats: Collection[str], at: float) -> None:
        """The browsers of these seats were there; of a room that has gone nothing is kept."""
        with self._whole() as db:
            every = [(seat, at, code) for seat in seats]
            db.executemany("INSERT OR REPLACE INTO seen SELECT code, ?, ? FROM rooms WHERE code = ?", every)

    def there(self, code: str, since: float) -> set[str]:
        """Whose browsers were there since then."""
        with self._at_work() as db:
            return {row[0] for row in db.execute("SELECT seat FROM seen WHERE code = ? AND at >= ?", (code, since))}

    def gone(self, code: str, seat: str) -> None:
        """Somebody has left."""
        with self._at_work() as db:
            db.execute("DELETE FROM seen WHERE code = ? AND seat = ?", (code, seat))

    def put(self, code: str, version: int, question: str, round_: int, seat: str, value: str) -> bool:
        """Keep a guess, if the version is still this one."""
        with self._at_work() as db:
            row = (question, round_, seat, value, code, version)
            done = db.execute(
                "INSERT OR REPLACE INTO answers SELECT code, ?, ?, ?, ? FROM rooms WHERE code = ? AND version = ?", row
            )
            return done.rowcount == 1

    def value(self, code: str, question: str, round_: int, seat: str) -> str | None:
        """A seat's guess."""
        with self._at_work() as db:
            row = db.execute(
                "SELECT value FROM answers WHERE code = ? AND question = ? AND round = ? AND seat = ?",
                (code, question, round_, seat),
            ).fetchone()
        return None if row is None else str(row[0])

    def values(self, code: str, question: str, round_: int) -> dict[str, str]:
        """All guesses, by seat."""
        with self._at_work() as db:
            return dict(
                db.execute(
                    "SELECT seat, value FROM answers WHERE code = ? AND question = ? AND round = ?",
                    (code, question, round_),
                )
            )

    def drop(self, code: str, question: str) -> None:
        """Forget the guesses of a question."""
        with self._at_work() as db:
            db.execute("DELETE FROM answers WHERE code = ? AND question = ?", (code, question))

    def delete(self, *codes: str) -> None:
        """Forget rooms; what was deleted is overwritten, and the write-ahead log emptied."""
        if not codes:
            return
        with self._whole() as db:
            for table in ("answers", "seen", "seats", "rooms"):
                db.executemany(f"DELETE FROM {table} WHERE code = ?", [(code,) for code in codes])
        with self._at_work() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let go of the file."""
        with self._guard:
            if self._db is not None:
                self._db.close()
                self._db = None

    @contextmanager
    def _at_work(self) -> Iterator[sqlite3.Connection]:
        with self.talking():
            if self._db is None:
                self._db = self._connected()
            yield self._db

    @contextmanager
    def _whole(self) -> Iterator[sqlite3.Connection]:
        """All that is done inside, or nothing of it."""
        with self._at_work() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def _connected(self) -> sqlite3.Connection:
        own_folder(self._path.parent)
        own_file(self._path)
        db = sqlite3.connect(self._path, timeout=WAIT, check_same_thread=False, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("PRAGMA secure_delete=ON")  # deleted guesses are overwritten, not only unlinked
            size = db.execute("PRAGMA page_size").fetchone()[0]
            db.execute(f"PRAGMA max_page_count={self._most_bytes // size}")
            db.executescript(_TABLES)
        except BaseException:
            db.close()
            raise
        return db

    def told(self, error: Exception) -> AwayError | None:
        """What is wrong with the file; the log has the whole path, the screen its name alone."""
        if not isinstance(error, (sqlite3.Error, OSError)):
            return None
        self.log(f"The file of rooms {self._path}: {type(error).__name__}: {error}")
        code = getattr(error, "sqlite_errorcode", -1) & 0xFF
        if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
            self.close()  # what was repaired by hand is opened anew
        return AwayError(f"{self._words(error, code)} {AT_ONCE}")

    def _words(self, error: Exception, code: int) -> str:
        name = self._path.name
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
