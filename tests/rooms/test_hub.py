"""One look for all: who is behind is woken once, who is gone is forgotten."""

from __future__ import annotations

import threading
from pathlib import Path

from explorer.rooms import Hub, Store
from explorer.rooms.of_sqlite import SqliteShelf


def test_each_is_woken_once_for_a_change(tmp_path: Path) -> None:
    rooms = Store(SqliteShelf(tmp_path / "rooms.sqlite"))
    code, secret = rooms.open()
    other, _ = rooms.open()
    hub = Hub(rooms, every=3600)
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
