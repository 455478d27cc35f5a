"""The teacher's membership: messages for invalid codes, links with a code, a question that is asked repeatedly."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.rooms import FullError
from explorer.rooms.wrong_code_limit import MOST_OPENED
from explorer.ui.room import invitation, membership
from explorer.ui.room.membership import Teacher


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("abc", ("six letters", "“ABC”")),
        ("ABCDE0", ("I and O", "“ABCDE0”")),
        ("![a](b)", ("six letters", "“AB”")),
        ("zzzzzz", ("“ZZZZZZ”",)),
        ("z" * 300, ("six letters", f"“{'Z' * 12}”")),
        ("  ", ("six letters",)),
    ],
)
def test_a_wrong_code_is_told_what_was_expected_what_came_and_what_to_do(typed: str, message: tuple[str, ...]) -> None:
    told = membership.no_room(typed)
    assert all(words in told for words in message) and "*" not in told


@pytest.mark.parametrize("is_teachers", [True, False])
def test_a_link_with_a_code_is_for_the_teachers_browser_alone(
    open_in_room: Callable[..., AppTest], is_teachers: bool
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    app = open_in_room(None, "positions")
    app.query_params["room"] = f"{code}."
    app.run()
    assert not app.title, "the browser is asked first, and leads a student to /join"
    (asked,) = [json.loads(one.proto.bytes) for one in app.get("bidi_component") if b'"ask"' in one.proto.bytes]
    assert asked["ask"] == code
    app.session_state["_room_kept"] = json.dumps({"code": code, "secret": secret if is_teachers else rooms.join(code)})
    app.run()
    assert ("_room_me" in app.session_state) == is_teachers == ("room" in app.query_params) and app.title


def test_the_class_may_open_the_teachers_screen_and_never_the_page_with_the_answers(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    open_in_room(Teacher(code, secret), "positions", p_part="Clocks", p_pos="7", text="a secret")
    assert rooms.room(code).link == "./positions?p_part=Clocks"
    open_in_room(Teacher(code, secret), "teach")
    assert rooms.room(code).link == ""
    step = open_in_room(Teacher(code, secret), "tokens", lesson="2", text="a question")
    assert "text=a+question" in rooms.room(code).link, "what the lesson's question is about"
    step.query_params["text"] = "tried out since"
    step.run()
    assert "text=a+question" in rooms.room(code).link


def test_the_class_follows_the_screen_that_took_over_and_the_other_can_take_it_back(
    open_in_room: Callable[..., AppTest],
) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    laptop = open_in_room(Teacher(code, secret, "laptop"), "positions", p_part="Two arrows")
    rooms.present(code, secret, "tablet")
    open_in_room(Teacher(code, secret, "tablet"), "positions", p_part="Clocks")
    before = rooms.room(code)
    assert "Clocks" in before.link
    laptop.run()
    assert rooms.room(code).version == before.version, "both would move the class back and forth"
    laptop.button(key="_room_present").click().run()
    assert "Two+arrows" in rooms.room(code).link and rooms.room(code).screen == "laptop"
    assert "_room_present" not in {button.key for button in laptop.button}


def test_a_network_opens_a_few_rooms_a_minute_and_others_go_on(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_in_room(None, "tokens")
    membership.opened_rooms.cache_clear()
    monkeypatch.setattr(membership.st, "session_state", {})
    monkeypatch.setattr(membership, "here", lambda: "192.0.2.1")
    for _ in range(MOST_OPENED):
        membership.open_room()
    with pytest.raises(FullError, match=r"this network. Try again in 1 minute\."):
        membership.open_room()
    monkeypatch.setattr(membership, "here", lambda: "192.0.2.2")
    membership.open_room()
    assert membership.current() and len(membership.store().versions()) == MOST_OPENED + 1
    membership.opened_rooms.cache_clear()


def test_the_way_in_is_an_image_since_streamlit_drops_drawings() -> None:
    shown = invitation.qr("http://localhost/?room=ABCDEF")
    assert shown.startswith('<img class="room-qr" src="data:image/svg+xml') and "<svg" not in shown
    assert 'alt="QR code of http://localhost/?room=ABCDEF"' in shown
