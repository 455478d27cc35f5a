"""Rooms on either database: rights, rounds, limits, two processes, and a restart."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from explorer.data import cache
from explorer.questions import CHOICE, NUMBER, ORDER, POINT, WORDS, Question
from explorer.rooms import (
    CODE_LENGTH,
    CODE_LETTERS,
    Backend,
    EndedError,
    FullError,
    NotTheTeacherError,
    RoomStore,
    parse_code,
    room_store,
)
from explorer.rooms.room_state import MOST_ROUNDS, MOST_WORDS, parse_question, parse_state, to_plain
from tests.support import tally

CHOICES = ("one", "two", "three")


def room_with_question(rooms: RoomStore, key: str = "q") -> tuple[str, str]:
    code, secret = rooms.open()
    rooms.ask(code, secret, {key: Question("How many?", CHOICES, CHOICES[1])})
    return code, secret


def test_a_lesson_by_hand(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    seats = [rooms.join(code) for _ in range(3)]
    assert rooms.seats(code) == 3
    for seat, chosen in zip(seats, (0, 1, 0), strict=True):
        assert rooms.submit_answer(code, seat, "q", chosen)
    assert rooms.submit_answer(code, seats[0], "q", 2)  # changed their mind
    assert tally(rooms, code, "q", 1) == {0: 1, 1: 1, 2: 1}
    assert not rooms.room(code).questions["q"].revealed
    rooms.reveal(code, secret, "q")
    assert rooms.room(code).questions["q"].revealed
    assert not rooms.submit_answer(code, seats[0], "q", 1)  # too late
    rooms.ask_again(code, secret, "q", 1)
    again = rooms.room(code).questions["q"]
    assert (again.round, again.revealed) == (2, False)
    rooms.show_guesses(code, secret, "q", 1)  # a press for the round before
    assert rooms.submit_answer(code, seats[0], "q", 1)
    rooms.show_guesses(code, secret, "q", 2)
    assert not rooms.submit_answer(code, seats[0], "q", 0), "what the class talks about stays as it is"
    assert tally(rooms, code, "q", 1) == {0: 1, 1: 1, 2: 1} and tally(rooms, code, "q", 2) == {1: 1}
    assert rooms.answer_of(code, seats[0], "q", 1) == 2 and rooms.answer_of(code, seats[0], "q", 2) == 1
    assert rooms.answer_of(code, seats[1], "q", 2) is None
    rooms.end(code, secret)
    with pytest.raises(EndedError):
        rooms.room(code)
    assert tally(rooms, code, "q", 1) == {} and rooms.seats(code) == 0  # nothing is left


def test_words_come_in_after_others_are_shown_until_the_reveal(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("Which?", (), ("be",), form=WORDS)})
    seat = rooms.join(code)
    rooms.show_guesses(code, secret, "q", 1)
    assert rooms.submit_answer(code, seat, "q", "be")
    rooms.reveal(code, secret, "q")
    assert not rooms.submit_answer(code, seat, "q", "die")


def test_a_class_is_asked_as_often_as_it_talks_and_a_second_press_skips_no_round(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    seat = rooms.join(code)
    for round_ in range(1, MOST_ROUNDS + 2):
        now = min(round_, MOST_ROUNDS)
        question = rooms.room(code).questions["q"]
        assert question.round == now and question.revealed == (round_ > MOST_ROUNDS)
        rooms.submit_answer(code, seat, "q", now % len(CHOICES))
        rooms.reveal(code, secret, "q")
        rooms.ask_again(code, secret, "q", now)
        rooms.ask_again(code, secret, "q", now)
    every = range(1, MOST_ROUNDS + 1)
    assert [tally(rooms, code, "q", round_) for round_ in every] == [{round_ % 3: 1} for round_ in every]
    rooms.ask(code, secret, {"q": Question("How many?", ("a", "b"), "a")})  # asked again: no round is left
    assert [tally(rooms, code, "q", round_) for round_ in every] == [{}] * MOST_ROUNDS


def test_the_writing_of_a_map_goes_on_with_the_sentences_that_are_there(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    seat = rooms.join(code)
    rooms.ask(code, secret, {"q": Question("Write.", (), (), form=WORDS, mapped=True)})
    rooms.submit_answer(code, seat, "q", "A sentence.")
    rooms.reveal(code, secret, "q")
    rooms.ask_again(code, secret, "q", 1)
    question = rooms.room(code).questions["q"]
    assert not question.revealed and rooms.answers_by_seat(code, "q", question.round) == {seat: "A sentence."}


def test_the_version_goes_up_with_news_only(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    first = rooms.move(code, secret, "./positions")
    assert rooms.move(code, secret, "./positions") == first
    assert rooms.move(code, secret, "./positions?p_part=Clocks") == first + 1 == rooms.versions()[code]
    assert rooms.room(code).link == "./positions?p_part=Clocks"


def test_only_the_teacher_moves_asks_reveals_and_ends(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    other, others = rooms.open()
    seat = rooms.join(code)
    for wrong in ("", seat, code, others, secret[:-1]):
        assert not rooms.is_teacher(code, wrong)
        with pytest.raises(NotTheTeacherError):
            rooms.move(code, wrong, "./")
        with pytest.raises(NotTheTeacherError):
            rooms.ask(code, wrong, {"q2": Question("?", CHOICES, CHOICES[0])})
        with pytest.raises(NotTheTeacherError):
            rooms.reveal(code, wrong, "q")
        with pytest.raises(NotTheTeacherError):
            rooms.ask_again(code, wrong, "q", 1)
        with pytest.raises(NotTheTeacherError):
            rooms.close_entry(code, wrong)
        with pytest.raises(NotTheTeacherError):
            rooms.end(code, wrong)
    assert rooms.is_teacher(code, secret) and rooms.is_teacher(other, others)
    room = rooms.room(code)
    assert set(room.questions) == {"q"} and not room.questions["q"].revealed and room.link == ""


def test_a_seat_has_one_guess_and_only_a_choice(rooms: RoomStore) -> None:
    code, _ = room_with_question(rooms)
    seat = rooms.join(code)
    for _ in range(100):
        rooms.submit_answer(code, seat, "q", 0)
    assert tally(rooms, code, "q", 1) == {0: 1}
    for chosen in (-1, 3, 10**9):
        with pytest.raises(ValueError, match="from 0 to 2 were expected"):
            rooms.submit_answer(code, seat, "q", chosen)
    with pytest.raises(ValueError, match="No such seat"):
        rooms.submit_answer(code, "a" * 22, "q", 0)
    with pytest.raises(ValueError, match="no question"):
        rooms.submit_answer(code, seat, "another", 0)
    with pytest.raises(EndedError):
        rooms.submit_answer("ZZZZZZ", seat, "q", 0)


def test_a_closed_door_keeps_second_seats_out_and_lets_whoever_had_one_back(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    seat = rooms.join(code)
    rooms.close_entry(code, secret)
    assert rooms.room(code).closed and rooms.join(code, seat) == seat
    for forged in ("", "b" * 22):
        with pytest.raises(FullError, match="lets nobody else in"):
            rooms.join(code, forged)
    assert rooms.seats(code) == 1
    rooms.close_entry(code, secret, closed=False)
    rooms.join(code)
    assert rooms.seats(code) == 2


def test_other_choices_begin_the_question_anew(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    seat = rooms.join(code)
    rooms.submit_answer(code, seat, "q", 0)
    rooms.reveal(code, secret, "q")
    rooms.ask(
        code, secret, {"q": Question("How many now?", CHOICES, CHOICES[2])}
    )  # only the wording and the answer differ
    assert tally(rooms, code, "q", 1) == {0: 1} and rooms.room(code).questions["q"].revealed
    rooms.ask(code, secret, {"q": Question("How many?", ("a", "b"), "a")})
    assert tally(rooms, code, "q", 1) == {} and not rooms.room(code).questions["q"].revealed


def test_what_one_may_put_in_is_bounded(rooms: RoomStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_store, "MOST_SEATS", 2)
    monkeypatch.setattr(room_store, "MOST_QUESTIONS", 2)
    monkeypatch.setattr(room_store, "MOST_ROOMS", 2)
    code, secret = room_with_question(rooms)
    held = rooms.join(code)
    rooms.join(code)
    with pytest.raises(FullError, match="All 2 seats"):
        rooms.join(code)
    assert rooms.join(code, held) == held  # a former seat is restored
    rooms.ask(code, secret, {"q2": Question("?", CHOICES, CHOICES[0])})
    with pytest.raises(FullError, match="2 questions"):
        rooms.ask(code, secret, {"q3": Question("?", CHOICES, CHOICES[0])})
    rooms.open()
    with pytest.raises(FullError, match="2 rooms"):
        rooms.open()
    with pytest.raises(ValueError, match="characters"):
        rooms.move(code, secret, "x" * 100_000)
    assert rooms.room(code).link == ""


def test_rooms_end_by_themselves(another: Callable[[], Backend]) -> None:
    now = [time.time()]
    rooms = RoomStore(another(), clock=lambda: now[0])
    code, _ = room_with_question(rooms)
    rooms.submit_answer(code, rooms.join(code), "q", 0)
    now[0] += room_store.HOURS * 3600
    assert rooms.room(code).code == code
    now[0] += 1
    with pytest.raises(EndedError):
        rooms.room(code)
    with pytest.raises(EndedError):
        rooms.join(code)
    assert rooms.versions() == {}
    rooms.sweep()
    assert tally(rooms, code, "q", 1) == {} and rooms.seats(code) == 0


def test_whoever_sweeps_comes_back_when_the_next_room_ends(
    another: Callable[[], Backend], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[tuple[float, Callable[[], None]]] = []

    class Timer:
        def __init__(self, seconds: float, then: Callable[[], None]) -> None:
            waits.append((seconds, then))

        def start(self) -> None: ...
        def cancel(self) -> None: ...

    now = [time.time()]
    rooms = RoomStore(another(), clock=lambda: now[0])
    monkeypatch.setattr(threading, "Timer", Timer)
    rooms.sweep()
    assert waits == []  # nothing to wait for
    code, _ = room_with_question(rooms)
    rooms.join(code)
    seconds, then = waits[-1]
    assert seconds == pytest.approx(room_store.HOURS * 3600 + 1)
    now[0] += seconds
    then()
    assert rooms.seats(code) == 0 and len(waits) == 1


def test_an_empty_room_gives_way_where_the_server_is_full(
    another: Callable[[], Backend], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_store, "MOST_ROOMS", 2)
    now = [time.time()]
    rooms = RoomStore(another(), clock=lambda: now[0])
    used, _ = rooms.open()
    rooms.join(used)
    now[0] += 1
    empty, _ = rooms.open()
    with pytest.raises(FullError, match="2 rooms"):
        rooms.open()
    now[0] += room_store.LONELY + 1
    new, _ = rooms.open()
    assert set(rooms.versions()) == {used, new} != {empty}


def test_a_restart_and_a_second_process_see_the_same(another: Callable[[], Backend]) -> None:
    first, second = RoomStore(another()), RoomStore(another())
    code, secret = room_with_question(first)
    seat = second.join(code)
    second.submit_answer(code, seat, "q", 1)
    first.reveal(code, secret, "q")
    assert second.room(code).questions["q"].revealed and tally(first, code, "q", 1) == {1: 1}
    first.close()
    second.close()
    again = RoomStore(another())
    assert again.is_teacher(code, secret) and again.join(code, seat) == seat and again.seats(code) == 1
    assert tally(again, code, "q", 1) == {1: 1}


def test_two_who_change_at_once_lose_nothing(another: Callable[[], Backend]) -> None:
    first, second = RoomStore(another()), RoomStore(another())
    code, secret = room_with_question(first)
    threads = [
        threading.Thread(target=rooms.ask, args=(code, secret, {f"{who}{number}": Question("?", CHOICES, CHOICES[0])}))
        for who, rooms in (("a", first), ("b", second))
        for number in range(10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    room = first.room(code)
    assert len(room.questions) == 21 and room.version == 22


def test_a_guess_never_gets_past_the_reveal(another: Callable[[], Backend]) -> None:
    database = another()
    rooms = RoomStore(database)
    code, secret = room_with_question(rooms)
    seat = rooms.join(code)
    plain = database.put

    def late(*all_of_it: object) -> bool:  # the teacher reveals between read and write
        database.put = plain  # type: ignore[method-assign]
        rooms.reveal(code, secret, "q")
        return plain(*all_of_it)  # type: ignore[arg-type]

    database.put = late  # type: ignore[method-assign, assignment]
    assert not rooms.submit_answer(code, seat, "q", 0)
    assert tally(rooms, code, "q", 1) == {}


def test_numbers_of_a_point(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    asked = Question("Where?", (), (1.5, 0.5), form=POINT, low=(0, 0), high=(5, 1))
    rooms.ask(code, secret, {"where": asked})
    first, second = rooms.join(code), rooms.join(code)
    assert rooms.submit_answer(code, first, "where", (2.123456789, 0))
    assert rooms.submit_answer(code, second, "where", (5, 1))
    assert rooms.submit_answer(code, second, "where", (4, 1))  # changed their mind
    assert sorted(rooms.answers_by_seat(code, "where", 1).values()) == [(2.12346, 0), (4, 1)]
    assert rooms.answer_of(code, second, "where", 1) == (4, 1) and rooms.answer_of(code, second, "where", 2) is None
    for wrong in ((1,), (1, 0, 0), (), (1, math.nan), (1, math.inf), (1, 1.01), (-0.1, 0)):
        with pytest.raises(ValueError, match="expected"):
            rooms.submit_answer(code, first, "where", wrong)
    with pytest.raises(ValueError, match="choice"):
        rooms.submit_answer(code, first, "where", 0)
    rooms.reveal(code, secret, "where")
    assert not rooms.submit_answer(code, first, "where", (0, 0))
    asked_ = rooms.room(code).questions["where"]
    assert (asked_.truth, asked_.low, asked_.high, asked_.choices) == ((1.5, 0.5), (0, 0), (5, 1), ())
    rooms.ask(code, secret, {"where": replace(asked, high=(5, 2))})
    assert list(rooms.answers_by_seat(code, "where", 1).values()) == []  # other bounds, another question
    for low, high, truth in (((), (), ()), ((0, 0), (1, 2), (1,)), ((0, 0), (1, math.inf), (1, 0)), ((0,) * 3,) * 3):
        with pytest.raises(ValueError, match="point"):
            rooms.ask(code, secret, {"where": replace(asked, low=low, high=high, answer=truth)})


def test_a_point_and_a_number_have_their_own_counts(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    seat = rooms.join(code)
    rooms.ask(code, secret, {"where": Question("Where?", (), (0.5, 0.25), form=POINT, low=(-1, -1), high=(1, 1))})
    assert rooms.submit_answer(code, seat, "where", (0.5, -1)) and list(
        rooms.answers_by_seat(code, "where", 1).values()
    ) == [(0.5, -1)]
    for wrong in ((0.5,), (0.5, -1, 0), (0.5, -1.1)):
        with pytest.raises(ValueError, match="expected"):
            rooms.submit_answer(code, seat, "where", wrong)
    for kind, sides in ((POINT, (0,)), (POINT, (0,) * 3), (NUMBER, (0, 0)), ("colour", (0,))):
        with pytest.raises(ValueError, match=f"{kind}"):
            rooms.ask(code, secret, {"q": Question("?", (), sides, form=kind, low=sides, high=(1,) * len(sides))})


def test_the_teachers_own_question_is_the_one_in_sight_until_it_is_gone(rooms: RoomStore) -> None:
    code, secret = room_with_question(rooms)
    assert rooms.room(code).own == ""
    rooms.ask(code, secret, {"mine": Question("Which?", CHOICES, (CHOICES[0], CHOICES[2]))}, own=True)
    rooms.ask(code, secret, {"of the picture": Question("How many?", CHOICES, CHOICES[1])})
    room = rooms.room(code)
    assert room.own == "mine" and room.questions["mine"].rights == (0, 2)
    seat = rooms.join(code)
    assert rooms.submit_answer(code, seat, "mine", 2)
    version = rooms.versions()[code]
    rooms.clear_own(code, secret)
    assert rooms.room(code).own == "" and rooms.versions()[code] == version + 1
    assert tally(rooms, code, "mine", 1) == {2: 1}  # the answers stay for the summary
    for act in (
        lambda: rooms.clear_own(code, "forged"),
        lambda: rooms.ask(code, "forged", {"mine": Question("?", CHOICES)}, own=True),
        lambda: rooms.ask(
            code, "forged", {"n": Question("?", (), 1, form=NUMBER, low=(0,), high=(1,), tolerance=0)}, own=True
        ),
    ):
        with pytest.raises(NotTheTeacherError):
            act()
    rooms.ask(code, secret, {"opinion": Question("Which is nicest?", CHOICES)}, own=True)
    assert rooms.room(code).questions["opinion"].rights == ()
    for choices, right in (((), ""), (CHOICES, "x"), (("x",) * 51, ""), (("x" * 601, "y"), "y")):
        with pytest.raises(ValueError, match="choices"):
            rooms.ask(code, secret, {"bad": Question("?", choices, right, form=CHOICE)}, own=True)


@pytest.mark.slow
def test_a_class_guesses_at_once(rooms: RoomStore) -> None:
    code, _ = room_with_question(rooms)
    seats = [rooms.join(code) for _ in range(60)]
    threads = [
        threading.Thread(target=rooms.submit_answer, args=(code, seat, "q", number % 3))
        for number, seat in enumerate(seats)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tally(rooms, code, "q", 1) == {0: 20, 1: 20, 2: 20}


def test_codes_are_short_and_many(rooms: RoomStore) -> None:
    codes = {rooms.open()[0] for _ in range(100)}
    assert len(codes) == 100 and all(parse_code(code) == code for code in codes)
    assert len(CODE_LETTERS) ** CODE_LENGTH > 190_000_000 and not set("IO01") & set(CODE_LETTERS)


def test_a_teachers_question_leaves_the_memory_after_the_last_look(rooms: RoomStore) -> None:
    code, _ = room_with_question(rooms)
    assert rooms.room(code).questions["q"].prompt == "How many?" and len(parse_state)
    cache.forget_all()
    assert not len(parse_state)


def test_a_clock_that_is_set_ends_no_room(another: Callable[[], Backend], monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = RoomStore(another())
    code, _ = rooms.open()
    for hours in (5, -24, 24 * 365 * 56):
        jumped = time.time() + hours * 3600
        monkeypatch.setattr(room_store.time, "time", lambda now=jumped: now)
        rooms.sweep()
        assert rooms.room(code).version == 1
        monkeypatch.undo()


@pytest.mark.slow
def test_a_full_room_gives_away_the_seats_of_those_who_are_gone_and_never_answered(
    another: Callable[[], Backend],
) -> None:
    now = [1e9]
    rooms = RoomStore(another(), clock=lambda: now[0])
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("How many?", ("a", "b"), "b")})
    answered, flood = rooms.join(code), [rooms.join(code) for _ in range(room_store.MOST_SEATS - 1)]
    rooms.submit_answer(code, answered, "q", 1)
    with pytest.raises(FullError):
        rooms.join(code)
    now[0] += 2 * room_store.GONE
    assert rooms.join(code, flood[0]) == flood[0], "this one is there"
    assert rooms.join(code) and rooms.seats(code) == 3
    assert rooms.has_seat(code, answered) and rooms.has_seat(code, flood[0]) and not rooms.has_seat(code, flood[1])


def test_words_may_be_as_long_as_is_said_and_no_longer() -> None:
    assert to_plain(Question("?" * MOST_WORDS, ("a", "b"), "a"))["prompt"] == "?" * MOST_WORDS
    with pytest.raises(ValueError, match=f"at most {MOST_WORDS} characters, got 2 and {MOST_WORDS + 1}"):
        to_plain(Question("?", ("a", "b" * (MOST_WORDS + 1)), "a"))


def test_an_order_is_all_items_each_once_and_judged_as_a_whole(rooms: RoomStore) -> None:
    code, secret = rooms.open()
    rooms.ask(code, secret, {"order": Question("Small to large?", ("c", "a", "b"), ("a", "b", "c"), form=ORDER)})
    seats = [rooms.join(code) for _ in range(2)]
    for seat, value in zip(seats, ([1, 2, 0], [0, 1, 2]), strict=True):
        assert rooms.submit_answer(code, seat, "order", value)
    asked, given = rooms.room(code).questions["order"], rooms.answers_by_seat(code, "order", 1)
    assert [asked.is_right(given[seat]) for seat in seats] == [True, False] and asked.rights == (1, 2, 0)
    for value in ([0, 1], [0, 0, 1], [0, 1, 2, 0], [0, 1, 3], "abc", 1, [0, 1, True]):
        with pytest.raises(ValueError, match="expected"):
            rooms.submit_answer(code, seats[0], "order", value)


def test_a_question_of_another_version_is_read_as_far_as_it_is_known() -> None:
    assert parse_question({"words": "Old?", "kind": "", "also": [], "round": 2}).round == 2


def test_a_press_that_no_screen_asks_for_is_known_to_be_alone_before_it_expires(
    another: Callable[[], Backend],
) -> None:
    now = [1e9]
    rooms = RoomStore(another(), clock=lambda: now[0])
    code, secret = rooms.open()
    rooms.press(code, secret, "next", "", 0)
    assert rooms.press_state(code) == {"button": "next", "missed": False, "alone": False}
    now[0] += 6
    assert rooms.press_state(code)["alone"], "a screen asks every second"
    assert rooms.take_press(code, "another", 1) == ""
    assert rooms.press_state(code) == {"button": "next", "missed": True, "alone": False}, "a screen is there"
