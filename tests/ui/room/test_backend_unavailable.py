"""An unavailable room database: the page reports it and continues, and the answer stays covered."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.room.membership import Teacher


@pytest.fixture
def damaged(kept_at: Path) -> None:
    kept_at.write_bytes(b"no database" * 1000)


def warnings_of(app: AppTest) -> list[str]:
    return [warning.value for warning in app.warning]


@pytest.mark.usefixtures("damaged")
def test_a_link_into_a_room(open_in_room: Callable[..., AppTest]) -> None:
    app = open_in_room(None, "positions", p_part="Counting")
    app.session_state["_room_kept"] = json.dumps({"code": "ABCDEF", "secret": "s"})  # as if the tab had answered
    app.query_params["room"] = "ABCDEF"
    app.run()
    assert len(warnings_of(app)) == 1 and "“rooms.sqlite”, is damaged" in warnings_of(app)[0]
    assert "works without a room" in warnings_of(app)[0] and app.title
    assert app.radio(key="p_carry").value is None  # one may guess alone


@pytest.mark.usefixtures("damaged")
def test_the_teacher_stays_in_the_room_and_no_answer_is_shown(open_in_room: Callable[..., AppTest]) -> None:
    app = open_in_room(Teacher("ABCDEF", "s"), "positions", p_part="Counting")
    assert len(warnings_of(app)) == 1 and warnings_of(app)[0].startswith("**Room ABCDEF:**")
    assert app.session_state["_room_me"].code == "ABCDEF"
    assert not app.success and not [radio for radio in app.radio if radio.key == "p_carry"]
    drawn = open_in_room(Teacher("ABCDEF", "s"), "extrapolation", x_part="Loss by position")
    assert not [toggle for toggle in drawn.toggle if toggle.key == "x_shown"]


def test_without_a_room_nothing_is_said_and_nothing_is_stored(
    open_in_room: Callable[..., AppTest], kept_at: Path
) -> None:
    assert warnings_of(open_in_room(None, "positions", p_part="Counting")) == []
    assert not list(kept_at.parent.iterdir())
