"""A quiz in a room: common or individual numbers, counted for the teacher."""

import json
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from explorer.quiz import COURSE, Request, quiz
from explorer.ui.join.student_screen_data import screen
from explorer.ui.room import invitation, membership, self_paced_quiz
from explorer.ui.room.membership import Teacher

NAME = "1-1-10-"


def test_a_quiz_is_counted_and_students_open_it_with_its_numbers_or_their_own(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Teacher(code, secret), "check", k_part="Questions", k_level=COURSE)
    asked = rooms.room(code).questions
    questions = quiz(Request(1, 10))
    assert [asked[f"k_quiz_{at}"].prompt for at in range(1, 11)] == [
        f"Quiz {NAME}, {at}: {question.topic} (the same numbers for all)"
        for at, question in enumerate(questions, start=1)
    ]
    told = json.loads(screen(rooms, code).body)
    assert told["quiz"] == "common" and "k_level=" in told["link"] and "k_at" not in told["link"]
    rooms.submit_answer(code, rooms.join(code), "k_quiz_1", 2)
    assert self_paced_quiz.results(code, asked, 2) == [
        (f"1: {questions[0].topic}", {2: 1}),
        (f"2: {questions[1].topic}", {}),
    ]
    assert self_paced_quiz.numbers_caption(asked) == "Everybody has the same numbers."
    teacher.run()
    assert any("**1 answer** of 10" in text.value for text in teacher.markdown)

    teacher.number_input(key="k_seed").set_value(5).run()
    assert rooms.answers_by_seat(code, "k_quiz_1", 1) == {}  # another quiz
    teacher.toggle(key=self_paced_quiz.EACH).set_value(True).run()
    told = json.loads(screen(rooms, code).body)
    assert told["quiz"] == "own"
    assert self_paced_quiz.numbers_caption(rooms.room(code).questions) == "Everybody has numbers of their own."


def test_the_way_in_is_an_image_since_streamlit_drops_drawings() -> None:
    shown = invitation.qr("http://localhost/?room=ABCDEF")
    assert shown.startswith('<img class="room-qr" src="data:image/svg+xml') and "<svg" not in shown
    assert 'alt="QR code of http://localhost/?room=ABCDEF"' in shown
