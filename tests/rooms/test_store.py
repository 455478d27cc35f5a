"""Rooms in a file: rights, rounds, limits, two processes, and a restart."""

from __future__ import annotations

import stat
import tempfile
import threading
from pathlib import Path

import pytest

from explorer.rooms import CODE_LENGTH, CODE_LETTERS, EndedError, FullError, NotTheTeacherError, Store, normal, store

CHOICES = ("one", "two", "three")


@pytest.fixture
def rooms(tmp_path: Path) -> Store:
    return Store(tmp_path / "rooms.sqlite")


def asked(rooms: Store, key: str = "q") -> tuple[str, str]:
    code, secret = rooms.open()
    rooms.ask(code, secret, key, "How many?", CHOICES, 1)
    return code, secret


def test_a_lesson_by_hand(rooms: Store) -> None:
    code, secret = asked(rooms)
    seats = [rooms.join(code) for _ in range(3)]
    assert rooms.seats(code) == 3
    for seat, choice in zip(seats, (0, 1, 0), strict=True):
        assert rooms.guess(code, seat, "q", choice)
    assert rooms.guess(code, seats[0], "q", 2)  # thought better of it
    assert rooms.tally(code, "q", 1) == {0: 1, 1: 1, 2: 1}
    assert not rooms.room(code).questions["q"].revealed
    rooms.reveal(code, secret, "q")
    assert rooms.room(code).questions["q"].revealed
    assert not rooms.guess(code, seats[0], "q", 1)  # too late
    rooms.ask_again(code, secret, "q")
    again = rooms.room(code).questions["q"]
    assert (again.round, again.revealed) == (2, False)
    assert rooms.guess(code, seats[0], "q", 1)
    assert rooms.tally(code, "q", 1) == {0: 1, 1: 1, 2: 1} and rooms.tally(code, "q", 2) == {1: 1}
    assert rooms.guessed(code, seats[0], "q", 1) == 2 and rooms.guessed(code, seats[0], "q", 2) == 1
    assert rooms.guessed(code, seats[1], "q", 2) is None
    rooms.end(code, secret)
    with pytest.raises(EndedError):
        rooms.room(code)
    assert rooms.tally(code, "q", 1) == {} and rooms.seats(code) == 0  # nothing is left


def test_the_version_goes_up_with_news_only(rooms: Store) -> None:
    code, secret = rooms.open()
    first = rooms.move(code, secret, "positions", {"p_pos": 3})
    assert rooms.move(code, secret, "positions", {"p_pos": 3}) == first
    assert rooms.move(code, secret, "positions", {"p_pos": 4}) == first + 1 == rooms.versions()[code]
    room = rooms.room(code)
    assert (room.page, room.settings) == ("positions", {"p_pos": 4})


def test_only_the_teacher_moves_asks_reveals_and_ends(rooms: Store) -> None:
    code, secret = asked(rooms)
    other, others = rooms.open()
    seat = rooms.join(code)
    for wrong in ("", seat, code, others, secret[:-1]):
        assert not rooms.is_teacher(code, wrong)
        with pytest.raises(NotTheTeacherError):
            rooms.move(code, wrong, "home", {})
        with pytest.raises(NotTheTeacherError):
            rooms.ask(code, wrong, "q2", "?", CHOICES, 0)
        with pytest.raises(NotTheTeacherError):
            rooms.reveal(code, wrong, "q")
        with pytest.raises(NotTheTeacherError):
            rooms.ask_again(code, wrong, "q")
        with pytest.raises(NotTheTeacherError):
            rooms.end(code, wrong)
    assert rooms.is_teacher(code, secret) and rooms.is_teacher(other, others)
    room = rooms.room(code)
    assert set(room.questions) == {"q"} and not room.questions["q"].revealed and room.page == ""


def test_a_seat_has_one_guess_and_only_a_choice(rooms: Store) -> None:
    code, _ = asked(rooms)
    seat = rooms.join(code)
    for _ in range(100):
        rooms.guess(code, seat, "q", 0)
    assert rooms.tally(code, "q", 1) == {0: 1}
    for choice in (-1, 3, 10**9):
        with pytest.raises(ValueError, match="from 0 to 2 was expected"):
            rooms.guess(code, seat, "q", choice)
    with pytest.raises(ValueError, match="No such seat"):
        rooms.guess(code, "a" * 22, "q", 0)
    with pytest.raises(ValueError, match="no question"):
        rooms.guess(code, seat, "another", 0)
    with pytest.raises(EndedError):
        rooms.guess("ZZZZZZ", seat, "q", 0)


def test_other_choices_begin_the_question_anew(rooms: Store) -> None:
    code, secret = asked(rooms)
    seat = rooms.join(code)
    rooms.guess(code, seat, "q", 0)
    rooms.reveal(code, secret, "q")
    rooms.ask(code, secret, "q", "How many now?", CHOICES, 2)  # only the words and the answer differ
    assert rooms.tally(code, "q", 1) == {0: 1} and rooms.room(code).questions["q"].revealed
    rooms.ask(code, secret, "q", "How many?", ("a", "b"), 0)
    assert rooms.tally(code, "q", 1) == {} and not rooms.room(code).questions["q"].revealed


def test_what_one_may_put_in_is_bounded(rooms: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_SEATS", 2)
    monkeypatch.setattr(store, "MOST_QUESTIONS", 2)
    monkeypatch.setattr(store, "MOST_ROOMS", 2)
    code, secret = asked(rooms)
    held = rooms.join(code)
    rooms.join(code)
    with pytest.raises(FullError, match="All 2 seats"):
        rooms.join(code)
    assert rooms.join(code, held) == held  # who was there comes back
    rooms.ask(code, secret, "q2", "?", CHOICES, 0)
    with pytest.raises(FullError, match="2 questions"):
        rooms.ask(code, secret, "q3", "?", CHOICES, 0)
    rooms.open()
    with pytest.raises(FullError, match="2 rooms"):
        rooms.open()
    with pytest.raises(ValueError, match="characters"):
        rooms.move(code, secret, "home", {"h": "x" * 100_000})
    assert rooms.room(code).settings == {}


def test_rooms_end_by_themselves(tmp_path: Path) -> None:
    now = [1000.0]
    path = tmp_path / "rooms.sqlite"
    rooms = Store(path, clock=lambda: now[0])
    code, _ = asked(rooms)
    rooms.guess(code, rooms.join(code), "q", 0)
    now[0] += store.HOURS * 3600
    assert rooms.room(code).code == code
    now[0] += 1
    with pytest.raises(EndedError):
        rooms.room(code)
    assert rooms.versions() == {}
    rooms.open()
    assert rooms.tally(code, "q", 1) == {} and rooms.seats(code) == 0


def test_a_restart_and_a_second_process_see_the_same(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    first, second = Store(path), Store(path)
    code, secret = asked(first)
    seat = second.join(code)
    second.guess(code, seat, "q", 1)
    first.reveal(code, secret, "q")
    assert second.room(code).questions["q"].revealed and first.tally(code, "q", 1) == {1: 1}
    first.close()
    second.close()
    again = Store(path)
    assert again.is_teacher(code, secret) and again.join(code, seat) == seat and again.seats(code) == 1
    assert again.tally(code, "q", 1) == {1: 1}


def test_a_class_guesses_at_once(rooms: Store) -> None:
    code, _ = asked(rooms)
    seats = [rooms.join(code) for _ in range(60)]
    threads = [
        threading.Thread(target=rooms.guess, args=(code, seat, "q", number % 3)) for number, seat in enumerate(seats)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rooms.tally(code, "q", 1) == {0: 20, 1: 20, 2: 20}


def test_the_file_holds_no_secret_and_is_the_servers_own(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    rooms = Store(path)
    code, secret = asked(rooms)
    rooms.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert code.encode() in stored and secret.encode() not in stored
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_codes_are_short_and_many(rooms: Store) -> None:
    codes = {rooms.open()[0] for _ in range(100)}
    assert len(codes) == 100 and all(normal(code) == code for code in codes)
    assert len(CODE_LETTERS) ** CODE_LENGTH > 190_000_000 and not set("IO01") & set(CODE_LETTERS)


def test_where_rooms_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path))
    monkeypatch.delenv("EXPLORER_ROOMS", raising=False)
    assert store.default_path() == tmp_path / "rooms.sqlite"
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "other"))
    assert store.default_path() == tmp_path / "other"
    monkeypatch.delenv("EXPLORER_ROOMS")
    monkeypatch.delenv("EXPLORER_CACHE")
    assert store.default_path().parent == Path(tempfile.gettempdir())
