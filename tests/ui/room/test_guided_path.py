"""A class on the guided path: steps follow the teacher's, and their questions are the class's."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from explorer.ui.room import membership
from explorer.ui.room.membership import Teacher

AT = StepId(6, 2)
KEY = "guide_answer_6b"


def test_each_step_of_the_path_asks_the_class(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    step = guide.path().step(AT)
    teacher = open_in_room(Teacher(code, secret), step.page, guide=str(AT))
    assert f"guide={AT}" in rooms.room(code).link
    asked = rooms.room(code).questions[KEY]
    assert asked.choices == tuple(step.question.choices) and asked.right == step.question.right
    rooms.submit_answer(code, rooms.join(code), KEY, 0)
    teacher.button(key="_room_peek").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert rooms.room(code).questions[KEY].revealed
    assert str(asked.right) in "".join(note.value for note in teacher.success)


def test_links_of_the_path_keep_the_room_and_no_more_than_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert membership.stay("./tokens?guide=1b") == "./tokens?guide=1b"
    monkeypatch.setattr(membership, "current", lambda: Teacher("ABCDEF", "s3cret"))
    assert membership.stay("./tokens?guide=1b") == "./tokens?guide=1b&room=ABCDEF"
    assert membership.stay("./") == "./?room=ABCDEF"
