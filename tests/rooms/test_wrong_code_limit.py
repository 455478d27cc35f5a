"""The limits per network address."""

import pytest

from explorer.rooms import CODE_LENGTH, CODE_LETTERS, RateLimit, wrong_code_limit
from explorer.rooms.room_store import HOURS
from explorer.rooms.wrong_code_limit import MOST_WRONG, WINDOW


def test_wrong_codes_make_their_address_wait_and_no_other() -> None:
    now = [0.0]
    limit = RateLimit(clock=lambda: now[0])
    for number in range(MOST_WRONG):
        assert limit.wait("a") == 0
        for _ in range(400):  # a class that types one wrong code, or whose room has ended
            limit.count("a", f"wrong {number}")
    assert limit.wait("a") == limit.wait("a", "ABCDEF") == WINDOW and limit.wait("b") == 0
    limit.let_in("a", "ABCDEF")
    assert limit.wait("a", "ABCDEF") == 0, "where one of a school is, the others get in"
    now[0] += 59.5
    assert limit.wait("a") == 1
    now[0] += 0.5
    assert limit.wait("a") == 0


def test_the_chance_of_a_guess_is_as_the_docstring_says() -> None:
    tries = HOURS * 3600 / WINDOW * MOST_WRONG
    assert f"{tries:,.0f}" in str(RateLimit.__doc__)
    assert f"1 of {len(CODE_LETTERS) ** CODE_LENGTH / tries:,.0f}" in str(RateLimit.__doc__)


def test_what_is_kept_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_code_limit, "MOST_KEPT", 10)
    now = [0.0]
    limit = RateLimit(most=2, clock=lambda: now[0])
    for number in range(100):
        limit.count(f"{number}", "x")
        limit.count("a", f"{number}")
        limit.let_in("a", f"{number}")
    assert len(limit._counted) == len(limit._inside) == 10 and len(limit._counted["a"]) == 4
    assert limit.wait("a") and not limit.wait("a", "99")
    now[0] = 5 * 3600.0
    limit.count("b", "x")
    assert set(limit._counted) == {"b"} and not limit._inside, "addresses are forgotten"
