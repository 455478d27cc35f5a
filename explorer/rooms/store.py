"""The store of all rooms: who has a seat in one, what its teacher asks, and who answered what.

An answer is the number of a choice, a few numbers, or, where the teacher's own question asks for that, a few words, by
a random seat: no name, no address. The other texts are questions (the app's, and the teacher's own, with what their
wrong answers tell) and what the teacher typed on a page. A room ends when its teacher ends it, or some hours after it
was opened, and is then deleted with all its answers.
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

from explorer.rooms.question_schema import LONGEST_WORDS, MOST_REASON, MOST_ROUNDS, SEVERAL, WORDS
from explorer.rooms.room_state import (
    CODE_LENGTH,
    CODE_LETTERS,
    Answer,
    EndedError,
    FullError,
    NotTheTeacherError,
    Room,
    RoomQuestion,
    UnavailableError,
    parse_state,
)

HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_QUESTIONS = 100
MOST_STATE = 8_000  # characters of the teacher's position as JSON
MOST_PICTURE = 40_000  # characters of a question's picture
LONELY = 600.0  # seconds after which a room without a student gives way to a new one where the server is full
GONE = 60.0
"""Presence timeout: seconds without a message from a seat's browser after which nobody waits for it."""
PRESSES = ("guesses", "reveal", "again", "back", "next")
"""Buttons of the teacher's other window or phone."""
LATE = 15.0
"""Seconds after which a press that no screen has received expires."""
GRACE = 60.0  # seconds after a room's end at which a database with expiring keys drops it


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
        """Close the file or connection."""


class RoomStore:
    """Rooms in a database; safe to use from several threads, and from several processes that share the database.

    Every method raises `UnavailableError` where the database can't be used.
    """

    def __init__(self, backend: Backend, clock: Callable[[], float] = time.time) -> None:
        self._backend, self._clock = backend, clock
        self._sweeper: threading.Timer | None = None

    def close(self) -> None:
        """Close the database."""
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
            self._backend.delete(self._oldest_unjoined(rooms))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            opened = self._clock()
            if self._backend.add(code, _hash(secret), opened, opened + HOURS * 3600 + GRACE):
                break
        self.sweep()
        return code, secret

    def _oldest_unjoined(self, rooms: Mapping[str, float]) -> str:
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
        self.mark_present(code, (seat,))
        return seat

    def has_seat(self, code: str, seat: str) -> bool:
        """Whether somebody has taken this seat."""
        return self._backend.get(code, "seats", seat) is not None

    def leave(self, code: str, seat: str) -> None:
        """Nobody waits for this seat any more; what it has answered stays."""
        self._backend.put(code, "seats", {seat: "0"})

    def mark_present(self, code: str, seats: Collection[str], elsewhere: bool = False) -> None:
        """The browsers of these seats are there now; `elsewhere`: on another screen than the class's."""
        now = self._clock()
        self._backend.put(code, "seats", dict.fromkeys(seats, repr(-now if elsewhere else now)))

    def present_seats(self, code: str) -> set[str]:
        """The seats of those who are there: who has left is not, nor whose browser has been gone for a minute."""
        since = self._clock() - GONE
        return {seat for seat, seen in self._backend.all(code, "seats").items() if abs(float(seen)) >= since}

    def elsewhere(self, code: str) -> set[str]:
        """The seats of those who are there and look at another screen than the class's."""
        since = self._clock() - GONE
        return {seat for seat, seen in self._backend.all(code, "seats").items() if float(seen) <= -since}

    def seats(self, code: str) -> int:
        """How many have joined, whether they are there or not."""
        return len(self._backend.all(code, "seats"))

    # The teacher

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is the one of this room's teacher."""
        row = self._backend.read(code)
        return row is not None and hmac.compare_digest(row.secret, _hash(secret))

    def move(self, code: str, secret: str, page: str, settings: Mapping[str, Any], asked: str = "") -> int:
        """The teacher is now on `page` with `settings`, which asks the question `asked`; returns the room's version."""
        return self._teach(code, secret, lambda state: state.update(page=page, settings=dict(settings), asked=asked))

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
        pictures: Mapping[str, str] | None = None,
    ) -> None:
        """The teacher's screen asks these questions; one that is asked otherwise than before begins anew.

        Args:
            code: of the room.
            secret: the teacher's.
            questions: by key, from `question_schema`.
            own: whether the teacher wrote it: then it is the one that the room shows now, whatever the page asks.
            by_words: whether other words make another question, not only other choices or bounds.
            pictures: what is drawn where a question is answered in its picture, by key; a longer one is left out.
        """
        drawn = {key: text for key, text in (pictures or {}).items() if len(text) <= MOST_PICTURE}
        if drawn and self.is_teacher(code, secret):
            self._backend.put(code, "pictures", drawn)
        stamps = {key: hashlib.sha256(text.encode()).hexdigest()[:12] for key, text in drawn.items()}
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
                kept = {part: before[part] for part in ("round", "revealed", "why") if part in before} if before else {}
                known[key] = {"round": 1, "revealed": False} | kept | new
                if key in stamps:
                    known[key]["picture"] = stamps[key]
                if own:
                    state["own"] = key

        self._teach(code, secret, change)
        for key in anew:
            rounds = range(1, MOST_ROUNDS + 1)
            self._backend.drop(code, *(table(key, round_) for table in (_answers, _looked) for round_ in rounds))

    def picture(self, code: str, question: str) -> str | None:
        """What is drawn where a question is answered in its picture; None where nothing is."""
        return self._backend.get(code, "pictures", question)

    def note_step(self, code: str, secret: str, question: str, note: Mapping[str, Any]) -> None:
        """Keep for the report at which step of which lesson a question stood; no student's screen has it."""
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._backend.put(code, "steps", {question: json.dumps(note)})

    def steps(self, code: str) -> dict[str, dict[str, Any]]:
        """What `note_step` has kept, by question."""
        return {question: json.loads(note) for question, note in self._backend.all(code, "steps").items()}

    def clear_own(self, code: str, secret: str) -> None:
        """The teacher's screen no longer shows a question of the teacher's own; its answers stay."""
        self._teach(code, secret, lambda state: state.pop("own", None))

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Everybody may see the answer."""

        def change(state: dict[str, Any]) -> None:
            if question in state.get("questions", {}):
                state["questions"][question]["revealed"] = True

        self._teach(code, secret, change)

    def explain(self, code: str, secret: str, question: str, why: str) -> None:
        """Say to all why the answer is right: only where it may be seen, so that nobody can read it before.

        Raises:
            ValueError: it is longer than a reason may be.
        """
        if len(why) > MOST_REASON:
            raise ValueError(f"A reason has at most {MOST_REASON} characters, got {len(why)}")

        def change(state: dict[str, Any]) -> None:
            known = state.get("questions", {}).get(question)
            if known is not None and known["revealed"]:
                known["why"] = why

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
                known.pop("why", None)

        self._teach(code, secret, change)

    def note(self, code: str, secret: str, notes: Mapping[str, Any]) -> None:
        """Keep the notes of the step that is presented, for the teacher's own phone; no student's screen has them.

        Raises:
            NotTheTeacherError: anybody else asked for it.
        """
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._backend.put(code, "notes", {"last": json.dumps(notes)})

    def notes(self, code: str) -> dict[str, Any]:
        """What `note` has kept; {} where nothing is."""
        return dict(json.loads(self._backend.get(code, "notes", "last") or "{}"))

    def press(self, code: str, secret: str, what: str, question: str, round_: int) -> None:
        """A button of the teacher's other window or phone: the screen that presents does it, if it shows that question.

        Raises:
            NotTheTeacherError: anybody else asked for it.
            ValueError: it is none of `PRESSES`.
        """
        if what not in PRESSES:
            raise ValueError(f"One of {', '.join(PRESSES)} was expected, got {what!r}")
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._backend.put(code, "pressed", {"last": json.dumps([what, question, round_, self._clock()])})

    def take_press(self, code: str, question: str, round_: int) -> str:
        """What was pressed last, once; "" where nothing was, and where it was about another question or is old."""
        found = self._backend.get(code, "pressed", "last")
        if found is None:
            return ""
        self._backend.drop(code, "pressed")
        what, *of, when = json.loads(found)
        return str(what) if of == [question, round_] and self._clock() - when < LATE else ""

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

    def answer(self, code: str, seat: str, question: str, value: int | str | Sequence[float]) -> bool:
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
            if not self.has_seat(code, seat):
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

    def visible_answers(self, code: str, question: str, round_: int) -> dict[str, Answer]:
        """The answers that the class may see once the answer is revealed: written words after the teacher's look."""
        looked = self._backend.all(code, _looked(question, round_))
        every = self.answers(code, question, round_)
        return {seat: each for seat, each in every.items() if not isinstance(each, str) or looked.get(seat) == each}

    def look(self, code: str, secret: str, question: str, seat: str, words: str) -> None:
        """The teacher has read these words of a seat and lets the class see them; "" covers them again.

        Other words of that seat, written later, are covered until they are read too.
        """

        def change(state: dict[str, Any]) -> None:
            known = state.get("questions", {}).get(question)
            if known is not None:
                known["looked"] = known.get("looked", 0) + 1

        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        asked = self.room(code).questions.get(question)
        if asked is not None:
            self._backend.put(code, _looked(question, asked.round), {seat: words})
            self._teach(code, secret, change)

    def tally(self, code: str, question: str, round_: int) -> dict[int, int]:
        """How many seats chose each choice that somebody chose."""
        chosen = [each for each in self.answers(code, question, round_).values() if not isinstance(each, str)]
        return dict(Counter(at for each in chosen for at in ((each,) if isinstance(each, int) else map(int, each))))


def _checked(asked: RoomQuestion, value: Any) -> Answer:
    if asked.kind == WORDS:
        return _words(value)
    if asked.kind == SEVERAL:
        every = list(value) if isinstance(value, list | tuple) else []
        if not every or len(set(map(str, every))) < len(every):
            raise ValueError(f"Different choices were expected, at least one; got {value!r}")
        return tuple(sorted(_choice(asked, each) for each in every))
    if not asked.low:
        return _choice(asked, value)
    numbers = value if isinstance(value, list | tuple) else ()
    if len(numbers) != len(asked.low):
        raise ValueError(f"{len(asked.low)} numbers were expected instead of one choice; got {value!r}")
    for at, (number, low, high) in enumerate(zip(numbers, asked.low, asked.high, strict=True)):
        if not low <= number <= high:  # false for NaN too
            raise ValueError(f"Number {at} is expected from {low:g} to {high:g}, got {number!r}")
    return tuple(float(f"{number:.6g}") for number in numbers)


def _choice(asked: RoomQuestion, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(asked.choices):
        raise ValueError(f"A choice from 0 to {len(asked.choices) - 1} was expected, got {value!r}")
    return value


def _words(value: Any) -> str:
    words = " ".join(value.split()) if isinstance(value, str) else ""
    if not words or len(words) > LONGEST_WORDS or not words.isprintable():
        raise ValueError(f"Words of 1 to {LONGEST_WORDS} characters that can be printed were expected")
    return words


def _read(text: str) -> Answer:
    found = json.loads(text)
    return tuple(found) if isinstance(found, list) else found


def _answers(question: str, round_: int) -> str:
    return f"answers:{round_}:{question}"


def _looked(question: str, round_: int) -> str:
    return f"looked:{round_}:{question}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
