"""The rate limit of room codes."""

from __future__ import annotations

from explorer.rooms import CODE_LENGTH, CODE_LETTERS, RateLimit
from explorer.rooms.room_store import HOURS
from explorer.rooms.wrong_code_limit import MOST_OF_ALL, MOST_OF_ONE, WINDOW


def test_five_wrong_codes_then_a_wait() -> None:
    now = [0.0]
    attempts = RateLimit(clock=lambda: now[0])
    for _ in range(MOST_OF_ONE):
        assert attempts.wait("a") == 0
        attempts.count_wrong("a")
    assert attempts.wait("a") == WINDOW and attempts.wait("b") == 0
    now[0] += 59.5
    assert attempts.wait("a") == 1
    now[0] += 0.5
    assert attempts.wait("a") == 0


def test_many_browsers_together_are_bounded_as_the_docstring_says() -> None:
    attempts = RateLimit(clock=lambda: 0.0)
    for number in range(MOST_OF_ALL):
        assert attempts.wait("somebody") == 0
        attempts.count_wrong(f"browser {number}")
    assert attempts.wait("somebody") == WINDOW
    tries = HOURS * 3600 / WINDOW * MOST_OF_ALL
    assert f"{tries:,.0f} codes" in str(RateLimit.__doc__)
    assert f"1 of {len(CODE_LETTERS) ** CODE_LENGTH / tries:,.0f}" in str(RateLimit.__doc__)
