"""The store of all rooms: who has a seat in one, what its teacher asks, and who answered what.

An answer is the number of a choice, or a few numbers, by a random seat: no name, no text that a student typed, no
address. The only texts are questions: the app's, and the teacher's own. A room ends when its teacher ends it, or some
hours after it was opened, and is then deleted with all its answers.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from explorer.rooms.models import (
    CODE_LENGTH,
    CODE_LETTERS,
    EndedError,
    FullError,
    NotTheTeacherError,
    Room,
    RoomQuestion,
    UnavailableError,
    parse_state,
)
from explorer.rooms.question_schema import MOST_ROUNDS

HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_QUESTIONS = 100
MOST_STATE = 8_000  # characters of the teacher's position as JSON
LONELY = 600.0  # seconds after which a room without a student gives way to a new one where the server is full
GONE = 60.0
"""Seconds without a word from a seat's browser after which nobody waits for it."""
GRACE = 60.0  # seconds after its end in which a database that forgets by itself forgets a room

Answer = int | tuple[float, ...]
"""The number of a choice, or the numbers of a curve, of a point, or one number."""


class Row(NamedTuple):
    """A room as it is kept: the teacher's secret hashed, when it was opened (seconds), its version and its state."""

    secret: str
    opened: float
    version: int
    state: str


class Backend(Protocol):
    """A database of rooms, each with named tables of texts, without knowing what they mean.

    Each call is whole or not at all, and raises `UnavailableError` if it can't be done.
    """

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """A new room, which may be forgotten at the time `until`; False if there is one with this code."""

    def read(self, code: str) -> Row | None:
        """The room, None if there is none."""

    def change(self, code: str, version: int, state: str) -> bool:
        """Put a new state and the next version, if the version is still this one; else False."""

    def rooms(self) -> dict[str, tuple[float, int]]:
        """When each room was opened, and its version, by its code."""

    def put(self, code: str, table: str, values: Mapping[str, str], version: int | None = None) -> bool:
        """Set values in a table of the room, if it is there (and has this version); else False."""

    def get(self, code: str, table: str, key: str) -> str | None:
        """One value of a table."""

    def all(self, code: str, table: str) -> dict[str, str]:
        """All values of a table, by key."""

    def drop(self, code: str, *tables: str) -> None:
        """Forget tables of a room."""

    def delete(self, *codes: str) -> None:
        """Forget rooms with all that is in them, so that nothing of them is left on a disk of ours."""

    def close(self) -> None:
        """Let go of the file or the connection."""


class RoomStore:
    """Rooms in a database; safe to use from several threads, and from several processes that share the database.

    Every method raises `UnavailableError` where the database can't be used.
    """

    def __init__(self, backend: Backend, clock: Callable[[], float] = time.time) -> None:
        self._backend, self._clock = backend, clock
        self._sweeper: threading.Timer | None = None

    def close(self) -> None:
        """Let go of the database."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._backend.close()

    # Rooms

    def open(self) -> tuple[str, str]:
        """A new room: (code to join, the teacher's secret).

        Raises:
            FullError: the server has as many rooms as it takes.
        """
        secret = secrets.token_urlsafe(16)
        rooms = self.sweep()
        if len(rooms) >= MOST_ROOMS:
            self._backend.delete(self._lonely(rooms))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            opened = self._clock()
            if self._backend.add(code, _hash(secret), opened, opened + HOURS * 3600 + GRACE):
                break
        self.sweep()
        return code, secret

    def _lonely(self, rooms: Mapping[str, float]) -> str:
        """The oldest room that nobody has joined in its first ten minutes."""
        for code in sorted(rooms, key=lambda code: rooms[code]):
            if rooms[code] < self._clock() - LONELY and not self.seats(code):
                return code
        raise FullError(f"This server holds {MOST_ROOMS} rooms at once, and all are in use.")

    def sweep(self) -> dict[str, float]:
        """Delete the rooms whose time is over, and come back when that of the next one is; when the others opened."""
        now = self._clock()
        rooms = {code: opened for code, (opened, _) in self._backend.rooms().items()}
        over = [code for code, opened in rooms.items() if opened < now - HOURS * 3600]
        self._backend.delete(*over)
        left = {code: opened for code, opened in rooms.items() if code not in over}
        if self._sweeper is not None:
            self._sweeper.cancel()
        if left:
            wait = min(left.values()) + HOURS * 3600 - now
            self._sweeper = threading.Timer(max(1.0, wait + 1), self._sweep_again)
            self._sweeper.daemon = True
            self._sweeper.start()
        return left

    def _sweep_again(self) -> None:
        with suppress(UnavailableError):
            self.sweep()

    def room(self, code: str) -> Room:
        """What everybody in the room may know.

        Raises:
            EndedError: there is no such room.
        """
        row = self._row(code)
        return Room(code, row.version, *parse_state(row.state))

    def versions(self) -> dict[str, int]:
        """Of all rooms."""
        oldest = self._clock() - HOURS * 3600
        return {code: version for code, (opened, version) in self._backend.rooms().items() if opened >= oldest}

    def _row(self, code: str) -> Row:
        row = self._backend.read(code)
        if row is None or row.opened < self._clock() - HOURS * 3600:
            raise EndedError(code)
        return row

    # Seats

    def join(self, code: str, seat: str = "") -> str:
        """Take a seat, or come back to the one held before; returns the seat.

        Raises:
            EndedError: there is no such room.
            FullError: all seats are taken, or the teacher lets nobody else in.
        """
        closed = self.room(code).closed
        seat = seat if len(seat) == 22 and seat.isascii() else secrets.token_urlsafe(16)
        taken = self._backend.all(code, "seats")
        if seat not in taken:
            if closed:
                raise FullError("The teacher of this room lets nobody else in.")
            if len(taken) >= MOST_SEATS:
                raise FullError(f"All {MOST_SEATS} seats of this room are taken.")
        self.saw(code, (seat,))
        return seat

    def leave(self, code: str, seat: str) -> None:
        """Nobody waits for this seat any more; what it has answered stays."""
        self._backend.put(code, "seats", {seat: "0"})

    def saw(self, code: str, seats: Collection[str]) -> None:
        """The browsers of these seats are there now."""
        self._backend.put(code, "seats", dict.fromkeys(seats, repr(self._clock())))

    def here(self, code: str) -> set[str]:
        """The seats of those who are there: who has left is not, nor whose browser has been gone for a minute."""
        since = self._clock() - GONE
        return {seat for seat, seen in self._backend.all(code, "seats").items() if float(seen) >= since}

    def seats(self, code: str) -> int:
        """How many have joined, whether they are there or not."""
        return len(self._backend.all(code, "seats"))

    # The teacher

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is the one of this room's teacher."""
        row = self._backend.read(code)
        return row is not None and hmac.compare_digest(row.secret, _hash(secret))

    def move(self, code: str, secret: str, page: str, settings: Mapping[str, Any]) -> int:
        """The teacher is now on `page` with `settings`; returns the room's version."""
        return self._teach(code, secret, lambda state: state.update(page=page, settings=dict(settings)))

    def close_entry(self, code: str, secret: str, closed: bool = True) -> None:
        """Let nobody else in, or let students in again; whoever has a seat keeps it and may come back."""
        self._teach(code, secret, lambda state: state.update(closed=closed))

    def ask(
        self,
        code: str,
        secret: str,
        questions: Mapping[str, dict[str, Any]],
        *,
        own: bool = False,
        by_words: bool = False,
    ) -> None:
        """The teacher's screen asks these questions; one that is asked otherwise than before begins anew.

        Args:
            code: of the room.
            secret: the teacher's.
            questions: by key, from `question_schema`.
            own: whether the teacher wrote it: then it is the one that the room shows now, whatever the page asks.
            by_words: whether other words make another question, not only other choices or bounds.
        """
        parts = ("kind", "choices", "low", "high", *(("words",) if by_words else ()))
        anew: list[str] = []

        def change(state: dict[str, Any]) -> None:
            known = state.setdefault("questions", {})
            anew.clear()
            for key, new in questions.items():
                before = known.get(key)
                if before is None and len(known) >= MOST_QUESTIONS:
                    raise FullError(f"A room holds {MOST_QUESTIONS} questions.")
                if before is not None and any(before.get(part) != new.get(part) for part in parts):
                    anew.append(key)
                    before = None
                round_, revealed = (before["round"], before["revealed"]) if before else (1, False)
                known[key] = {"round": round_, "revealed": revealed} | new
                if own:
                    state["own"] = key

        self._teach(code, secret, change)
        for key in anew:
            self._backend.drop(code, *(_answers(key, round_) for round_ in range(1, MOST_ROUNDS + 1)))

    def clear_own(self, code: str, secret: str) -> None:
        """The teacher's screen no longer shows a question of the teacher's own; its answers stay."""
        self._teach(code, secret, lambda state: state.pop("own", None))

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Everybody may see the answer."""

        def change(state: dict[str, Any]) -> None:
            if question in state.get("questions", {}):
                state["questions"][question]["revealed"] = True

        self._teach(code, secret, change)

    def ask_again(self, code: str, secret: str, question: str) -> None:
        """One more round: the answer is covered again, the earlier answers are kept beside the new ones.

        Only of a question whose answer is to be seen, so that a second press does not skip a round, and at most
        `MOST_ROUNDS` times.
        """

        def change(state: dict[str, Any]) -> None:
            known = state.get("questions", {}).get(question)
            if known is not None and known["revealed"] and known["round"] < MOST_ROUNDS:
                known |= {"round": known["round"] + 1, "revealed": False}

        self._teach(code, secret, change)

    def end(self, code: str, secret: str) -> None:
        """Delete the room and everything in it.

        Raises:
            NotTheTeacherError: anybody else asked for it.
        """
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._backend.delete(code)

    def _teach(self, code: str, secret: str, change: Callable[[dict[str, Any]], Any]) -> int:
        """Change the room's state for its teacher (optimistically); returns the version, which goes up with news."""
        while True:
            row = self._row(code)
            if not hmac.compare_digest(row.secret, _hash(secret)):
                raise NotTheTeacherError(code)
            state = json.loads(row.state)
            change(state)
            after = json.dumps(state, allow_nan=False)
            if json.loads(after) == json.loads(row.state):
                return row.version
            if len(after) > MOST_STATE * (1 + len(state.get("questions", {}))):
                raise ValueError(f"The state of a room has at most {MOST_STATE} characters per screen")
            if self._backend.change(code, row.version, after):
                return row.version + 1

    # Answers

    def answer(self, code: str, seat: str, question: str, value: int | Sequence[float]) -> bool:
        """Take a seat's answer in the present round; a later one replaces it. False once the answer is revealed.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question or seat, no such choice, or other numbers than the question asks for.
        """
        while True:
            room = self.room(code)
            asked = room.questions.get(question)
            if asked is None:
                raise ValueError(f"The room has no question {question!r}")
            text = json.dumps(_checked(asked, value))
            if self._backend.get(code, "seats", seat) is None:
                raise ValueError("No such seat")
            if asked.revealed:
                return False
            if self._backend.put(code, _answers(question, asked.round), {seat: text}, room.version):
                return True

    def answer_of(self, code: str, seat: str, question: str, round_: int) -> Answer | None:
        """What a seat has answered, None where it hasn't."""
        found = self._backend.get(code, _answers(question, round_), seat)
        return None if found is None else _read(found)

    def answers(self, code: str, question: str, round_: int) -> dict[str, Answer]:
        """All answers, by seat."""
        return {seat: _read(text) for seat, text in self._backend.all(code, _answers(question, round_)).items()}

    def tally(self, code: str, question: str, round_: int) -> dict[int, int]:
        """How many seats chose each choice that somebody chose."""
        return dict(Counter(value for value in self.answers(code, question, round_).values() if isinstance(value, int)))


def _checked(asked: RoomQuestion, value: int | Sequence[float]) -> Answer:
    if not asked.low:
        if not isinstance(value, int) or not 0 <= value < len(asked.choices):
            raise ValueError(f"A choice from 0 to {len(asked.choices) - 1} was expected, got {value}")
        return value
    numbers = () if isinstance(value, int) else value
    if len(numbers) != len(asked.low):
        raise ValueError(f"{len(asked.low)} numbers were expected instead of one choice; got {value!r}")
    for at, (number, low, high) in enumerate(zip(numbers, asked.low, asked.high, strict=True)):
        if not low <= number <= high:  # false for NaN too
            raise ValueError(f"Number {at} is expected from {low:g} to {high:g}, got {number!r}")
    return tuple(float(f"{number:.6g}") for number in numbers)


def _read(text: str) -> Answer:
    found = json.loads(text)
    return found if isinstance(found, int) else tuple(found)


def _answers(question: str, round_: int) -> str:
    return f"answers:{round_}:{question}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
