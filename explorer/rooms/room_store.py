"""Store of all rooms: seats, the teacher's questions, and answers.

An answer is the index of a choice, a few numbers or, for a teacher's free-text question, a short text; it belongs to a
random seat, without a name or an address. Other texts are questions (the app's and the teacher's, with the replies to
wrong answers) and what the teacher typed on a page. A room ends when its teacher ends it, or some hours after it was
opened; it is then deleted with all its answers.
"""

import hashlib
import hmac
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from explorer.questions import ORDER, WORDS, Question
from explorer.rooms.backend import Backend, Row
from explorer.rooms.room_state import (
    CODE_LENGTH,
    CODE_LETTERS,
    LONGEST_WORDS,
    MOST_REASON,
    MOST_ROUNDS,
    NUMERIC,
    Answer,
    EndedError,
    FullError,
    NotTheTeacherError,
    Room,
    RoomQuestion,
    UnavailableError,
    parse_state,
    to_plain,
)

HOURS = 4
MOST_ROOMS = 200
MOST_SEATS = 400
MOST_QUESTIONS = 100
MOST_STATE = 8_000  # characters of the room's state as JSON
MOST_PICTURE = 40_000  # characters of a question's picture
LONELY = 600.0  # seconds after which a full server replaces a room without students
GONE = 60.0
"""Presence timeout: seconds without a message from a seat's browser after which it counts as gone."""
PRESSES = re.compile(r"ask|guesses|reveal|again|back|next|go \d{1,3}")
"""Remote-control buttons of the teacher's second window or phone; “go 7” leads to the lesson's step 7."""
LATE = 15.0
"""Seconds after which an undelivered press expires, and is reported to who pressed."""
SILENT = 5.0
"""Seconds without any screen that asks for a press (each does every second) after which none is there."""
GRACE = 60.0  # seconds from a room's end until an expiring database drops it


def steady_clock() -> Callable[[], float]:
    """A clock that starts at the time of day and then counts seconds: rooms must not end because it is set anew.

    Seconds of sleep count where the system tells them (Linux).
    """

    def count() -> float:
        boot = getattr(time, "CLOCK_BOOTTIME", None)
        return time.monotonic() if boot is None else time.clock_gettime(boot)

    start = time.time() - count()
    return lambda: start + count()


class RoomStore:
    """Rooms in a database; safe to use from several threads, and from several processes that share the database.

    Every method raises `UnavailableError` if the database cannot be used.
    """

    def __init__(self, backend: Backend, clock: Callable[[], float] | None = None) -> None:
        self._backend, self._clock = backend, clock or steady_clock()
        self._sweeper: threading.Timer | None = None

    def close(self) -> None:
        """Close the database."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._backend.close()

    # Rooms

    def open(self) -> tuple[str, str]:
        """Open a room; returns (code to join, the teacher's secret).

        Raises:
            FullError: the server has its maximum of rooms.
        """
        secret = secrets.token_urlsafe(16)
        rooms = self.sweep()
        if len(rooms) >= MOST_ROOMS:
            self._backend.delete(self._oldest_unjoined(rooms))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            opened = self._clock()
            until = time.time() + HOURS * 3600 + GRACE  # by the clock of a database that expires keys itself
            if self._backend.add(code, _hash(secret), opened, until):
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
        """Delete expired rooms and schedule the next sweep; returns the others' opening times."""
        now = self._clock()
        rooms = {code: opened for code, (opened, _) in self._backend.room_versions().items()}
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
        """Public state of a room.

        Raises:
            EndedError: there is no such room.
        """
        row = self._row(code)
        return parse_state(code, row.version, row.state)

    def versions(self) -> dict[str, int]:
        """Version of each room, by code."""
        oldest = self._clock() - HOURS * 3600
        return {code: version for code, (opened, version) in self._backend.room_versions().items() if opened >= oldest}

    def _row(self, code: str) -> Row:
        row = self._backend.read(code)
        if row is None or row.opened < self._clock() - HOURS * 3600:
            raise EndedError(code)
        return row

    # Seats

    def join(self, code: str, seat: str = "") -> str:
        """Take a seat, or return to the earlier one; returns the seat.

        Raises:
            EndedError: there is no such room.
            FullError: all seats are taken by those who are here or have answered, or the teacher has closed the room.
        """
        closed = self.room(code).closed
        seat = seat if len(seat) == 22 and seat.isascii() else secrets.token_urlsafe(16)
        taken = self._backend.all(code, "seats")
        if seat not in taken:
            if closed:
                raise FullError("The teacher of this room lets nobody else in.")
            if len(taken) >= MOST_SEATS and not self._free_seats(code, taken):
                raise FullError(f"All {MOST_SEATS} seats of this room are taken.")
        self.mark_present(code, (seat,))
        return seat

    def has_seat(self, code: str, seat: str) -> bool:
        """Whether somebody has taken this seat."""
        return self._backend.get(code, "seats", seat) is not None

    def leave(self, code: str, seat: str) -> None:
        """Mark a seat as gone; its answers stay."""
        self._backend.put(code, "seats", {seat: "0"})

    def mark_present(self, code: str, seats: Collection[str]) -> None:
        """Mark seats as present."""
        self._backend.put(code, "seats", dict.fromkeys(seats, repr(self._clock())))

    def present_seats(self, code: str) -> set[str]:
        """Present seats: those that have not left and whose browser sent a message within the last minute."""
        since = self._clock() - GONE
        return {seat for seat, seen in self._backend.all(code, "seats").items() if float(seen) >= since}

    def seats(self, code: str) -> int:
        """Number of seats taken, present or not."""
        return len(self._backend.all(code, "seats"))

    def _free_seats(self, code: str, taken: Mapping[str, str]) -> int:
        """Free the seats of those who are gone and have never answered; returns how many."""
        stay = self.present_seats(code)
        for question in self.room(code).questions:
            for round_ in range(1, MOST_ROUNDS + 1):
                stay |= set(self.answers_by_seat(code, question, round_))
        # Whoever comes in between is let in again by the student's page.
        self._backend.drop(code, "seats")
        self._backend.put(code, "seats", {seat: seen for seat, seen in taken.items() if seat in stay})
        return len(taken.keys() - stay)

    # The teacher

    def is_teacher(self, code: str, secret: str) -> bool:
        """Whether `secret` is that of this room's teacher."""
        row = self._backend.read(code)
        return row is not None and hmac.compare_digest(row.secret, _hash(secret))

    def present(self, code: str, secret: str, screen: str) -> None:
        """Make `screen` the one that presents to the class; the teacher's others follow no more."""
        self._teach(code, secret, lambda state: state.update(screen=screen))

    def move(
        self,
        code: str,
        secret: str,
        link: str,
        asked: str = "",
        waiting: Mapping[str, Question] | None = None,
    ) -> int:
        """Move the class to the screen at `link` with its question `asked`; returns the room's version.

        `waiting`: the next question, by its key; students do not get it yet.
        """
        now: dict[str, Any] = {"link": link, "asked": asked}
        now["waiting"] = {key: to_plain(each) for key, each in (waiting or {}).items()}
        return self._teach(code, secret, lambda state: state.update(now))

    def close_entry(self, code: str, secret: str, closed: bool = True) -> None:
        """Refuse new students, or admit them again; existing seats stay valid."""
        self._teach(code, secret, lambda state: state.update(closed=closed))

    def ask(
        self,
        code: str,
        secret: str,
        questions: Mapping[str, Question],
        *,
        own: bool = False,
        pictures: Mapping[str, str] | None = None,
    ) -> None:
        """Ask these questions; one that has changed starts again without answers.

        Args:
            code: of the room.
            secret: the teacher's.
            questions: by key.
            own: whether the teacher wrote it; the room then shows it instead of the page's.
            pictures: JSON of the picture that a question is answered in, by key; one that is too long is left out.
        """
        drawn = {key: text for key, text in (pictures or {}).items() if len(text) <= MOST_PICTURE}
        if drawn and self.is_teacher(code, secret):
            self._backend.put(code, "pictures", drawn)
        stamps = {key: hashlib.sha256(text.encode()).hexdigest()[:12] for key, text in drawn.items()}
        parts = "form", "choices", "low", "high"
        plain = {key: to_plain(question) for key, question in questions.items()}
        anew: list[str] = []

        def change(state: dict[str, Any]) -> None:
            known = state.setdefault("questions", {})
            anew.clear()
            for key, new in plain.items():
                before = known.get(key)
                if before is None and len(known) >= MOST_QUESTIONS:
                    raise FullError(f"A room holds {MOST_QUESTIONS} questions.")
                if before is not None and any(before.get(part) != new.get(part) for part in parts):
                    anew.append(key)
                    before = None
                stay = ("round", "shown", "revealed", "why", "picture")
                kept = {part: before[part] for part in stay if part in before} if before else {}
                known[key] = {"round": 1, "revealed": False} | kept | new
                if key in stamps:
                    known[key]["picture"] = stamps[key]
                if own:
                    state["own"] = key

        self._teach(code, secret, change)
        for key in anew:
            rounds = range(1, MOST_ROUNDS + 1)
            self._backend.drop(
                code, *(table(key, round_) for table in (_answers_table, _released_table) for round_ in rounds)
            )

    def picture(self, code: str, question: str) -> str | None:
        """Picture that a question is answered in, as JSON; None without one."""
        return self._backend.get(code, "pictures", question)

    def record_step(self, code: str, secret: str, question: str, note: Mapping[str, Any]) -> None:
        """Record a question's lesson and step for the report; not sent to students."""
        self._put(code, secret, "steps", question, json.dumps(note))

    def steps(self, code: str) -> dict[str, dict[str, Any]]:
        """Records of `record_step`, by question."""
        return {question: json.loads(note) for question, note in self._backend.all(code, "steps").items()}

    def clear_own(self, code: str, secret: str) -> None:
        """Take the teacher's own question off the screen; its answers stay."""
        self._teach(code, secret, lambda state: state.pop("own", None))

    def show_guesses(self, code: str, secret: str, question: str, round_: int) -> None:
        """Show the class the guesses of this round, which closes it."""
        shown = {"shown": True}
        self._change_question(code, secret, question, lambda known: known["round"] == round_ and known.update(shown))

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Reveal the answer to everybody."""
        self._change_question(code, secret, question, lambda known: known.update(revealed=True))

    def explain(self, code: str, secret: str, question: str, why: str) -> None:
        """Publish the explanation of a revealed answer; not before, so that nobody can read it early.

        Raises:
            ValueError: it is too long.
        """
        if len(why) > MOST_REASON:
            raise ValueError(f"A reason has at most {MOST_REASON} characters, got {len(why)}")
        self._change_question(
            code, secret, question, lambda known: known.update({"why": why} if known["revealed"] else {})
        )

    def ask_again(self, code: str, secret: str, question: str, round_: int) -> None:
        """Start another round after this one: the answer is hidden, and earlier answers are kept. A map goes on.

        Only after the round that was seen, so that a double press does not skip one, and at most `MOST_ROUNDS` times.
        """

        def change(known: dict[str, Any]) -> None:
            if known["round"] == round_ < MOST_ROUNDS:
                known |= {"round": round_ + (not known.get("mapped")), "shown": False, "revealed": False}
                known.pop("why", None)

        self._change_question(code, secret, question, change)

    def _change_question(self, code: str, secret: str, question: str, change: Callable[[dict[str, Any]], Any]) -> None:
        """Change a question for the room's teacher, if the room has it."""

        def work(state: dict[str, Any]) -> None:
            if (known := state.get("questions", {}).get(question)) is not None:
                change(known)

        self._teach(code, secret, work)

    def save_notes(self, code: str, secret: str, notes: Mapping[str, Any]) -> None:
        """Store the current step's notes for the teacher's phone; not sent to students.

        Raises:
            NotTheTeacherError: anybody else asked for it.
        """
        self._put(code, secret, "notes", "last", json.dumps(notes))

    def load_notes(self, code: str) -> dict[str, Any]:
        """The notes stored by `save_notes`; {} without any."""
        return dict(json.loads(self._backend.get(code, "notes", "last") or "{}"))

    def press(self, code: str, secret: str, what: str, question: str, round_: int) -> None:
        """Send a button press of the teacher's second window or phone to the screen that shows this question.

        Raises:
            NotTheTeacherError: anybody else asked for it.
            ValueError: it is none of `PRESSES`.
        """
        if not PRESSES.fullmatch(what):
            raise ValueError(f"One of {PRESSES.pattern} was expected, got {what!r}")
        self._put(code, secret, "pressed", "last", json.dumps([what, question, round_, self._clock()]))

    def take_press(self, code: str, question: str, round_: int, *, turns: bool = True) -> str:
        """Take the last press, once; "" if there is none, or if it expired or is for another question.

        `turns`: whether the screen shows a lesson, whose steps a press may turn.
        """
        found = self._backend.get(code, "pressed", "last")
        if found is None:
            return ""
        what, *pressed_at, when = json.loads(found)
        if when < 0:  # known to be missed
            return ""
        turn = what in ("back", "next") or what.startswith("go ")
        if pressed_at == [question, round_] and self._clock() - when < LATE and (turns or not turn):
            self._backend.drop(code, "pressed")
            return str(what)
        self._backend.put(code, "pressed", {"last": json.dumps([what, *pressed_at, -when])})
        return ""

    def press_state(self, code: str) -> dict[str, Any]:
        """The last press that no screen has done: what was pressed, whether it will not be done, and whether no screen
        has even asked for it; {} without one.

        After a minute more it is forgotten.
        """
        found = self._backend.get(code, "pressed", "last")
        what, *_, when = json.loads(found or '["", 0]')
        age = self._clock() - abs(when)
        told = {"button": what, "missed": when < 0 or age >= LATE, "alone": when > 0 and age >= SILENT}
        return told if age < LATE + 60 else {}

    def _put(self, code: str, secret: str, table: str, key: str, value: str) -> None:
        self._check_teacher(code, secret)
        self._backend.put(code, table, {key: value})

    def _check_teacher(self, code: str, secret: str) -> None:
        if not self.is_teacher(code, secret):
            raise NotTheTeacherError(code)

    def end(self, code: str, secret: str) -> None:
        """Delete the room and everything in it.

        Raises:
            NotTheTeacherError: anybody else asked for it.
        """
        self._check_teacher(code, secret)
        self._backend.delete(code)

    def _teach(self, code: str, secret: str, change: Callable[[dict[str, Any]], Any]) -> int:
        """Change the room's state for its teacher, with optimistic locking; returns the version."""
        while True:
            row = self._row(code)
            if not hmac.compare_digest(row.secret, _hash(secret)):
                raise NotTheTeacherError(code)
            state = json.loads(row.state)
            change(state)
            after = json.dumps(state, allow_nan=False)
            if json.loads(after) == json.loads(row.state):
                return row.version
            questions = len(state.get("questions", {})) + len(state.get("waiting", {}))
            if len(after) > MOST_STATE * (1 + questions):
                raise ValueError(f"The state of a room has at most {MOST_STATE} characters per screen")
            if self._backend.change(code, row.version, after):
                return row.version + 1

    # Answers

    def submit_answer(self, code: str, seat: str, question: str, value: int | str | Sequence[float]) -> bool:
        """Store a seat's answer in the current round, replacing an earlier one; False once the class sees it.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question, seat or choice, or the wrong numbers.
        """
        while True:
            room = self.room(code)
            room_question = room.questions.get(question)
            if room_question is None:
                raise ValueError(f"The room has no question {question!r}")
            text = json.dumps(_validate_answer(room_question, value))
            if not self.has_seat(code, seat):
                raise ValueError("No such seat")
            if room_question.closed:
                return False
            if self._backend.put(code, _answers_table(question, room_question.round), {seat: text}, room.version):
                return True

    def answer_of(self, code: str, seat: str, question: str, round_: int) -> Answer | None:
        """Answer of a seat; None without one."""
        found = self._backend.get(code, _answers_table(question, round_), seat)
        return None if found is None else _parse_answer(found)

    def answers_by_seat(self, code: str, question: str, round_: int) -> dict[str, Answer]:
        """All answers, by seat."""
        return {
            seat: _parse_answer(text)
            for seat, text in self._backend.all(code, _answers_table(question, round_)).items()
        }

    def visible_answers(self, code: str, question: str, round_: int) -> dict[str, Answer]:
        """Answers that the class may see after the reveal; texts only if the teacher has released or expected them."""
        looked = self._backend.all(code, _released_table(question, round_))
        every, asked = self.answers_by_seat(code, question, round_), self.room(code).questions.get(question)
        return {
            seat: each
            for seat, each in every.items()
            if not isinstance(each, str)
            or looked.get(seat) == each
            or (seat not in looked and asked is not None and asked.is_right(each))
        }

    def counted_answers(self, code: str, question: str, round_: int) -> dict[str, Answer]:
        """`visible_answers`; whoever has not answered again counts with the answer from before."""
        found: dict[str, Answer] = {}
        for at in range(1, round_ + 1):
            for seat in self.answers_by_seat(code, question, at):
                found.pop(seat, None)
            found |= self.visible_answers(code, question, at)
        return found

    def seats_by_round(self, code: str, question: str, round_: int) -> list[set[str]]:
        """The seats that answered in each round up to this one."""
        return [set(self.answers_by_seat(code, question, at)) for at in range(1, round_ + 1)]

    def release_text(self, code: str, secret: str, question: str, seat: str, words: str) -> None:
        """Release a seat's text to the class; "" covers it again.

        A later text of that seat is covered until it is released, too.
        """

        self._check_teacher(code, secret)
        room_question = self.room(code).questions.get(question)
        if room_question is not None:
            self._backend.put(code, _released_table(question, room_question.round), {seat: words})
            self._change_question(code, secret, question, lambda known: known.update(looked=known.get("looked", 0) + 1))


def _validate_answer(question: RoomQuestion, value: Any) -> Answer:
    if question.form == WORDS:
        return _validate_words(value)
    many, every = isinstance(value, list | tuple), list(value) if isinstance(value, list | tuple) else [value]
    if question.form not in NUMERIC:
        if many is not (question.form == ORDER) or not all(_is_choice(question, each) for each in every):
            raise ValueError(f"Choices from 0 to {len(question.choices) - 1} were expected, got {value!r}")
        if many and sorted(every) != list(range(len(question.choices))):
            raise ValueError(f"All choices were expected, each once; got {value!r}")
        return tuple(every) if many else int(value)
    if not many or len(every) != len(question.low):
        raise ValueError(f"{len(question.low)} numbers were expected instead of one choice; got {value!r}")
    for at, (number, low, high) in enumerate(zip(every, question.low, question.high, strict=True)):
        if type(number) not in (int, float) or not low <= number <= high:  # false for NaN too
            raise ValueError(f"Number {at} is expected from {low:g} to {high:g}, got {number!r}")
    return tuple(float(f"{number:.6g}") for number in every)


def _is_choice(question: RoomQuestion, value: Any) -> bool:
    return type(value) is int and 0 <= value < len(question.choices)


def _validate_words(value: Any) -> str:
    words = " ".join(value.split()) if isinstance(value, str) else ""
    if not words or len(words) > LONGEST_WORDS or not words.isprintable():
        raise ValueError(f"Words of 1 to {LONGEST_WORDS} characters that can be printed were expected")
    return words


def _parse_answer(text: str) -> Answer:
    found = json.loads(text)
    return tuple(found) if isinstance(found, list) else found


def _answers_table(question: str, round_: int) -> str:
    return f"answers:{round_}:{question}"


def _released_table(question: str, round_: int) -> str:
    return f"looked:{round_}:{question}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
