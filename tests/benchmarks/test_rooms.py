"""The script that measures a class in one room, with five students: it runs, and what it tells has happened."""

from __future__ import annotations

import pytest

from benchmarks import rooms


@pytest.mark.slow
def test_one_server_is_killed_and_everybody_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDENTS", "5")
    rows = {row.what: row for row in rooms.one_server()}
    assert "6 of 6 lines broke, 5 of 5 guesses are there" in rows["everybody is back"].note
    assert {"5 students join at the same moment", "5 students guess within 3 s"} < set(rows)
    slider = rows["p95 of a slider outside of the room, while they guess"]
    assert slider.ratio is not None and slider.ratio > 0
