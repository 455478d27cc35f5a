"""A student's screen follows the teacher's, also if the student presses something during a move."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.rooms.question_schema import choice_question
from explorer.ui import room
from explorer.ui.room import membership
from explorer.ui.room.follow_teacher import LATE
from explorer.ui.room.membership import Participant


def at_positions() -> tuple[str, str, int]:
    """A room whose teacher is on Positions, a seat in it, and its version."""
    rooms = membership.store()
    code, secret = rooms.open()
    return code, rooms.join(code), rooms.move(code, secret, "positions", {"p_part": "Counting"})


def test_a_move_takes_the_screen_along(open_in_room: Callable[..., AppTest]) -> None:
    code, seat, version = at_positions()
    app = open_in_room(None, "tokens")
    app.session_state["_room_me"] = Participant(code, seat=seat)
    app.run()
    mine = app.session_state["_room_me"]
    assert app.title[0].value.startswith("How can adding a wave") and app.session_state["p_part"] == "Counting"
    assert (mine.follows, mine.shown, mine.left) == (True, version, "tokens")


@pytest.mark.parametrize(("ago", "follows"), [(-600.0, True), (LATE * 1000, False)])
def test_a_press_that_comes_late_is_no_wish_to_leave(
    open_in_room: Callable[..., AppTest], ago: float, follows: bool
) -> None:
    code, seat, version = at_positions()
    app = open_in_room(None, "tokens")
    app.session_state["_room_me"] = Participant(
        code, seat=seat, shown=version, left="tokens", left_at=time.monotonic() - ago
    )
    app.run()
    assert app.session_state["_room_me"].follows == follows
    assert app.title[0].value.startswith("How can adding a wave" if follows else "What does the model see")
    if follows:
        assert app.session_state["_room_me"].shown == version and app.session_state["p_part"] == "Counting"


def test_another_page_is_a_choice(open_in_room: Callable[..., AppTest]) -> None:
    code, seat, version = at_positions()
    app = open_in_room(None, "memory")
    app.session_state["_room_me"] = Participant(code, seat=seat, shown=version, left="tokens", left_at=time.monotonic())
    app.run()
    assert not app.session_state["_room_me"].follows


def test_what_the_teacher_types_is_on_the_students_screens_unless_it_is_kept_out(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    typed = {"j_part": "Map", "j_find": "quokka", "text": "my own words"}
    open_in_room(Participant(code, secret=secret), "projection", **typed)
    assert rooms.room(code).settings == typed
    student = open_in_room(Participant(code, seat=rooms.join(code)), "projection", text="one two seven")
    assert student.session_state["text"] == "my own words" and student.session_state["j_find"] == "quokka"

    teacher = open_in_room(Participant(code, secret=secret), "tokens", text="a secret")
    assert rooms.room(code).settings["text"] == "a secret"
    teacher.checkbox(key="text_kept_out").check().run()
    assert "secret" not in str(rooms.room(code).settings)


def test_what_a_student_tried_goes_back_when_the_class_moves_on_and_that_is_said(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    rooms.ask(code, secret, {"a": choice_question("?", ("x", "y"), ()), "b": choice_question("??", ("x", "y"), ())})
    rooms.move(code, secret, "positions", {"p_part": "Clocks"}, "a")
    student = open_in_room(Participant(code, seat=rooms.join(code)), "positions")
    student.number_input(key="p_pos").set_value(7).run()
    student.query_params["p_pos"] = "7"
    rooms.move(code, secret, "positions", {"p_part": "Clocks", "p_hands": ["0", "1"]}, "a")
    student.run()
    assert student.session_state["p_pos"] == 7 and not student.toast, "at the same question one goes on trying"
    rooms.move(code, secret, "positions", {"p_part": "Clocks"}, "b")
    student.run()
    assert student.session_state["p_pos"] == 0 and "p_pos" not in student.query_params
    assert ["put back" in toast.value for toast in student.toast] == [True]
    assert not student.run().toast, "said once"


def test_settings_count_as_shown_only_when_the_page_has_come_to_its_end(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is broken off has set the controls' values, and the browser's next message takes them back."""
    code, seat, version = at_positions()
    app = open_in_room(None, "positions")
    app.session_state["_room_me"] = Participant(code, seat=seat)
    with monkeypatch.context() as broken_off:
        broken_off.setattr(room, "end", lambda *page: None)
        app.run()
    assert app.session_state["_room_me"].shown == 0
    app.session_state["p_part"] = "Clocks"
    app.run()
    assert app.session_state["_room_me"].shown == version and app.session_state["p_part"] == "Counting"


def test_nobody_is_taken_to_the_page_with_the_answers(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    open_in_room(Participant(code, secret=secret), "positions", p_part="Counting")
    assert rooms.room(code).page == "positions"
    teacher = open_in_room(Participant(code, secret=secret), "teach")
    assert rooms.room(code).page == "" and not rooms.room(code).settings
    assert "<details><summary>Answers, and what to say" in "".join(part.proto.body for part in teacher.get("html"))


def test_who_looks_around_alone_begins_where_the_class_is_and_is_told_when_it_moves_on(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    seat = rooms.join(code)
    rooms.move(code, secret, "positions", {"p_part": "Clocks"})
    app = open_in_room(None, "positions")
    app.session_state["_room_me"] = Participant(code, seat=seat, follows=False, alone=True)
    app.run()
    assert app.session_state["p_part"] == "Clocks"

    def bar() -> str:
        return " ".join(part.value for part in app.markdown)

    assert "You look around alone." in bar() and "moved on" not in bar()
    app.session_state["p_part"] = "Counting"
    rooms.move(code, secret, "positions", {"p_part": "Heatmap"})
    app.run()
    assert app.session_state["p_part"] == "Counting" and "moved on" not in bar(), "the same page, another setting"
    rooms.move(code, secret, "memory", {})
    app.run()
    assert app.title[0].value.startswith("How can adding a wave") and "**The class has moved on.**" in bar()
