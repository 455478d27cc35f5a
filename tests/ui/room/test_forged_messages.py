"""Forged messages of a visitor's connection leave the room unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.app_server import server
from benchmarks.simulated_visitor import Visitor
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend
from explorer.ui.room import membership
from tests.forged_messages import tracebacks

MESSAGES = 120
QUESTION = "p_carry"


class Person(Visitor):
    """A visitor who answers what the page asks of the tab, as room.js does."""

    def enter(self, **kept: str) -> Person:
        self.trigger("explorer_room", "kept", json.dumps(kept))
        self.ask()
        return self

    def trigger(self, key: str, event: str, value: object) -> None:
        """The message of a component's `setTriggerValue`."""
        (component,) = [identity for identity in self.ids if identity.endswith(key)]
        forged = self.message()
        state = forged.rerun_script.widget_states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{component}__events")
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        self.send(forged.SerializeToString())

    def message(self) -> BackMsg:
        forged = BackMsg()
        rerun = forged.rerun_script
        rerun.query_string, rerun.page_name, rerun.page_script_hash = self.query, self.page, self.hash
        return forged


@dataclass
class Lesson:
    rooms: RoomStore
    code: str
    teacher: Person
    student: Person
    other: str
    log: Path
    port: int

    def state(self) -> object:
        """All that a visitor must not change: the room, and what the other seat has guessed."""
        return self.rooms.room(self.code), self.rooms.answer_of(self.code, self.other, QUESTION, 1)


@pytest.fixture
def lesson(tmp_path: Path) -> Iterator[Lesson]:
    path, log = tmp_path / "rooms.sqlite", tmp_path / "log"
    rooms = RoomStore(SqliteBackend(path))
    code, secret = rooms.open()
    with server(log, EXPLORER_ROOMS=str(path)) as running:
        address = {membership.PARAMETER: code, "p_part": "Counting"}
        with Person(running.port, "positions", address).enter(code=code, secret=secret) as teacher:
            other = rooms.join(code)
            assert rooms.submit_answer(code, other, QUESTION, 1)
            with Person(running.port, "positions", {"p_part": "Counting"}) as student:
                made = Lesson(rooms, code, teacher, student, other, log, running.port)
                yield made
    assert not tracebacks(log)


@pytest.mark.slow
def test_a_visitors_connection_can_press_nothing_of_the_teachers(lesson: Lesson) -> None:
    before = lesson.state()
    theirs = [identity for identity in lesson.teacher.ids if identity not in lesson.student.ids]
    names = {identity.split("-", 2)[-1] for identity in theirs}
    assert {"_room_joining", "_room_end", "_room_guesses"} <= names
    for identity in theirs:
        for fragment in ("", lesson.teacher.ids[identity]):
            forged = lesson.student.message()
            forged.rerun_script.fragment_id = fragment
            states = forged.rerun_script.widget_states.widgets
            states.add(id=identity, trigger_value=True)
            states.add(id=identity, bool_value=False)
            # To a fragment that this session doesn't have no run answers; the next one does.
            lesson.student.socket.send(forged.SerializeToString())
            lesson.student.ask()
            assert lesson.state() == before, (identity, fragment)
    assert lesson.student.texts, "whose page is drawn as before"


@pytest.mark.slow
def test_a_tab_can_not_say_that_it_is_the_teacher(lesson: Lesson) -> None:
    before = lesson.state()
    address = {membership.PARAMETER: lesson.code, "p_part": "Counting", "lesson": "1"}
    forged: list[dict[str, str]] = [
        {"code": lesson.code, "secret": "A" * 22},
        {"code": lesson.code, "secret": "x" * 100_000},
        {"code": lesson.code, "seat": "' OR 1=1 --"},
        {"code": "ZZZZZZ", "secret": "A" * 22, "seat": lesson.other},
    ]
    for kept in forged:
        with Person(lesson.port, "positions", address).enter(**kept) as visitor:
            assert not any(key.startswith(("_room_reveal", "_room_end")) for key in visitor.widgets)
            question = json.dumps({"question": "Forged?", "answers": [["a", "", True], ["b", "", False]]})
            visitor.trigger("lesson_nav", "question", question)
            visitor.ask()
            assert not any("Forged?" in text for text in visitor.texts)
        assert lesson.state() == before, kept
    assert lesson.rooms.seats(lesson.code) == 1
