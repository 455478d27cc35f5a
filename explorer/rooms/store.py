"""What the people in a room share: where the teacher is, and who guessed what.

A guess is the number of a choice, or a few numbers that somebody has given, by a random seat: no name, no text that a
student typed, no address. The only texts are questions: the app's, and the teacher's own. A room ends when its teacher
ends it, or some hours after it was opened, and is then deleted with all its guesses. Where it is kept, is the shelf's
matter (shelf.py).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from explorer.rooms import told
from explorer.rooms.asked import CODE_LENGTH, CODE_LETTERS, Asked, Room, parsed
from explorer.rooms.errors import AwayError, EndedError, FullError, NotTheTeacherError
from explorer.rooms.shelf import Kept, Shelf

HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_QUESTIONS = 100
MOST_STATE = 8_000  # characters of the teacher's place as JSON
LONELY = 600.0  # seconds after which a room without a student gives way to a new one where the server is full
GRACE = 60.0  # seconds after its end in which a shelf that forgets by itself forgets a room


class Store:
    """Rooms on a shelf; safe to use from several threads, and from several processes that have the same shelf.

    Every method raises `AwayError` where the shelf can't be reached.
    """

    def __init__(self, shelf: Shelf, clock: Callable[[], float] = time.time) -> None:
        self._shelf, self._clock = shelf, clock
        self._sweeper: threading.Timer | None = None

    def close(self) -> None:
        """Let go of the shelf."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._shelf.close()

    def sweep(self) -> None:
        """Delete the rooms whose time is over, and come back when that of the next one is."""
        now, rooms = self._clock(), self._shelf.rooms()
        self._shelf.delete(*(code for code, (opened, _) in rooms.items() if opened < self._oldest()))
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
        rooms = self._shelf.rooms()
        if len(rooms) >= MOST_ROOMS:
            self._shelf.delete(self._lonely(rooms))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            opened = self._clock()
            if self._shelf.add(code, _hashed(secret), opened, opened + HOURS * 3600 + GRACE):
                break
        self.sweep()
        return code, secret

    def _lonely(self, rooms: Mapping[str, tuple[float, int]]) -> str:
        """The oldest room that nobody has joined in its first ten minutes."""
        for code in sorted(rooms, key=lambda code: rooms[code][0]):
            if rooms[code][0] < self._clock() - LONELY and not self._shelf.seats(code):
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
        if closed and not self._shelf.seated(code, seat):
            raise FullError("The teacher of this room lets nobody else in.")
        if not self._shelf.take(code, seat, MOST_SEATS):
            raise FullError(f"All {MOST_SEATS} seats of this room are taken.")
        return seat

    def room(self, code: str) -> Room:
        """What everybody in the room may know.

        Raises:
            EndedError: there is no such room.
        """
        kept = self._kept(code)
        return Room(code, kept.version, *parsed(kept.state))

    def versions(self) -> dict[str, int]:
        """Of all rooms."""
        return {code: version for code, (opened, version) in self._shelf.rooms().items() if opened >= self._oldest()}

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is the one of this room's teacher."""
        kept = self._shelf.read(code)
        return kept is not None and hmac.compare_digest(kept.secret, _hashed(secret))

    def move(self, code: str, secret: str, page: str, settings: Mapping[str, Any]) -> int:
        """The teacher is now on `page` with `settings`; returns the room's version."""

        def change(state: dict[str, Any]) -> None:
            state["page"], state["settings"] = page, dict(settings)

        return self._teach(code, secret, change)

    def ask(
        self, code: str, secret: str, question: str, words: str, choices: Sequence[str], *right: int, own: bool = False
    ) -> None:
        """The teacher's screen shows this question. Other choices than before begin the question anew.

        Args:
            code: of the room.
            secret: the teacher's.
            question: its key.
            words: the question itself.
            choices: what can be chosen.
            right: numbers of the right choices; none where it is a matter of opinion.
            own: whether the teacher wrote it: then it is the one that the room shows now, whatever the page asks.
        """
        self._ask(code, secret, {question: told.choice(words, choices, right)}, {"choices"}, question if own else None)

    def ask_quiz(self, code: str, secret: str, quiz: Mapping[str, str], choices: tuple[str, ...]) -> None:
        """The teacher's screen has a quiz: the words of each question, by key; the first choice is right everywhere.

        Other words than before begin a question anew.
        """
        every = {key: told.choice(words, choices, (0,)) for key, words in quiz.items()}
        self._ask(code, secret, every, {"words", "choices"})

    def ask_numbers(
        self,
        code: str,
        secret: str,
        question: str,
        words: str,
        low: Sequence[float],
        high: Sequence[float],
        truth: Sequence[float],
        kind: str = told.CURVE,
        own: bool = False,
    ) -> None:
        """The teacher's screen asks for numbers, each from `low` to `high`. Other bounds begin anew."""
        asked = told.numbers(words, low, high, truth, kind)
        self._ask(code, secret, {question: asked}, {"kind", "low", "high"}, question if own else None)

    def no_own(self, code: str, secret: str) -> None:
        """The teacher's screen no longer shows a question of the teacher's own; its guesses stay."""

        def change(state: dict[str, Any]) -> None:
            state.pop("own", None)

        self._teach(code, secret, change)

    def _ask(
        self, code: str, secret: str, every: Mapping[str, dict[str, Any]], parts: set[str], own: str | None = None
    ) -> None:
        """Put questions; those that differ from before in one of `parts` begin anew."""
        anew: list[str] = []

        def change(state: dict[str, Any]) -> None:
            questions = state.setdefault("questions", {})
            anew.clear()
            for key, new in every.items():
                known = questions.get(key)
                if known is None and len(questions) >= MOST_QUESTIONS:
                    raise FullError(f"A room holds {MOST_QUESTIONS} questions.")
                differs = known is not None and any(known.get(part) != new.get(part) for part in parts)
                if differs:
                    anew.append(key)
                before = {"round": known["round"], "revealed": known["revealed"]} if known and not differs else {}
                questions[key] = {"round": 1, "revealed": False} | before | new
            if own is not None:
                state["own"] = own

        self._teach(code, secret, change)
        for key in anew:
            self._shelf.drop(code, key)

    def close_door(self, code: str, secret: str, closed: bool = True) -> None:
        """Let nobody else in, or let students in again; who has a seat keeps it and may come back."""

        def change(state: dict[str, Any]) -> None:
            state["closed"] = closed

        self._teach(code, secret, change)

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Everybody may see the answer."""

        def change(state: dict[str, Any]) -> None:
            if question in state.get("questions", {}):
                state["questions"][question]["revealed"] = True

        self._teach(code, secret, change)

    def ask_again(self, code: str, secret: str, question: str) -> None:
        """A second round: the answer is covered again, the first guesses are kept beside the new ones."""

        def change(state: dict[str, Any]) -> None:
            if question in state.get("questions", {}):
                state["questions"][question] |= {"round": 2, "revealed": False}

        self._teach(code, secret, change)

    def guess(self, code: str, seat: str, question: str, choice: int) -> bool:
        """Take a seat's guess in the present round; a later one replaces it. False once the answer is revealed.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question, choice or seat.
        """

        def value(asked: Asked) -> str:
            if not 0 <= choice < len(asked.choices):
                raise ValueError(f"A choice from 0 to {len(asked.choices) - 1} was expected, got {choice}")
            return str(int(choice))

        return self._put(code, seat, question, value)

    def draw(self, code: str, seat: str, question: str, numbers: Sequence[float]) -> bool:
        """As `guess`, of numbers that were drawn.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question or seat, another count of numbers, or one beyond its bounds.
        """

        def value(asked: Asked) -> str:
            if len(numbers) != len(asked.low) or not numbers:
                raise ValueError(f"{len(asked.low)} numbers were expected, got {len(numbers)}")
            for at, (number, low, high) in enumerate(zip(numbers, asked.low, asked.high, strict=True)):
                if not low <= number <= high:  # false for NaN too
                    raise ValueError(f"Number {at} is expected from {low:g} to {high:g}, got {number!r}")
            return json.dumps([float(f"{number:.6g}") for number in numbers])

        return self._put(code, seat, question, value)

    def _put(self, code: str, seat: str, question: str, value: Callable[[Asked], str]) -> bool:
        while True:
            room = self.room(code)
            asked = room.questions.get(question)
            if asked is None:
                raise ValueError(f"The room has no question {question!r}")
            text = value(asked)
            if not self._shelf.seated(code, seat):
                raise ValueError("No such seat")
            if asked.revealed:
                return False
            if self._shelf.put(code, room.version, question, asked.round, seat, text):
                return True

    def guessed(self, code: str, seat: str, question: str, round_: int) -> int | None:
        """The choice of a seat, None where there is none."""
        found = self._shelf.value(code, question, round_, seat)
        return None if found is None else int(found)

    def drew(self, code: str, seat: str, question: str, round_: int) -> tuple[float, ...] | None:
        """The numbers that a seat has drawn, None where there are none."""
        found = self._shelf.value(code, question, round_, seat)
        return None if found is None else tuple(json.loads(found))

    def tally(self, code: str, question: str, round_: int) -> dict[int, int]:
        """How many seats chose each choice that somebody chose."""
        return dict(Counter(int(value) for value in self._shelf.values(code, question, round_).values()))

    def drawn(self, code: str, question: str, round_: int) -> list[tuple[float, ...]]:
        """The numbers of every seat that has drawn."""
        return [tuple(json.loads(value)) for value in self._shelf.values(code, question, round_).values()]

    def seats(self, code: str) -> int:
        """How many have joined."""
        return self._shelf.seats(code)

    def end(self, code: str, secret: str) -> None:
        """Delete the room and everything in it.

        Raises:
            NotTheTeacherError: by anybody else.
        """
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)
        self._shelf.delete(code)

    def _oldest(self) -> float:
        return self._clock() - HOURS * 3600

    def _kept(self, code: str) -> Kept:
        kept = self._shelf.read(code)
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
                raise ValueError(f"The state of a room has at most {MOST_STATE} characters a screen")
            if self._shelf.change(code, kept.version, after):
                return kept.version + 1


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
