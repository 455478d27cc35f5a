"""What the people in a room share, in one SQLite file beside the app: where the teacher is, and who guessed what.

A guess is the number of a choice, by a random seat: no name, no typed text, no address. A room ends when its teacher
ends it, or some hours after it was opened, and is then deleted with all its guesses. Several processes may use one
file: SQLite's write-ahead log (https://www.sqlite.org/wal.html) lets them read while one writes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
CODE_LENGTH = 6
HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_QUESTIONS = 200
MOST_STATE = 8_000  # characters of the teacher's place as JSON
MOST_CHOICES = 50

_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
  code TEXT PRIMARY KEY, secret TEXT NOT NULL, opened REAL NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (code TEXT, seat TEXT, PRIMARY KEY (code, seat));
CREATE TABLE IF NOT EXISTS guesses (
  code TEXT, question TEXT, round INTEGER, seat TEXT, choice INTEGER, PRIMARY KEY (code, question, round, seat));
"""


class EndedError(Exception):
    """There is no such room: it was never opened, or it has ended."""


class FullError(Exception):
    """The room, or the server, has as many as it takes."""


class NotTheTeacherError(Exception):
    """The secret is not the one of the room's teacher."""


@dataclass(frozen=True)
class Asked:
    """A question as a room has it.

    Attributes:
        round: 1, and 2 where the class was asked again.
        revealed: whether the answer may be seen.
        words: the question.
        choices: what can be chosen, in order.
        right: number of the right choice.
    """

    round: int = 1
    revealed: bool = False
    words: str = ""
    choices: tuple[str, ...] = ()
    right: int = -1


@dataclass(frozen=True)
class Room:
    """What everybody in a room may know.

    Attributes:
        code: what one types to join.
        version: goes up with each change that all browsers should show.
        page: name of the page where the teacher is; "" before the first move.
        settings: values of that page's controls, by key.
        questions: what was asked so far, by its key.
    """

    code: str
    version: int
    page: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    questions: Mapping[str, Asked] = field(default_factory=dict)


def default_path() -> Path:
    """`$EXPLORER_ROOMS`, else a file in `$EXPLORER_CACHE`, else one in the folder for temporary files.

    All of them outlive a restart of the server. Replicas that share the folder share the rooms.
    """
    chosen, cache = os.environ.get("EXPLORER_ROOMS"), os.environ.get("EXPLORER_CACHE")
    if chosen:
        return Path(chosen)
    return (
        Path(cache) / "rooms.sqlite" if cache else Path(tempfile.gettempdir()) / f"explorer-rooms-{os.getuid()}.sqlite"
    )


def normal(code: str) -> str:
    """A code as somebody types it: case, spaces and hyphens don't matter; "" if it can't be one.

    >>> normal("abc-def "), normal("abc"), normal("ABCDE0")
    ('ABCDEF', '', '')
    """
    letters = "".join(letter for letter in code.upper() if letter not in " -\t\n")
    return letters if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS) else ""


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """Rooms in the SQLite file at `path`; safe to use from several threads and processes."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # guesses are for the server's own user
        self._db = sqlite3.connect(path, timeout=5, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_TABLES)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def open(self) -> tuple[str, str]:
        """A new room: (code to join, the teacher's secret).

        Raises:
            FullError: the server has as many rooms as it takes.
        """
        secret = secrets.token_urlsafe(16)
        with self._writing() as db:
            old = [row[0] for row in db.execute("SELECT code FROM rooms WHERE opened < ?", (self._oldest(),))]
            for code in old:
                self._delete(code)
            if db.execute("SELECT COUNT(*) FROM rooms").fetchone()[0] >= MOST_ROOMS:
                raise FullError(f"This server holds {MOST_ROOMS} rooms at once, and all are in use.")
            while True:
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
                if not db.execute("SELECT 1 FROM rooms WHERE code = ?", (code,)).fetchone():
                    break
            db.execute("INSERT INTO rooms VALUES (?, ?, ?, 1, '{}')", (code, _hashed(secret), self._clock()))
        return code, secret

    def join(self, code: str, seat: str = "") -> str:
        """Take a seat, or come back to the one held before; returns the seat.

        Raises:
            EndedError: there is no such room.
            FullError: all seats are taken.
        """
        seat = seat if len(seat) == 22 and seat.isascii() else secrets.token_urlsafe(16)
        with self._writing() as db:
            self._state(code)
            if not db.execute("SELECT 1 FROM seats WHERE code = ? AND seat = ?", (code, seat)).fetchone():
                if self.seats(code) >= MOST_SEATS:
                    raise FullError(f"All {MOST_SEATS} seats of this room are taken.")
                db.execute("INSERT INTO seats VALUES (?, ?)", (code, seat))
        return seat

    def room(self, code: str) -> Room:
        """What everybody in the room may know.

        Raises:
            EndedError: there is no such room.
        """
        version, state = self._state(code)
        asked = {
            key: Asked(q["round"], q["revealed"], q["words"], tuple(q["choices"]), q["right"])
            for key, q in state.get("questions", {}).items()
        }
        return Room(code, version, state.get("page", ""), state.get("settings", {}), asked)

    def versions(self) -> dict[str, int]:
        """Of all rooms."""
        with self._lock:
            return dict(self._db.execute("SELECT code, version FROM rooms WHERE opened >= ?", (self._oldest(),)))

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is the one of this room's teacher."""
        with self._lock:
            row = self._db.execute("SELECT secret FROM rooms WHERE code = ?", (code,)).fetchone()
        return row is not None and hmac.compare_digest(row[0], _hashed(secret))

    def move(self, code: str, secret: str, page: str, settings: Mapping[str, Any]) -> int:
        """The teacher is now on `page` with `settings`; returns the room's version."""
        with self._teaching(code, secret) as state:
            state["page"], state["settings"] = page, dict(settings)
        return self._state(code)[0]

    def ask(self, code: str, secret: str, question: str, words: str, choices: tuple[str, ...], right: int) -> None:
        """The teacher's screen shows this question. Other choices than before begin the question anew."""
        if not 0 < len(choices) <= MOST_CHOICES or not 0 <= right < len(choices):
            raise ValueError(f"A question has 1 to {MOST_CHOICES} choices and one of them is right, got {choices!r}")
        with self._teaching(code, secret) as state:
            questions = state.setdefault("questions", {})
            told = {"words": words, "choices": list(choices), "right": right}
            known = questions.get(question)
            if known is not None and {name: known[name] for name in told} == told:
                return
            if known is None and len(questions) >= MOST_QUESTIONS:
                raise FullError(f"A room holds {MOST_QUESTIONS} questions.")
            if known is not None and known["choices"] != told["choices"]:
                self._db.execute("DELETE FROM guesses WHERE code = ? AND question = ?", (code, question))
                known = None
            before = {"round": known["round"], "revealed": known["revealed"]} if known else {}
            questions[question] = {"round": 1, "revealed": False} | before | told

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Everybody may see the answer."""
        with self._teaching(code, secret) as state:
            if question in state.get("questions", {}):
                state["questions"][question]["revealed"] = True

    def ask_again(self, code: str, secret: str, question: str) -> None:
        """A second round: the answer is covered again, the first guesses are kept beside the new ones."""
        with self._teaching(code, secret) as state:
            if question in state.get("questions", {}):
                state["questions"][question] |= {"round": 2, "revealed": False}

    def guess(self, code: str, seat: str, question: str, choice: int) -> bool:
        """Take a seat's guess in the present round; a later one replaces it. False once the answer is revealed.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question, choice or seat.
        """
        with self._writing() as db:
            asked = self.room(code).questions.get(question)
            if asked is None:
                raise ValueError(f"The room has no question {question!r}")
            if not 0 <= choice < len(asked.choices):
                raise ValueError(f"A choice from 0 to {len(asked.choices) - 1} was expected, got {choice}")
            if not db.execute("SELECT 1 FROM seats WHERE code = ? AND seat = ?", (code, seat)).fetchone():
                raise ValueError("No such seat")
            if asked.revealed:
                return False
            values = (code, question, asked.round, seat, choice)
            db.execute("INSERT OR REPLACE INTO guesses VALUES (?, ?, ?, ?, ?)", values)
        return True

    def guessed(self, code: str, seat: str, question: str, round_: int) -> int | None:
        """The choice of a seat, None where there is none."""
        with self._lock:
            row = self._db.execute(
                "SELECT choice FROM guesses WHERE code = ? AND question = ? AND round = ? AND seat = ?",
                (code, question, round_, seat),
            ).fetchone()
        return None if row is None else int(row[0])

    def tally(self, code: str, question: str, round_: int) -> dict[int, int]:
        """How many seats chose each choice that somebody chose."""
        with self._lock:
            return dict(
                self._db.execute(
                    "SELECT choice, COUNT(*) FROM guesses WHERE code = ? AND question = ? AND round = ? "
                    "GROUP BY choice",
                    (code, question, round_),
                )
            )

    def seats(self, code: str) -> int:
        """How many have joined."""
        with self._lock:
            return int(self._db.execute("SELECT COUNT(*) FROM seats WHERE code = ?", (code,)).fetchone()[0])

    def end(self, code: str, secret: str) -> None:
        """Delete the room and everything in it.

        Raises:
            NotTheTeacherError: by anybody else.
        """
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        with self._writing():
            self._delete(code)

    def _delete(self, code: str) -> None:
        for table in ("guesses", "seats", "rooms"):
            self._db.execute(f"DELETE FROM {table} WHERE code = ?", (code,))

    def _oldest(self) -> float:
        return self._clock() - HOURS * 3600

    def _state(self, code: str) -> tuple[int, dict[str, Any]]:
        with self._lock:
            row = self._db.execute(
                "SELECT version, state FROM rooms WHERE code = ? AND opened >= ?", (code, self._oldest())
            ).fetchone()
        if row is None:
            raise EndedError(code)
        return row[0], json.loads(row[1])

    @contextmanager
    def _teaching(self, code: str, secret: str) -> Iterator[dict[str, Any]]:
        """The room's state, to be changed by its teacher; the version goes up if it was."""
        with self._writing() as db:
            version, state = self._state(code)
            if not self.is_teacher(code, secret):
                raise NotTheTeacherError(code)
            before = json.dumps(state)
            yield state
            after = json.dumps(state)
            if len(after) > MOST_STATE * (1 + len(state.get("questions", {}))):
                raise ValueError(f"The state of a room has at most {MOST_STATE} characters a screen")
            if after != before:
                db.execute("UPDATE rooms SET state = ?, version = ? WHERE code = ?", (after, version + 1, code))
