"""Votes of a class, in words and as a bar chart."""

from __future__ import annotations

import re
from pathlib import Path

from explorer.questions import Question
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend
from explorer.ui.room import answer_summary, vote_chart


def test_each_choice_has_its_number_and_the_right_one_is_named() -> None:
    drawn = vote_chart.html(["<b>", "two"], {0: 1, 1: 3}, right=(1,))
    assert re.findall(r"(\d+) of (\d+)", drawn) == [("1", "4"), ("3", "4")]
    assert "&lt;b&gt;" in drawn and "two ✓ right" in drawn
    assert re.findall(r"width: (\d+)%", drawn) == ["25", "75"]  # of all, not of the largest
    both = vote_chart.html(["a", "b"], {0: 3, 1: 1}, {0: 1, 1: 3}, right=(1,))
    assert re.findall(r"(\d+) of 4", both) == ["3", "1", "1", "3"]  # each choice before and after the talk
    assert vote_chart.html(["a", "b"]).count('class="bar"') == 2 and " of " not in vote_chart.html(["a", "b"])
    nobody = vote_chart.html(["a"], {})
    assert "0 of 0" in nobody and "width: 0%" in nobody and "Nobody has guessed yet." in nobody


def test_before_and_after(tmp_path: Path) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("How many, in all?", ("one", "two"), "two")})
    rooms.ask(code, secret, {"nobody": Question("Answered by nobody?", ("one", "two"), "two")})
    seats = [rooms.join(code) for _ in range(3)]
    for seat, chosen in zip(seats, (0, 0, 1), strict=True):
        rooms.submit_answer(code, seat, "q", chosen)
    rooms.reveal(code, secret, "q")
    rooms.ask_again(code, secret, "q", 1)
    for seat in seats[:2]:
        rooms.submit_answer(code, seat, "q", 1)
    rooms.reveal(code, secret, "q")
    rooms.ask_again(code, secret, "q", 2)
    rooms.submit_answer(code, seats[2], "q", 1)
    rows = answer_summary.answer_rows(rooms, code, rooms.room(code).questions)
    assert rows == [
        ("How many, in all?", 1, "one", 2, False),
        ("How many, in all?", 1, "two", 1, True),
        ("How many, in all?", 2, "one", 0, False),
        ("How many, in all?", 2, "two", 2, True),
        ("How many, in all?", 3, "one", 0, False),
        ("How many, in all?", 3, "two", 1, True),
    ]
    drawn = vote_chart.before_and_after(rows)
    assert re.findall(r"(\d+) of (\d+)", drawn) == [("1", "3"), ("2", "2"), ("1", "1")]
    assert "(asked again)" in drawn and "(asked again, round 3)" in drawn
