"""A class draws a curve: all curves after the teacher's reveal."""

import json
from collections.abc import Callable
from datetime import date

from streamlit.testing.v1 import AppTest

from explorer.training.findings.shipped_model_losses import FAMOUS, first_line, span
from explorer.ui.room import class_answers, lesson_report, membership
from explorer.ui.room.membership import Teacher
from explorer.views.extrapolation.position_losses import GUESSED_AT, HIGH, LOW
from tests.support import numbers_in

OF = FAMOUS[0]
KEY = f"x_drawn_{OF}"


def sliders(app: AppTest) -> dict[str, float]:
    return {slider.key: slider.value for slider in app.slider if slider.key in {f"x_g{at}" for at in GUESSED_AT}}


def texts(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def test_a_class_draws_and_the_teacher_shows_what_was_measured(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    part = {"x_part": "Loss by position"}
    teacher = open_in_room(Teacher(code, secret), "extrapolation", **part)
    asked = rooms.room(code).questions[KEY]
    truth = tuple(span(first_line(OF), at - 8, at + 8) for at in GUESSED_AT)
    assert asked.truth == truth and set(asked.low) == {LOW} and set(asked.high) == {HIGH}
    drawn = json.loads(rooms.picture(code, KEY) or "")
    assert drawn["at"] == list(GUESSED_AT) and len(drawn["lines"]) == 1
    assert max(x for x, _ in drawn["lines"][0]["at"]) < 64, "nothing past the trained length"
    assert sliders(teacher) == {} and not [toggle for toggle in teacher.toggle if toggle.key == "x_shown"]

    seats = [rooms.join(code) for _ in range(2)]
    rooms.submit_answer(code, seats[0], KEY, (3.0, 1.8, 1.8, 1.8))
    rooms.submit_answer(code, seats[1], KEY, (2.0, 2.0, 2.0, 3.8))
    middle = {2, 96, 2.5, round(truth[0], 2)}
    assert not middle <= numbers_in(texts(teacher.run()))
    rooms.reveal(code, secret, KEY)
    assert middle <= numbers_in(texts(teacher.run())) and OF in texts(teacher)

    off = [
        sum(abs(a - b) for a, b in zip(curve, truth, strict=True)) / 4 for curve in ((3, 1.8, 1.8, 1.8), (2, 2, 2, 3.8))
    ]
    given = list(rooms.answers_by_seat(code, KEY, 1).values())
    assert numbers_in(class_answers.spread(asked, given)) == {2, float(f"{sum(off) / 2:.4g}")}
    lines = lesson_report.csv_of(rooms, code, rooms.room(code).questions, {}, date(2026, 11, 26)).decode().splitlines()
    assert any("(2, 2, 2, 3.8)" in line and line.endswith(f",{off[1]:.6g}") for line in lines[1:])
