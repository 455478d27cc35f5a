"""Trying codes gets nowhere."""

from __future__ import annotations

from explorer.rooms import CODE_LENGTH, CODE_LETTERS, Doors
from explorer.rooms.doors import MOST_OF_ALL, MOST_OF_ONE, WINDOW
from explorer.rooms.lobby import HOURS


def test_five_wrong_codes_then_a_wait() -> None:
    now = [0.0]
    doors = Doors(clock=lambda: now[0])
    for _ in range(MOST_OF_ONE):
        assert doors.wait("a") == 0
        doors.wrong("a")
    assert doors.wait("a") == WINDOW and doors.wait("b") == 0
    now[0] += 59.5
    assert doors.wait("a") == 1
    now[0] += 0.5
    assert doors.wait("a") == 0


def test_many_browsers_together_are_bounded_as_the_docstring_says() -> None:
    doors = Doors(clock=lambda: 0.0)
    for number in range(MOST_OF_ALL):
        assert doors.wait("somebody") == 0
        doors.wrong(f"browser {number}")
    assert doors.wait("somebody") == WINDOW
    tries = HOURS * 3600 / WINDOW * MOST_OF_ALL
    assert f"{tries:,.0f} codes" in str(Doors.__doc__)
    assert f"1 of {len(CODE_LETTERS) ** CODE_LENGTH / tries:,.0f}" in str(Doors.__doc__)
