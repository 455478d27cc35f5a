"""One look for all: whoever is behind is woken once, whoever is gone is forgotten."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.rooms import RoomStore, Watchers
from explorer.rooms import watchers as module
from explorer.rooms.sqlite import SqliteBackend


def test_each_is_woken_once_for_a_change(tmp_path: Path) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    other, _ = rooms.open()
    watchers = Watchers(rooms, every=3600)
    watchers._thread = threading.current_thread()  # none of its own: here the test looks
    woken: list[str] = []

    def watch(who: str, room: str, *, here: bool = True) -> None:
        def wake() -> bool:
            woken.append(who)
            return here

        watchers.watch(who, room, rooms.versions()[room], wake)

    watch("a", code)
    watch("b", other)
    watch("c", code, here=False)
    woken.clear()
    rooms.move(code, secret, "home", {})
    assert watchers.look() == 2 and sorted(woken) == ["a", "c"]
    assert len(watchers) == 2  # c is gone
    assert watchers.look() == 0
    rooms.end(code, secret)
    assert watchers.look() == 1 and woken[-1] == "a"  # an ended room is news too
    watchers.forget("a")
    watchers.forget("b")
    assert len(watchers) == 0


def test_it_looks_by_itself_while_somebody_watches(tmp_path: Path) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    watchers = Watchers(rooms, every=0.01)
    seen = threading.Event()

    def wake() -> bool:
        seen.set()
        return False

    watchers.watch("a", code, rooms.versions()[code], wake)
    rooms.move(code, secret, "home", {"h": 1})
    assert seen.wait(30)


def test_a_few_are_woken_at_a_time_and_who_never_says_its_end_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 30.0)
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    watchers = Watchers(rooms, every=3600)
    watchers._thread = threading.current_thread()  # none of its own: here the test looks
    woken: list[str] = []
    for number in range(module.AT_ONCE + 3):
        who = str(number)
        watchers.watch(who, code, 1, lambda who=who: woken.append(who) or True)
    looking = threading.Thread(target=watchers.look)
    rooms.move(code, secret, "home", {})
    looking.start()
    while len(woken) < module.AT_ONCE:
        looking.join(0.01)
    looking.join(0.2)
    assert len(woken) == module.AT_ONCE
    watchers.rested("0")
    while len(woken) < module.AT_ONCE + 1:
        looking.join(0.01)
    looking.join(0.2)
    assert len(woken) == module.AT_ONCE + 1
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    watchers.rested("1")  # the one after waits no more than that
    looking.join(30)
    assert len(woken) == module.AT_ONCE + 3


def test_those_who_never_say_their_end_are_waited_for_once_all_together(tmp_path: Path) -> None:
    """A class whose browsers have gone: nobody waits half a second for each of them."""

    class Impatient(threading.Condition):
        in_vain = 0

        def wait_for(self, predicate: Callable[[], bool], timeout: float | None = None) -> bool:
            self.in_vain += not predicate()
            return predicate()

    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    watchers = Watchers(rooms, every=3600)
    watchers._thread = threading.current_thread()  # none of its own: here the test looks
    watchers._place = places = Impatient()
    for number in range(3 * module.AT_ONCE):
        watchers.watch(str(number), code, 1, lambda: True)
    rooms.move(code, secret, "home", {})
    assert watchers.look() == 3 * module.AT_ONCE
    assert places.in_vain == 2


def test_who_is_not_there_hears_the_news_when_they_are_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    here = {"b"}
    watchers = Watchers(rooms, every=3600, connected=lambda who: who in here)
    watchers._thread = threading.current_thread()  # none of its own: here the test looks
    woken: list[str] = []
    for who in ("a", "b"):
        watchers.watch(who, code, 1, lambda who=who: woken.append(who) or True)
    rooms.move(code, secret, "home", {})
    assert watchers.look() == 1 and watchers.look() == 0 and woken == ["b"]
    here.add("a")
    assert watchers.look() == 1 and watchers.look() == 0 and woken == ["b", "a"]
    here.clear()
    rooms.move(code, secret, "tokens", {})
    assert watchers.look() == 0 and len(watchers) == 2
    monkeypatch.setattr(module, "AWAY", -1.0)  # they never come back
    assert watchers.look() == 0 and len(watchers) == 0


def test_the_store_hears_who_is_there_while_somebody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TELL", 0.0)
    now = 1_000_000.0
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"), lambda: now)
    code, _ = rooms.open()
    there, asleep, left = (rooms.join(code) for _ in range(3))
    watchers = Watchers(rooms, every=0.01, connected=lambda who: who != "asleep")
    now += 100
    assert rooms.here(code) == set()
    for who, seat in (("there", there), ("asleep", asleep), ("left", left), ("teacher", "")):
        watchers.watch(who, code, 1, lambda: True, seat)
    watchers.forget("left")
    rooms.leave(code, left)
    for _ in range(3000):
        if there in rooms.here(code):
            break
        threading.Event().wait(0.01)
    watchers.tell()
    watchers.stop()
    assert rooms.here(code) - {left} == {there}  # a word that was under way may still have told of who has left
