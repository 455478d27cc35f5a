"""The teacher's exports: a CSV table for spreadsheets, and a report with what the answers tell."""

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import date
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

from explorer.questions import NUMBER, POINT, Question
from explorer.rooms import NotTheTeacherError, RoomStore
from explorer.ui.frame import lesson
from explorer.ui.room import lesson_report, membership
from explorer.ui.room.membership import Teacher
from tests.support import numbers_in

DAY = date(2026, 11, 26)
TOLD = {
    "question": "Is 1 < 2?",
    "answers": [["yes", "", True], ["=1+1", "Has <not> counted.", False], ["never", "Nobody says so.", False]],
    "lesson": "Counting & more",
    "step": "1. Small",
}


def room_with_answers(rooms: RoomStore) -> tuple[str, str]:
    """A question of two rounds that two seats answered, and one with a number."""
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("Is 1 < 2?", ("yes", "=1+1", "never"), "yes")})
    rooms.ask(code, secret, {"n": Question("How many?", (), 64, form=NUMBER, low=(0,), high=(5000,), tolerance=0)})
    seats = [rooms.join(code) for _ in range(3)]
    for seat, chosen in zip(seats[:2], (0, 1), strict=True):
        rooms.submit_answer(code, seat, "q", chosen)
        rooms.submit_answer(code, seat, "n", (1296 if chosen else 64,))
    rooms.reveal(code, secret, "q")
    rooms.ask_again(code, secret, "q", 1)
    rooms.submit_answer(code, seats[0], "q", 0)
    return code, secret


def test_every_answer_is_a_line_that_a_spreadsheet_opens(kept_at: object) -> None:
    rooms = membership.store()
    code, _ = room_with_answers(rooms)
    notes = {"q": {"lesson": "Counting & more", "step": "1. Small"}}
    content = lesson_report.csv_of(rooms, code, rooms.room(code).questions, notes, DAY)
    assert content.startswith(b"\xef\xbb\xbf")  # else Excel reads “·” as “Â·”
    first, *lines = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert first == list(lesson_report.COLUMNS) and len(lines) == 6
    said = [dict(zip(first, line, strict=True)) for line in lines]
    assert {line["date"] for line in said} == {"2026-11-26"}
    of_choice = [line for line in said if line["question"] == "Is 1 < 2?"]
    assert {line["lesson"] for line in of_choice} == {"Counting & more"} and {line["step"] for line in of_choice} == {
        "1. Small"
    }
    kept = sorted((line["round"], line["answer"], line["right"], line["kept from before"]) for line in of_choice)
    assert kept == [
        ("1", "'=1+1", "no", ""),  # a text, not a formula
        ("1", "yes", "yes", ""),
        ("2", "'=1+1", "no", "yes"),  # who did not answer again
        ("2", "yes", "yes", ""),
    ]
    of_number = sorted((line["answer"], line["right"], line["right answer"], line["off by"]) for line in said[4:])
    assert of_number == [("1296", "no", "64", "1232"), ("64", "yes", "64", "0")]
    same = {line["seat"] for line in said if line["answer"] in ("yes", "64")}
    assert len(same) == 1 and same < {"1", "2"}  # who answered what is one seat's, by a number that is no name


def test_where_decimals_have_a_comma_a_number_stays_what_it_is(kept_at: object) -> None:
    """A German spreadsheet reads 0.125 as 125, and takes a line of commas for one cell."""
    rooms = membership.store()
    code, secret = rooms.open()
    rooms.ask(
        code, secret, {"n": Question("Cosine?", (), 0.62, form=NUMBER, low=(0,), high=(1,), slack=0.05, tolerance=0)}
    )
    rooms.submit_answer(code, rooms.join(code), "n", (0.125,))
    known = rooms, code, rooms.room(code).questions, {}, DAY
    for locale, marks in (("de-DE", ";,"), ("fr", ";,"), ("de-CH", ",."), ("en-GB", ",."), ("", ",.")):
        (_, line) = csv.reader(
            io.StringIO(lesson_report.csv_of(*known, locale).decode("utf-8-sig")), delimiter=marks[0]
        )
        assert [line[at].replace(marks[1], ".") for at in (6, 9)] == ["0.125", "0.495"], locale


def test_the_report_has_both_rounds_the_right_answer_and_what_the_wrong_ones_tell(kept_at: object) -> None:
    rooms = membership.store()
    code, secret = room_with_answers(rooms)  # where one of three seats never answered
    rooms.ask(code, secret, {"x": Question("Where?", (), (1, 1), form=POINT, low=(0, 0), high=(9, 9))})
    notes = {
        "q": {
            "lesson": TOLD["lesson"],
            "step": TOLD["step"],
            "tells": [["=1+1", "Has <not> counted."], ["never", "-"]],
        },
        "x": {"tells": [["in the middle", "Of another kind of question."]]},
    }
    page = lesson_report.html(rooms, code, rooms.room(code).questions, notes, DAY)
    assert "<h1>Counting &amp; more</h1><p>26 November 2026, 2 students, 3 questions.</p>" in page
    assert re.findall(r"<span>(\d of \d)</span>", page) == ["1 of 2", "1 of 2", "0 of 2", "1 of 2", "1 of 2", "0 of 2"]
    assert (
        "Is 1 &lt; 2?" in page
        and "1 answered again; 1 earlier guess kept." in page
        and "Right: <strong>yes</strong>" in page
    )
    assert "<strong>=1+1</strong>: Has &lt;not&gt; counted." in page and "<strong>never" not in page
    assert {680, 64} <= numbers_in(page), "the middle number, the right one"
    assert "Where?" in page and "Of another kind" not in page
    rooms.submit_answer(code, rooms.join(code), "x", (9, 0))
    drawn = unquote(lesson_report.html(rooms, code, rooms.room(code).questions, notes, DAY).rpartition("<img")[2])
    assert 'class="dot" d="M100.0 60.0' in drawn and 'class="truth" d="M11.1 53.3' in drawn
    assert not re.search(r"(src|href)=[\"'](?!data:)", page) and "<script" not in page  # it loads nothing


def test_a_step_of_a_lesson_is_in_the_report_and_on_no_students_screen(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Teacher(code, secret), "positions", p_part="Counting", lesson="1")
    teacher.session_state[membership.ASK] = "1"
    for told in (TOLD, TOLD | {"question": ""}):
        teacher.session_state["lesson_nav"] = {"question": json.dumps(told)}
        question, note, _ = lesson.read(json.dumps(told))
        teacher.session_state[lesson._QUESTION] = {"at": 1, "question": question, "wrong": ""}
        teacher.session_state[membership.STEP] = note
        teacher.run()
    steps = rooms.steps(code)
    assert set(steps) == {"p_carry", lesson.read(json.dumps(TOLD))[0].key}
    assert all(
        note["step"] == "1. Small" and note["tells"][0] == ["=1+1", "Has <not> counted."] for note in steps.values()
    )
    assert "counted." not in repr(rooms.room(code))
    with pytest.raises(NotTheTeacherError):
        rooms.record_step(code, "", "q", {})
