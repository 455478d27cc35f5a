"""A class draws a curve: on each student's screen, and all curves after the teacher's reveal."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

from explorer.training.findings.shipped_model_losses import FAMOUS, first_line, span
from explorer.ui.extrapolation.loss_by_position import START
from explorer.ui.room import answer_plots, answer_summary, membership
from explorer.ui.room.membership import Participant
from explorer.views.extrapolation.position_losses import GUESSED_AT, HIGH, LOW
from tests.support import numbers_in

OF = FAMOUS[0]
KEY = f"x_drawn_{OF}"


def sliders(app: AppTest) -> dict[str, float]:
    return {slider.key: slider.value for slider in app.slider if slider.key in {f"x_g{at}" for at in GUESSED_AT}}


def texts(app: AppTest) -> str:
    return "\n".join([*(text.value for text in app.text), *(text.value for text in app.caption)])


def test_a_class_draws_and_the_teacher_shows_what_was_measured(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    part = {"x_part": "Loss by position"}
    teacher = open_in_room(Participant(code, secret=secret), "extrapolation", **part)
    asked = rooms.room(code).questions[KEY]
    truth = tuple(span(first_line(OF), at - 8, at + 8) for at in GUESSED_AT)
    assert asked.truth == truth and set(asked.low) == {LOW} and set(asked.high) == {HIGH}
    drawn = json.loads(rooms.picture(code, KEY) or "")
    assert drawn["at"] == list(GUESSED_AT) and len(drawn["lines"]) == 1
    assert max(x for x, _ in drawn["lines"][0]["at"]) < 64, "nothing past the trained length"
    assert sliders(teacher) == {} and not [toggle for toggle in teacher.toggle if toggle.key == "x_shown"]
    assert "x_g96" not in rooms.room(code).settings and "x_shown" not in rooms.room(code).settings

    seats = [rooms.join(code) for _ in range(2)]
    student = open_in_room(Participant(code, seat=seats[0]), "extrapolation", **part)
    assert "counts as soon as you have moved one of its points" in texts(student)
    assert list(rooms.answers_by_seat(code, KEY, 1).values()) == [] and not [
        one for one in student.toggle if one.key == "x_shown"
    ]
    student.slider(key="x_g96").set_value(3.0).run()
    assert list(rooms.answers_by_seat(code, KEY, 1).values()) == [(3.0, 1.8, 1.8, 1.8)]
    rooms.submit_answer(code, seats[1], KEY, (2.0, 2.0, 2.0, 3.8))
    student.run()
    middle = {2, 96, 2.5, round(truth[0], 2)}
    assert not middle <= numbers_in(texts(student))

    rooms.reveal(code, secret, KEY)
    for app in (teacher, student):
        app.run()
        assert middle <= numbers_in(texts(app)) and OF in texts(app)
    assert 1.8 in numbers_in(texts(student)) - numbers_in(texts(teacher)), "what this one drew"
    student.slider(key="x_g96").set_value(1.4).run()  # too late
    assert sorted(rooms.answers_by_seat(code, KEY, 1).values()) == [(2.0, 2.0, 2.0, 3.8), (3.0, 1.8, 1.8, 1.8)]

    misses = answer_summary.misses(rooms, code, rooms.room(code).questions)
    by_hand = [sum(abs(a - b) for a, b in zip(curve, truth, strict=True)) / 4 for *_, curve, _ in misses]
    assert [miss for *_, miss in misses] == pytest.approx(by_hand)
    assert answer_summary.answer_rows(rooms, code, rooms.room(code).questions) == []
    lines = answer_summary.csv_of(rooms, code, rooms.room(code).questions, {}, date(2026, 11, 26)).decode().splitlines()
    assert any("(2, 2, 2, 3.8)" in line and line.endswith(f",{by_hand[0]:.6g}") for line in lines[1:])


def test_a_curve_counts_for_what_it_was_drawn_for_and_in_its_round(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    seat, part = rooms.join(code), {"x_part": "Loss by position"}
    open_in_room(Participant(code, secret=secret), "extrapolation", **part)
    student = open_in_room(Participant(code, seat=seat), "extrapolation", **part)
    student.slider(key="x_g96").set_value(3.0).run()
    assert rooms.answer_of(code, seat, KEY, 1) == (3.0, 1.8, 1.8, 1.8)
    rooms.reveal(code, secret, KEY)
    student.run()
    rooms.ask_again(code, secret, KEY)
    student.run()
    assert rooms.answer_of(code, seat, KEY, 2) is None and set(sliders(student).values()) == {START}
    student.slider(key="x_g96").set_value(3.0).run()  # of the same mind
    assert rooms.answer_of(code, seat, KEY, 2) == (3.0, 1.8, 1.8, 1.8)

    other = FAMOUS[1]
    teacher = open_in_room(Participant(code, secret=secret), "extrapolation", x_of=other, **part)
    assert f"x_drawn_{other}" in rooms.room(code).questions and not teacher.exception
    student.segmented_control(key="x_of").set_value(other).run()
    assert rooms.answer_of(code, seat, f"x_drawn_{other}", 1) is None
    assert set(sliders(student).values()) == {START}


def test_the_cloud_says_its_range_and_keeps_to_its_frame() -> None:
    drawn = unquote(answer_plots.curves([(1.0, 4.0), (4.0, 2.0)], (1.0, 1.0), (4.0, 4.0)))
    assert '<path d="M0.0 40.0 L100.0 0.0"/><path d="M0.0 0.0 L100.0 26.7"/>' in drawn
    assert {2, 1, 4} <= numbers_in(drawn) and {0, 1, 4} <= numbers_in(answer_plots.curves([], (1.0,), (4.0,)))
