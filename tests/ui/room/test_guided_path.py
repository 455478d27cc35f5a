"""A class on the guided path: steps follow the teacher's, and their questions are the class's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from explorer.ui.room import membership
from explorer.ui.room.membership import Participant

AT = StepId(1, 1)
KEY = "guide_answer_1_1"


def test_each_step_of_the_path_asks_the_class(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    step = guide.path().step(AT)
    teacher = open_in_room(Participant(code, secret=secret), step.page, guide=str(AT))
    room = rooms.room(code)
    assert (room.page, room.settings["guide"]) == (step.page, "1.1")
    asked = room.questions[KEY]
    assert asked.choices == tuple(step.question.options) and asked.choices[asked.right] == step.question.answer()

    seat = rooms.join(code)
    student = open_in_room(Participant(code, seat=seat), step.page)
    assert student.query_params["guide"] == "1.1"
    student.radio(key=f"_room_{KEY}_1").set_value(asked.choices[0]).run()
    assert rooms.tally(code, KEY, 1) == {0: 1} and not student.success
    assert any(note.value.startswith("Your guess is in.") for note in student.caption)
    teacher.button(key="_room_peek").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert rooms.room(code).questions[KEY].revealed
    student.run()
    assert f"{asked.choices[asked.right]}" in "".join(note.value for note in (*student.success, *student.info))


def test_links_of_the_path_keep_the_room_and_no_more_than_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert membership.stay("./tokens?guide=1.2") == "./tokens?guide=1.2"
    monkeypatch.setattr(membership, "current", lambda: Participant("ABCDEF", secret="s3cret"))
    assert membership.stay("./tokens?guide=1.2") == "./tokens?guide=1.2&room=ABCDEF"
    assert membership.stay("./") == "./?room=ABCDEF"
