"""A class draws a curve: all curves after the teacher's reveal."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

from explorer.training.findings.shipped_model_losses import FAMOUS, first_line, span
from explorer.ui.room import answer_plots, answer_summary, membership
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

    misses = answer_summary.misses(rooms, code, rooms.room(code).questions)
    by_hand = [sum(abs(a - b) for a, b in zip(curve, truth, strict=True)) / 4 for *_, curve, _ in misses]
    assert [miss for *_, miss in misses] == pytest.approx(by_hand)
    assert answer_summary.answer_rows(rooms, code, rooms.room(code).questions) == []
    lines = answer_summary.csv_of(rooms, code, rooms.room(code).questions, {}, date(2026, 11, 26)).decode().splitlines()
    assert any("(2, 2, 2, 3.8)" in line and line.endswith(f",{by_hand[0]:.6g}") for line in lines[1:])


def test_the_cloud_says_its_range_and_keeps_to_its_frame() -> None:
    drawn = unquote(answer_plots.curves([(1.0, 4.0), (4.0, 2.0)], (1.0, 1.0), (4.0, 4.0)))
    assert '<path d="M0.0 40.0 L100.0 0.0"/><path d="M0.0 0.0 L100.0 26.7"/>' in drawn
    assert {2, 1, 4} <= numbers_in(drawn) and {0, 1, 4} <= numbers_in(answer_plots.curves([], (1.0,), (4.0,)))


def test_a_bar_is_as_tall_as_its_share_and_the_right_number_has_its_place() -> None:
    few = unquote(answer_plots.histogram([(0.0,), (4.0,), (4.5,)], (0.0,), (10.0,), (2.5,)))
    assert (
        all(f'class="dot" d="M{at} ' in few for at in ("0.0", "40.0", "45.0")) and "bar" not in few.split("<path", 1)[1]
    )
    assert {0, 2.5, 4, 5, 7.5, 10} <= numbers_in(few.rpartition("<img")[2]) | numbers_in(few.partition("<img")[0])
    drawn = unquote(answer_plots.histogram([(0.0,), *[(9.9,), (10.0,)] * 8], (0.0,), (10.0,), (2.5,)))
    assert '<path class="bar" d="M0 20v-1.1h5V20z"/><path class="bar" d="M95 20v-18.0h5V20z"/>' in drawn
    assert 'class="middle" d="M99.0 0V20"' in drawn and 'class="truth" d="M25.0 0V20"' in drawn
    assert "bar" not in unquote(answer_plots.histogram([], (0.0,), (1.0,))).partition("</style>")[2]
