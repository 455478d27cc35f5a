"""One look for all: whoever is behind is woken once, whoever is gone is forgotten."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from explorer.rooms import Hub, Store
from explorer.rooms import hub as hub_
from explorer.rooms.of_sqlite import SqliteShelf


def test_each_is_woken_once_for_a_change(tmp_path: Path) -> None:
    rooms = Store(SqliteShelf(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    other, _ = rooms.open()
    hub = Hub(rooms, every=3600)
    hub._thread = threading.current_thread()  # none of its own: here the test looks
    woken: list[str] = []

    def watch(who: str, room: str, *, here: bool = True) -> None:
        def wake() -> bool:
            woken.append(who)
            return here

        hub.watch(who, room, rooms.versions()[room], wake)

    watch("a", code)
    watch("b", other)
    watch("c", code, here=False)
    woken.clear()
    rooms.move(code, secret, "home", {})
    assert hub.look() == 2 and sorted(woken) == ["a", "c"]
    assert len(hub) == 2  # c is gone
    assert hub.look() == 0
    rooms.end(code, secret)
    assert hub.look() == 1 and woken[-1] == "a"  # an ended room is news too
    hub.forget("a")
    hub.forget("b")
    assert len(hub) == 0


def test_it_looks_by_itself_while_somebody_watches(tmp_path: Path) -> None:
    rooms = Store(SqliteShelf(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    hub = Hub(rooms, every=0.01)
    seen = threading.Event()

    def wake() -> bool:
        seen.set()
        return False

    hub.watch("a", code, rooms.versions()[code], wake)
    rooms.move(code, secret, "home", {"h": 1})
    assert seen.wait(30)


def test_a_few_are_woken_at_a_time_and_who_never_says_its_end_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_, "PATIENCE", 30.0)
    rooms = Store(SqliteShelf(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    hub = Hub(rooms, every=3600)
    hub._thread = threading.current_thread()  # none of its own: here the test looks
    woken: list[str] = []
    for number in range(hub_.AT_ONCE + 3):
        who = str(number)
        hub.watch(who, code, 1, lambda who=who: woken.append(who) or True)
    looking = threading.Thread(target=hub.look)
    rooms.move(code, secret, "home", {})
    looking.start()
    while len(woken) < hub_.AT_ONCE:
        looking.join(0.01)
    looking.join(0.2)
    assert len(woken) == hub_.AT_ONCE
    hub.rested("0")
    while len(woken) < hub_.AT_ONCE + 1:
        looking.join(0.01)
    looking.join(0.2)
    assert len(woken) == hub_.AT_ONCE + 1
    monkeypatch.setattr(hub_, "PATIENCE", 0.01)
    hub.rested("1")  # the one after waits no more than that
    looking.join(30)
    assert len(woken) == hub_.AT_ONCE + 3
