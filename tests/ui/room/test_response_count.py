"""Counting responses: the teacher waits for those present; guesses of those who left count."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from explorer.ui.room import membership
from explorer.ui.room.membership import Teacher

Open = Callable[..., AppTest]


def words(app: AppTest) -> str:
    return "\n".join(str(e.value) for e in app.markdown)


def test_nobody_waits_for_who_has_left(open_in_room: Open) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    seats = [rooms.join(code) for _ in range(3)]
    teacher = open_in_room(Teacher(code, secret), "positions", p_part="Counting")
    assert f"**0 of 3** answered · **Room {code}**" in words(teacher)
    rooms.leave(code, seats[0])
    teacher.run()
    assert "**0 of 2** answered" in words(teacher)

    rooms.submit_answer(code, seats[1], "p_carry", 0)
    rooms.leave(code, seats[1])
    teacher.run()
    assert "**1 of 2** answered (1 left)" in words(teacher)
    rooms.submit_answer(code, seats[2], "p_carry", 1)
    teacher.run()
    assert "**2 of 2** answered (1 left)" in words(teacher)
    teacher.button(key="_room_peek").click().run()
    (shown,) = [
        e.proto.body for e in teacher.get("html") if "room-bars" in e.proto.body and "<style" not in e.proto.body
    ]
    assert shown.count("1 of 2") == 2  # of all guesses
