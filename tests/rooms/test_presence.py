"""Presence: those who left, or whose browser has been gone for a minute, are absent; their guesses stay."""

import time
from collections.abc import Callable

from explorer.questions import Question
from explorer.rooms import Backend, RoomStore, room_store
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
