"""Guessing a point in a picture: alone, and in a class with a reveal."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer.figures.point_guess import Marks
from explorer.questions import POINT
from explorer.ui.frame import point_guess as frame
from explorer.ui.plot.chart import Point
from explorer.ui.positions import hand_tip_guess
from explorer.ui.room import class_answers, membership
from explorer.ui.room.membership import Teacher
from explorer.wording import number
from tests.support import numbers_in, open_folds, plain_texts

Open = Callable[..., AppTest]
TRUTH = tuple(hand_tip_guess.tips()[hand_tip_guess.AT])


def words(app: AppTest) -> str:
    found = [str(e.value) for kind in ("markdown", "caption") for e in app.get(kind)]
    return "\n".join([*plain_texts(app), *found])


def test_alone_the_point_is_covered_until_it_is_asked_for(open_in_room: Open) -> None:
    app = open_in_room(None, "positions", p_part="Clocks")
    app = open_folds(app, "p_tip_more")
    assert 343.8 not in numbers_in(words(app))
    app.slider(key="p_hand_x").set_value(-0.3)
    app.slider(key="p_hand_y").set_value(0.8).run()
    app.toggle(key="p_hand_shown").set_value(True).run()
    assert {343.8, 16.2, 0.279, 0.96} <= numbers_in(words(app))
    away = ((-0.3 - TRUTH[0]) ** 2 + (0.8 - TRUTH[1]) ** 2) ** 0.5
    assert round(away, 2) in numbers_in(words(app))
    app.slider(key="p_hand_x").set_value(0.0)
    app.slider(key="p_hand_y").set_value(0.0).run()
    assert round(away, 2) not in numbers_in(words(app))


def test_a_class_taps_and_the_teacher_shows_the_point(open_in_room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[tuple[object, ...]] = []
    draw = frame.Marks

    def spy(grid: Any = None, guess: Any = None, cloud: Any = (), truth: Any = None) -> Marks:
        marks.append((grid, guess, tuple(sorted(cloud)), truth))
        return draw(grid, guess, cloud, truth)

    monkeypatch.setattr(frame, "Marks", spy)
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Teacher(code, secret), "positions", p_part="Clocks")
    asked = rooms.room(code).questions[hand_tip_guess.KEY]
    assert asked.form == POINT and asked.truth == pytest.approx(TRUTH)
    picture = rooms.picture(code, hand_tip_guess.KEY) or ""
    drawn = json.loads(picture)
    assert drawn["square"] and drawn["dots"][0]["at"] == [[0.0, 1.0]], "the hand at position 0 alone: no answer"
    assert asked.picture and drawn["x"] == drawn["y"] == [-1.25, 1.25]
    own = {"p_hand_x", "p_hand_y", "p_hand_shown"}
    assert not own & {one.key for kind in (teacher.slider, teacher.toggle) for one in kind}

    seats = [rooms.join(code) for _ in range(2)]
    rooms.submit_answer(code, seats[0], hand_tip_guess.KEY, (0.5, 0.0))
    rooms.submit_answer(code, seats[1], hand_tip_guess.KEY, (0.0, 1.0))
    teacher.run()
    assert "2 of 2" in words(teacher)
    teacher.button(key="_room_peek").click().run()
    assert marks[-1] == (None, None, ((0.0, 1.0), (0.5, 0.0)), None)  # all points in the picture, not yet the true one

    rooms.reveal(code, secret, hand_tip_guess.KEY)
    misses = [((0.5 - TRUTH[0]) ** 2 + TRUTH[1] ** 2) ** 0.5, (TRUTH[0] ** 2 + (1 - TRUTH[1]) ** 2) ** 0.5]
    near, far = sorted(misses)
    assert {2, round(near, 2), round(far, 2), 16.2} <= numbers_in(words(teacher.run()))
    found = class_answers.spread(asked, list(rooms.answers_by_seat(code, hand_tip_guess.KEY, 1).values()))
    assert number(sum(misses) / 2, 4) in found


def test_a_tap_moves_the_sliders_and_a_forged_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    state: dict[str, object] = {}
    reruns: list[str] = []
    monkeypatch.setattr(frame.st, "session_state", state)
    monkeypatch.setattr(frame.st, "rerun", lambda scope: reruns.append(scope))
    sides = frame.Axis("across", -1, 1, 0.5), frame.Axis("up", -1, 1, 0.5)
    for x, y in ((7, 0), ("0", 0), (None, 0), (True, 0), (float("nan"), 0), ([0], 0), (0, 1e999)):
        frame._take("k", sides, Point(0, None, x, y, None, None))
    assert not state and not reruns
    frame._take("k", sides, Point(0, [3, 3], 0.4, -0.9, None, None))
    assert state == {"_k_tapped": (0.5, -1.0)} and reruns == ["fragment"]
