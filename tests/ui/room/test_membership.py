"""Joining by a code: messages for invalid codes, and a question that is asked repeatedly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.rooms import FullError, room_store
from explorer.rooms.wrong_code_limit import MOST_OPENED
from explorer.ui.room import invitation, membership, room_bar
from explorer.ui.room.membership import Participant


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("abc", ("six letters", "“ABC”", "3")),
        ("ABCDE0", ("I, O", "“ABCDE0”", "“0”")),
        ("![a](b)", ("six letters", "“AB”", "2")),
        ("zzzzzz", ("**ZZZZZZ**",)),
        ("  ", ("six letters",)),
    ],
)
def test_a_wrong_code_is_told_what_was_expected_what_came_and_what_to_do(
    typed: str, message: tuple[str, ...], open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_in_room(None, "tokens")
    state: dict[str, object] = {"_room_code": typed}
    for module in (room_bar, membership):
        monkeypatch.setattr(module.st, "session_state", state)
    membership.wrong_codes.cache_clear()
    room_bar._join(True)
    for words in message:
        assert words in str(state["_room_refused"])


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
    assert membership.is_teacher() and len(membership.store().versions()) == MOST_OPENED + 1
    membership.opened_rooms.cache_clear()


def test_the_teacher_of_a_full_room_can_free_seats(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (invitation, room_store):
        monkeypatch.setattr(module, "MOST_SEATS", 3)
    rooms = membership.store()
    code, secret = rooms.open()
    teacher = open_in_room(Participant(code, secret=secret), "tokens")
    here, *gone = [rooms.join(code) for _ in range(3)]
    for seat in gone:
        rooms.leave(code, seat)
    teacher.session_state[room_bar._JOINING] = True
    teacher.run()
    teacher.button(key="_room_free").click().run()
    assert rooms.seats(code) == 1 and rooms.has_seat(code, here)
    assert "_room_free" not in [button.key for button in teacher.button]
