"""A quiz in a room: common or individual numbers, and only the first answer counts."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from explorer.quiz import COURSE, Request, quiz
from explorer.ui.room import answer_summary, invitation, membership, self_paced_quiz, vote_chart
from explorer.ui.room.membership import Participant

NAME = "1-1-10-"


def test_the_first_answer_of_each_seat_counts(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Participant(code, secret=secret), "check", k_part="Questions", k_level=COURSE)
    asked = rooms.room(code).questions
    questions = quiz(Request(1, 10))
    assert [asked[f"k_quiz_{at}"].words for at in range(1, 11)] == [
        f"Quiz {NAME}, {at}: {question.topic} (the same numbers for all)"
        for at, question in enumerate(questions, start=1)
    ]
    assert "k_at" not in rooms.room(code).settings
    seat = rooms.join(code)
    student = open_in_room(Participant(code, seat=seat), "check", k_part="Questions", k_level=COURSE)
    student.button(key="k_skip").click().run()
    assert rooms.tally(code, "k_quiz_1", 1) == {2: 1}
    assert self_paced_quiz.results(code, asked, 2) == [
        (f"1: {questions[0].topic}", {2: 1}),
        (f"2: {questions[1].topic}", {}),
    ]
    assert self_paced_quiz.numbers_caption(asked) == "Everybody has the same numbers."
    student.button(key="k_restart").click().run()
    assert questions[0].form == "choice"
    student.radio(key=f"_k_{NAME}-1").set_value(questions[0].answer)
    next(button for button in student.button if button.label == "Check").click().run()
    assert rooms.tally(code, "k_quiz_1", 1) == {2: 1}
    teacher.run()
    assert any("**1 answer** of 10" in text.value for text in teacher.markdown)
    rows = [row for row in answer_summary.answer_rows(rooms, code, rooms.room(code).questions) if row[3]]
    assert rows == [(asked["k_quiz_1"].words, 1, "asked for the answer", 1, False)]

    teacher.number_input(key="k_seed").set_value(5).run()
    assert rooms.tally(code, "k_quiz_1", 1) == {}  # another quiz


def test_everybody_may_have_numbers_of_their_own(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Participant(code, secret=secret), "check", k_part="Questions", k_level=COURSE)
    seats = [rooms.join(code, letter * 22) for letter in "ab"]  # seats at random meet the same question once in 30 runs
    students = [
        open_in_room(Participant(code, seat=seat), "check", k_part="Questions", k_level=COURSE) for seat in seats
    ]

    def prompts() -> set[str]:
        return {"\n".join(text.value for text in app.text) for app in (teacher, *students)}

    assert len(prompts()) == 1
    teacher.toggle(key=self_paced_quiz.EACH).set_value(True).run()
    for student in students:
        student.run()
        assert not [toggle for toggle in student.toggle if toggle.key == self_paced_quiz.EACH]
    assert len(prompts()) == 3
    assert "own numbers each" in rooms.room(code).questions["k_quiz_1"].words
    assert self_paced_quiz.numbers_caption(rooms.room(code).questions) == "Everybody has numbers of their own."


def test_the_answers_as_bars() -> None:
    drawn = vote_chart.quiz([("1: Memory", {0: 3, 1: 1}), ("2: Order", {})], self_paced_quiz.RESULTS)
    assert "3 right, 1 not right" in drawn and "width: 75%" in drawn and "nobody yet" in drawn


def test_the_way_in_is_an_image_since_streamlit_drops_drawings() -> None:
    shown = invitation.qr("http://localhost/?room=ABCDEF")
    assert shown.startswith('<img class="room-qr" src="data:image/svg+xml') and "<svg" not in shown
    assert 'alt="QR code of http://localhost/?room=ABCDEF"' in shown
