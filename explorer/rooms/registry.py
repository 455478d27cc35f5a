"""Which rooms there are, who has a seat in one, and how its teacher changes it.

A room ends when its teacher ends it, or some hours after it was opened, and is then deleted with all its guesses.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

from explorer.rooms.asked import CODE_LENGTH, CODE_LETTERS, Room, parsed
from explorer.rooms.database.base import Database, Kept
from explorer.rooms.errors import AwayError, EndedError, FullError, NotTheTeacherError

HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_STATE = 8_000  # characters of the teacher's place as JSON
LONELY = 600.0  # seconds after which a room without a student gives way to a new one where the server is full
GONE = 60.0
"""Seconds without a word from a seat's browser after which nobody waits for it."""
GRACE = 60.0  # seconds after its end in which a database that forgets by itself forgets a room


class Registry:
    """Opens, finds and ends the rooms on a database, and seats who joins."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock
        self._sweeper: threading.Timer | None = None

    def close(self) -> None:
        """Let go of the database."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._database.close()

    def sweep(self) -> None:
        """Delete the rooms whose time is over, and come back when that of the next one is."""
        now, rooms = self._clock(), self._database.rooms()
        self._database.delete(*(code for code, (opened, _) in rooms.items() if opened < self._oldest()))
        if self._sweeper is not None:
            self._sweeper.cancel()
        left = [opened + HOURS * 3600 - now for opened, _ in rooms.values() if opened >= self._oldest()]
        if left:
            self._sweeper = threading.Timer(max(1.0, min(left) + 1), self._sweep_again)
            self._sweeper.daemon = True
            self._sweeper.start()

    def _sweep_again(self) -> None:
        with suppress(AwayError):
            self.sweep()

    def open(self) -> tuple[str, str]:
        """A new room: (code to join, the teacher's secret).

        Raises:
            FullError: the server has as many rooms as it takes.
        """
        secret = secrets.token_urlsafe(16)
        self.sweep()
        rooms = self._database.rooms()
        if len(rooms) >= MOST_ROOMS:
            self._database.delete(self._lonely(rooms))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            opened = self._clock()
            if self._database.add(code, _hashed(secret), opened, opened + HOURS * 3600 + GRACE):
                break
        self.sweep()
        return code, secret

    def _lonely(self, rooms: Mapping[str, tuple[float, int]]) -> str:
        """The oldest room that nobody has joined in its first ten minutes."""
        for code in sorted(rooms, key=lambda code: rooms[code][0]):
            if rooms[code][0] < self._clock() - LONELY and not self._database.seats(code):
                return code
        raise FullError(f"This server holds {MOST_ROOMS} rooms at once, and all are in use.")

    def join(self, code: str, seat: str = "") -> str:
        """Take a seat, or come back to the one held before; returns the seat.

        Raises:
            EndedError: there is no such room.
            FullError: all seats are taken, or the teacher lets nobody else in.
        """
        closed = self.room(code).closed
        seat = seat if len(seat) == 22 and seat.isascii() else secrets.token_urlsafe(16)
        if closed and not self._database.seated(code, seat):
            raise FullError("The teacher of this room lets nobody else in.")
        if not self._database.take(code, seat, MOST_SEATS):
            raise FullError(f"All {MOST_SEATS} seats of this room are taken.")
        self.saw(code, (seat,))
        return seat

    def leave(self, code: str, seat: str) -> None:
        """Nobody waits for this seat any more; what it has guessed stays."""
        self._database.gone(code, seat)

    def saw(self, code: str, seats: Collection[str]) -> None:
        """The browsers of these seats are there now."""
        self._database.saw(code, seats, self._clock())

    def here(self, code: str) -> set[str]:
        """The seats of those who are there: who has left is not, nor whose browser has been gone for a minute."""
        return self._database.there(code, self._clock() - GONE)

    def seats(self, code: str) -> int:
        """How many have joined, whether they are there or not."""
        return self._database.seats(code)

    def room(self, code: str) -> Room:
        """What everybody in the room may know.

        Raises:
            EndedError: there is no such room.
        """
        kept = self._kept(code)
        return Room(code, kept.version, *parsed(kept.state))

    def versions(self) -> dict[str, int]:
        """Of all rooms."""
        return {code: version for code, (opened, version) in self._database.rooms().items() if opened >= self._oldest()}

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is the one of this room's teacher."""
        kept = self._database.read(code)
        return kept is not None and hmac.compare_digest(kept.secret, _hashed(secret))

    def move(self, code: str, secret: str, page: str, settings: Mapping[str, Any]) -> int:
        """The teacher is now on `page` with `settings`; returns the room's version."""

        def change(state: dict[str, Any]) -> None:
            state["page"], state["settings"] = page, dict(settings)

        return self._teach(code, secret, change)

    def close_entry(self, code: str, secret: str, closed: bool = True) -> None:
        """Let nobody else in, or let students in again; whoever has a seat keeps it and may come back."""

        def change(state: dict[str, Any]) -> None:
            state["closed"] = closed

        self._teach(code, secret, change)

    def end(self, code: str, secret: str) -> None:
        """Delete the room and everything in it.

        Raises:
            NotTheTeacherError: anybody else asked for it.
        """
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._database.delete(code)

    def _oldest(self) -> float:
        return self._clock() - HOURS * 3600

    def _kept(self, code: str) -> Kept:
        kept = self._database.read(code)
        if kept is None or kept.opened < self._oldest():
            raise EndedError(code)
        return kept

    def _teach(self, code: str, secret: str, change: Callable[[dict[str, Any]], None]) -> int:
        """Change the room's state for its teacher; returns the version, which goes up if there was news."""
        while True:
            kept = self._kept(code)
            if not hmac.compare_digest(kept.secret, _hashed(secret)):
                raise NotTheTeacherError(code)
            state = json.loads(kept.state)
            change(state)
            after = json.dumps(state, allow_nan=False)
            if json.loads(after) == json.loads(kept.state):
                return kept.version
            if len(after) > MOST_STATE * (1 + len(state.get("questions", {}))):
                raise ValueError(f"The state of a room has at most {MOST_STATE} characters per screen")
            if self._database.change(code, kept.version, after):
                return kept.version + 1


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
