"""Who is there, and how many wrong codes a network may try."""

import time
from collections.abc import Callable

import pytest

from explorer.questions import Question
from explorer.rooms import CODE_LENGTH, CODE_LETTERS, Backend, RateLimit, RoomStore, room_store, wrong_code_limit
from explorer.rooms.room_store import HOURS
from explorer.rooms.wrong_code_limit import MOST_WRONG, WINDOW
from tests.support import tally


def test_who_has_left_is_not_there_and_the_guess_stays(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("How many?", ("one", "two"), "two")})
    first, second = rooms.join(code), rooms.join(code)
    assert rooms.present_seats(code) == {first, second} and set(rooms.answers_by_seat(code, "q", 1)) == set()
    rooms.submit_answer(code, first, "q", 1)
    rooms.leave(code, first)
    assert rooms.present_seats(code) == {second} and rooms.seats(code) == 2
    assert set(rooms.answers_by_seat(code, "q", 1)) == {first} and tally(rooms, code, "q", 1) == {1: 1}
    assert rooms.join(code, first) == first and rooms.present_seats(code) == {first, second}
    other, _ = rooms.open()
    assert rooms.present_seats(other) == set()


def test_a_browser_that_is_gone_for_a_minute_is_not_there_until_it_is_back(another: Callable[[], Backend]) -> None:
    now = time.time()
    rooms = RoomStore(another(), lambda: now)
    code, secret = rooms.open()
    first, second = rooms.join(code), rooms.join(code)
    now += room_store.GONE
    rooms.mark_present(code, {second})
    assert rooms.present_seats(code) == {first, second}
    now += 1
    assert (
        rooms.present_seats(code) == {second} == RoomStore(another(), lambda: now).present_seats(code)
    )  # in each copy of the app
    rooms.mark_present(code, [first])
    assert rooms.present_seats(code) == {first, second}
    rooms.end(code, secret)
    rooms.mark_present(code, [first])  # a message that comes too late
    assert rooms.present_seats(code) == set()


def test_wrong_codes_make_their_address_wait_and_no_other() -> None:
    now = [0.0]
    limit = RateLimit(clock=lambda: now[0])
    for number in range(MOST_WRONG):
        assert limit.wait("a") == 0
        for _ in range(400):  # a class that types one wrong code, or whose room has ended
            limit.count("a", f"wrong {number}")
    assert limit.wait("a") == limit.wait("a", "ABCDEF") == WINDOW and limit.wait("b") == 0
    limit.let_in("a", "ABCDEF")
    assert limit.wait("a", "ABCDEF") == 0, "where one of a school is, the others get in"
    now[0] += 59.5
    assert limit.wait("a") == 1
    now[0] += 0.5
    assert limit.wait("a") == 0


def test_the_chance_of_a_guess_is_as_the_docstring_says() -> None:
    tries = HOURS * 3600 / WINDOW * MOST_WRONG
    assert f"{tries:,.0f}" in str(RateLimit.__doc__)
    assert f"1 of {len(CODE_LETTERS) ** CODE_LENGTH / tries:,.0f}" in str(RateLimit.__doc__)


def test_what_is_kept_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_code_limit, "MOST_KEPT", 10)
    now = [0.0]
    limit = RateLimit(most=2, clock=lambda: now[0])
    for number in range(100):
        limit.count(f"{number}", "x")
        limit.count("a", f"{number}")
        limit.let_in("a", f"{number}")
    assert len(limit._counted) == len(limit._inside) == 10 and len(limit._counted["a"]) == 4
    assert limit.wait("a") and not limit.wait("a", "99")
    now[0] = 5 * 3600.0
    limit.count("b", "x")
    assert set(limit._counted) == {"b"} and not limit._inside, "addresses are forgotten"
