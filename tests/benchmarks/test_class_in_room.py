"""The benchmark of a class in one room, with three students."""

from __future__ import annotations

import pytest

from benchmarks import class_in_room


@pytest.mark.nightly  # what it measures has tests of its own: tests/rooms, tests/browser/test_room_lesson.py
def test_one_server_is_killed_and_everybody_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDENTS", "3")
    monkeypatch.setattr(class_in_room, "WITHIN", 0.5)
    monkeypatch.setattr(class_in_room, "QUIET", 0.1)
    rows = {row.what: row for row in class_in_room.one_server()}
    assert "4 of 4 lines broke, 3 of 3 guesses are there" in rows["everybody is back"].note
    assert {"3 students join at the same moment", "3 students guess within 0.5 s"} < set(rows)
    slider = rows["p95 of a slider outside of the room, while they guess"]
    assert slider.ratio is not None and slider.ratio > 0
