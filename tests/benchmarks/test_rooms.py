"""The script that measures a class in one room, with five students: it runs, and what it tells has happened."""

from __future__ import annotations

import shutil

import pytest

from benchmarks import rooms
from tests.rooms.servers import MISSING, redis_binary

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDENTS", "5")


def test_one_server_is_killed_and_everybody_is_back() -> None:
    rows = {row.what: row for row in rooms.one_server()}
    assert "6 of 6 lines broke, 5 of 5 guesses are there" in rows["everybody is back"].note
    assert {"5 students join at the same moment", "5 students guess within 3 s"} < set(rows)
    slider = rows["p95 of a slider outside of the room, while they guess"]
    assert slider.ratio is not None and slider.ratio > 0


@pytest.mark.skipif(redis_binary() is None, reason=MISSING)
@pytest.mark.skipif(shutil.which("nginx", path="/usr/sbin:/usr/bin") is None, reason="nginx is not here")
def test_one_of_two_servers_is_killed_and_nobody_is_lost() -> None:
    rows = {row.what: row for row in rooms.two_servers()}
    note = rows["everybody is back"].note
    assert "5 of 5 guesses are there" in note and "of 6 lines broke" in note and not note.startswith("0 of")
