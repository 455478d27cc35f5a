"""A teacher's own question: asked, answered by choice or number, revealed, counted; forged ones are rejected."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from explorer.questions import Question
from explorer.ui.frame import lesson
from explorer.ui.join.student_screen_data import before_reveal, screen
from explorer.ui.room import class_answers, lesson_report, membership
from explorer.ui.room.class_question import AGAIN
from explorer.ui.room.membership import Teacher
from tests.support import numbers_in, own, plain_texts

Open = Callable[..., AppTest]
STEPS = {f"_room_{what}" for what in ("guesses", "again", "reveal")}
"""Keys of a question's buttons in the bar."""
WHICH = own("Is *this* <b>near</b> $0$?", ("[yes](http://x)", "no", "`maybe`"), (0, 2))
MANY = own("How many rows? ![a](http://x/a.png)", number=(0.0, 100.0, 64.0), within=6.0)


def run_with_question(app: AppTest, question: Question | None, wrong: str = "") -> AppTest:
    """As after the message of the browser that presents step 1."""
    app.session_state[lesson._QUESTION] = {"at": 1, "question": question, "wrong": wrong}
    app.query_params["lesson"] = "1"
    app.run()
    assert not app.exception, app.exception
    return app


def words(app: AppTest) -> str:
    found = [str(e.value) for kind in ("markdown", "caption", "warning", "info") for e in app.get(kind)]
    return "\n".join(plain_texts(app) + found + [e.proto.body for e in app.get("html")])


def asked_in_a_room(open_in_room: Open, question: Question) -> tuple[AppTest, str, str, list[str]]:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = run_with_question(open_in_room(Teacher(code, secret), "positions", p_part="Clocks"), question)
    teacher.button(key="_room_ask").click().run()
    return teacher, code, secret, [rooms.join(code) for _ in range(2)]


def test_a_steps_question_waits_until_the_teacher_asks_it(open_in_room: Open) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Teacher(code, secret), "positions", p_part="Counting", lesson="1")
    page = rooms.room(code).waiting
    assert page is not None and not rooms.room(code).questions, "the page's own question"
    assert "Guess" not in words(teacher) and "(Show me)" not in words(teacher)  # nor is it answered alone
    assert not [one for one in teacher.radio if page[0] in str(one.key)]
    assert json.loads(screen(rooms, code).body) == {"link": "", "question": None}
    run_with_question(teacher, WHICH)
    assert (rooms.room(code).waiting or ("",))[0] == WHICH.key and WHICH.prompt not in words(teacher)
    assert "visibility: hidden" in words(run_with_question(teacher, replace(WHICH, covered=True)))
    run_with_question(teacher, None)
    assert (rooms.room(code).waiting or ("",))[0] == page[0]

    rooms.press(code, secret, "ask", "", 0)  # in the teacher's other window
    teacher.run()
    assert list(rooms.room(code).questions) == [page[0]] and rooms.room(code).waiting is None
    assert "Guess first." in words(teacher) and json.loads(screen(rooms, code).body)["question"]["key"] == page[0]
    again = open_in_room(Teacher(code, secret), "positions", p_part="Counting", lesson="1")
    assert rooms.room(code).waiting is None and "Guess first." in words(again), "the step loaded anew asks on"


def test_choices_are_collected_revealed_and_in_the_table(open_in_room: Open) -> None:
    rooms = membership.store()
    teacher, code, _, seats = asked_in_a_room(open_in_room, WHICH)
    now = rooms.room(code)
    assert now.own == WHICH.key and now.questions[WHICH.key].rights == (0, 2)
    assert ">[yes](http://x)</span>" in words(teacher)  # shown as typed, no link
    rooms.submit_answer(code, seats[0], WHICH.key, 1)
    rooms.submit_answer(code, seats[1], WHICH.key, 2)
    teacher.run()
    assert "**2 of 2** answered" in words(teacher)

    teacher.button(key="_room_guesses").click().run()
    teacher.button(key="_room_reveal").click().run()
    shown = words(teacher)
    assert "[yes](http://x) ✓ right" in shown and "`maybe` ✓ right" in shown
    run_with_question(teacher, None)
    assert rooms.room(code).own == ""


def test_what_is_pressed_in_the_teachers_other_window_is_done_on_the_screen_that_presents(open_in_room: Open) -> None:
    rooms = membership.store()
    teacher, code, secret, seats = asked_in_a_room(open_in_room, WHICH)
    rooms.submit_answer(code, seats[0], WHICH.key, 1)
    for what, said in (("guesses", "<span>1 of 1</span>"), ("reveal", "`maybe` ✓ right"), ("again", "guess again")):
        rooms.press(code, secret, what, WHICH.key, 1)
        assert said in words(teacher.run()), what
    assert rooms.room(code).questions[WHICH.key].round == 2


@pytest.mark.parametrize(("second", "filled"), [(2, "again"), (0, "guesses")])
def test_the_filled_button_is_a_talk_only_where_guesses_differ_and_who_talks_on_keeps_the_guess(
    open_in_room: Open, second: int, filled: str
) -> None:
    rooms = membership.store()
    which = own("Which?", ("a", "b", "c"), (0,))
    teacher, code, _, (one, two) = asked_in_a_room(open_in_room, which)
    rooms.submit_answer(code, one, which.key, 0)
    rooms.submit_answer(code, two, which.key, second)
    teacher.run()
    drawn = {button.key: button.proto.type for button in teacher.button}
    assert [key for key, kind in drawn.items() if kind == "primary" and key in STEPS] == [f"_room_{filled}"]
    assert before_reveal(rooms, code)["talk"] is (filled == "again"), "the same on the teacher's phone"
    if filled != "again":
        teacher.button(key="_room_guesses").click().run()
    teacher.button(key="_room_again").click().run()
    rooms.submit_answer(code, one, which.key, 1)
    talking = words(teacher.run())
    assert AGAIN in talking and '<i style="width' not in talking, "no guesses before the second vote"
    teacher.button(key="_room_guesses").click().run()
    assert teacher.button(key="_room_reveal").proto.type == "primary", "one talk is enough"
    assert rooms.counted_answers(code, which.key, 2) == {one: 1, two: second}
    teacher.button(key="_room_reveal").click().run()
    assert f"<span>{1 + (second == 0)} → {int(second == 0)}</span><span" in words(teacher).replace("\n", "")
    assert "seen=1" in rooms.room(code).link, "a student's own screen does not ask it anew"


def test_a_number_is_collected_and_revealed(open_in_room: Open) -> None:
    rooms = membership.store()
    teacher, code, secret, seats = asked_in_a_room(open_in_room, MANY)
    rooms.submit_answer(code, seats[0], MANY.key, (57.5,))
    rooms.submit_answer(code, seats[1], MANY.key, (70,))
    rooms.reveal(code, secret, MANY.key)
    teacher.run()
    assert {2, 57.5, 70, 63.8, 0, 100, 64} <= numbers_in(words(teacher))
    table = lesson_report.csv_of(rooms, code, rooms.room(code).questions, {}, date(2026, 11, 26)).decode()
    assert sorted(line.split(",")[6:8] for line in table.splitlines()[1:]) == [["57.5", "no"], ["70", "yes"]]


def test_a_visitor_who_sends_a_teachers_message_asks_nothing(open_in_room: Open) -> None:
    alone = run_with_question(open_in_room(None, "positions", p_part="Clocks"), WHICH)
    assert "yes" not in words(alone)


def test_outside_of_a_room_the_browser_is_not_asked_for_the_question(open_in_room: Open) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    for who, expected in ((None, False), (Teacher(code, secret), True)):
        app = open_in_room(who, "positions", p_part="Clocks", lesson="1")
        (line,) = [one for one in app.get("bidi_component") if b'"sent"' in one.proto.bytes]
        assert (b'"room": true' in line.proto.bytes) is expected


def test_what_the_browser_tells_is_read_with_care(monkeypatch: pytest.MonkeyPatch) -> None:
    state: dict[str, object] = {
        "lesson_nav": {"question": '{"question": "?", "answers": [["a", "", true], ["b", "", false]]}'}
    }
    monkeypatch.setattr(lesson.st, "session_state", state)
    keys = []
    for at in (1, 2):
        monkeypatch.setattr(lesson, "step", lambda at=at: at)
        lesson._hear()
        kept = state[lesson._QUESTION]
        assert isinstance(kept, dict) and (kept["at"], kept["wrong"]) == (at, "")
        keys.append(kept["question"].key)
        assert kept["question"] == replace(own("?", ("a", "b"), (0,)), key=keys[-1])
    assert keys[0] != keys[1], "the same question at two steps is answered at both"
    state["lesson_nav"] = {"question": {"a": 1}}
    lesson._hear()
    kept = state[lesson._QUESTION]
    assert isinstance(kept, dict) and kept["question"] is None and "Shorten it" in str(kept["wrong"])


def test_the_reason_and_a_picture_that_is_hidden_until_reveal(open_in_room: Open) -> None:
    rooms = membership.store()
    which = own("Which?", ("a", "b", "c"), (0, 2), why="Because *this*.", covered=True)
    teacher, code, _, seats = asked_in_a_room(open_in_room, which)
    assert "visibility: hidden" in words(teacher) and "Because" not in repr(rooms.room(code))
    rooms.submit_answer(code, seats[0], which.key, 2)
    rooms.submit_answer(code, seats[1], which.key, 1)
    teacher.run().button(key="_room_guesses").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert "visibility: hidden" not in words(teacher)
    assert "Because \\*this\\*." in words(teacher)
    table = lesson_report.csv_of(rooms, code, rooms.room(code).questions, {}, date(2026, 1, 1)).decode()
    assert sorted(line.split(",")[6:8] for line in table.splitlines()[1:]) == [["b", "no"], ["c", "yes"]]


def test_a_few_words_are_on_the_screen_once_the_teacher_has_read_them(open_in_room: Open) -> None:
    rooms = membership.store()
    which = own("What is it?", kind="words")
    teacher, code, secret, seats = asked_in_a_room(open_in_room, which)
    rooms.submit_answer(code, seats[0], which.key, "a <b> piece")
    rooms.submit_answer(code, seats[1], which.key, "RUDE")
    rooms.release_text(code, secret, which.key, seats[0], "a <b> piece")
    teacher.run().button(key="_room_guesses").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert "<li>a &lt;b&gt; piece</li>" in words(teacher) and "RUDE" not in words(teacher)
    rooms.submit_answer(code, seats[1], which.key, "late")
    assert rooms.answers_by_seat(code, which.key, 1)[seats[1]] == "RUDE"


def test_expected_words_need_no_reading_unread_ones_are_counted_and_a_reveal_of_none_is_asked_twice(
    open_in_room: Open,
) -> None:
    which = own("What is it?", ("be",), (0,), kind="words")
    teacher, code, secret, seats = asked_in_a_room(open_in_room, which)
    rooms = membership.store()
    rooms.submit_answer(code, seats[0], which.key, "RUDE")
    teacher.run().button(key="_room_guesses").click().run()
    assert "1 answer" in teacher.toast[0].value, "an empty list is shown at the second press only"
    teacher.button(key="_room_guesses").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert "1 answer" in teacher.toast[0].value and not rooms.room(code).questions[which.key].revealed
    rooms.submit_answer(code, seats[1], which.key, "Be.")
    teacher.run().button(key="_room_reveal").click().run()
    assert rooms.room(code).questions[which.key].revealed
    assert "<li><strong>be ✓</strong></li>" in words(teacher) and "RUDE" not in words(teacher)
    asked = rooms.room(code).questions
    report = lesson_report.html(rooms, code, asked, {}, date(2026, 1, 1))
    table = lesson_report.csv_of(rooms, code, asked, {}, date(2026, 1, 1)).decode()
    assert "1 answer not shown" in report and "RUDE" not in report + table
    assert table.count(lesson_report.UNREAD) == 1 and "Be.,yes" in table
    rooms.release_text(code, secret, which.key, seats[1], "")
    assert rooms.visible_answers(code, which.key, 1) == {}, "what the teacher covers stays covered"


def test_sentences_come_on_the_map_when_they_are_let_through_and_unread_ones_are_nowhere(open_in_room: Open) -> None:
    rooms = membership.store()
    summer = own("Last summer?", kind="map")
    teacher, code, secret, seats = asked_in_a_room(open_in_room, summer)
    said = ("I swam in the ocean", "RUDE")
    for seat, sentence in zip(seats, said, strict=True):
        rooms.submit_answer(code, seat, summer.key, sentence)
    assert "sentences on" not in words(teacher.run())
    assert json.loads(screen(rooms, code).body)["question"]["map"]["said"] == []
    rooms.release_text(code, secret, summer.key, seats[0], said[0])
    assert "1 sentence on the map" in words(teacher.run())
    shown = json.loads(screen(rooms, code).body)["question"]
    ((sentence, place, nearest),) = shown["map"]["said"]
    assert (sentence, nearest) == (said[0], 0) and place == shown["map"]["picture"]["dots"][0]["at"][0]
    assert "read" not in shown
    teacher.button(key="_room_reveal").click().run()
    asked, today = rooms.room(code).questions, date(2026, 1, 1)
    texts = [words(teacher), screen(rooms, code).body, lesson_report.html(rooms, code, asked, {}, today)]
    texts.append(lesson_report.csv_of(rooms, code, asked, {}, today).decode())
    assert [said[0] in text for text in texts[1:]] == [True] * 3 and not any("RUDE" in text for text in texts)


def test_a_point_of_the_picture_is_asked_drawn_and_judged(open_in_room: Open) -> None:
    rooms = membership.store()
    ends = (0.0, 4.0, 1.0), (-1.0, 3.0, 0.0)
    where = own("Where?", kind="point", point=ends, within=0.1, why="It is there.")
    code, secret = rooms.open()
    seats = [rooms.join(code) for _ in range(2)]
    teacher = run_with_question(open_in_room(Teacher(code, secret), "positions", p_part="Two arrows"), where)
    teacher.button(key="_room_ask").click().run()
    drawn = json.loads(rooms.picture(code, where.key) or "")
    assert sum("arrow" in line for line in drawn["lines"]) == 3 and drawn["x"][0] <= 0 and drawn["x"][1] >= 4
    before = rooms.room(code)
    assert before.questions[where.key].picture and before.version == rooms.room(teacher.run() and code).version
    rooms.submit_answer(code, seats[0], where.key, (1.2, 0.2))
    rooms.submit_answer(code, seats[1], where.key, (3.0, 0.0))
    teacher.run().button(key="_room_guesses").click().run()
    assert "2 points" in words(teacher)
    teacher.button(key="_room_reveal").click().run()
    said = {1, 2, 29}
    assert said <= numbers_in(words(teacher)) and "**1**" in words(teacher) and "**0**" in words(teacher)
    asked = rooms.room(code).questions
    near = class_answers.spread(asked[where.key], list(rooms.answers_by_seat(code, where.key, 1).values()))
    assert near in screen(rooms, code).result((1.2, 0.2)) and near in before_reveal(rooms, code)["html"]
    assert said <= numbers_in(lesson_report.html(rooms, code, asked, {}, date(2026, 11, 27)))
    table = lesson_report.csv_of(rooms, code, asked, {}, date(2026, 11, 27)).decode()
    lines = sorted(list(csv.reader(table.splitlines()))[1:])
    assert sorted(line[6:-1] for line in lines) == [
        ["(1.2, 0.2)", "yes", "(1, 0)", "0.0707107"],
        ["(3, 0)", "no", "(1, 0)", "0.5"],
    ]
