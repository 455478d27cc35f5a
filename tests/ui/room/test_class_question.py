"""Messages on the teacher's screen when the room is full."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.rooms import room_store
from explorer.ui.room import membership
from explorer.ui.room.membership import Teacher


@pytest.mark.parametrize(
    ("page", "part"), [("positions", {"p_part": "Counting"}), ("extrapolation", {"x_part": "Loss by position"})]
)
def test_a_room_full_of_questions_says_so_and_hides_the_answer(
    page: str, part: dict[str, str], open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_store, "MOST_QUESTIONS", 0)
    code, secret = membership.store().open()
    app = open_in_room(Teacher(code, secret), page, **part)
    said = [note.value for note in app.warning]
    assert said == ["A room holds 0 questions. This one is not asked."]
    assert not [toggle for toggle in app.toggle if toggle.key == "x_shown"] and not app.success


def test_a_page_that_holds_too_much_says_so(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_store, "MOST_STATE", 10)
    code, secret = membership.store().open()
    app = open_in_room(Teacher(code, secret), "claims")
    assert any("at most 10 characters per screen" in note.value for note in app.warning)
