"""A page in a room with the test's own database file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.room import membership


@pytest.fixture
def kept_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Where this process keeps its rooms during the test."""

    def forget() -> None:
        for kept in (membership.store, membership.sweep_once):
            kept.cache_clear()

    path = tmp_path / "rooms.sqlite"
    monkeypatch.setenv("EXPLORER_ROOMS", str(path))
    forget()
    yield path
    forget()


@pytest.fixture
def open_in_room(open_page: Callable[..., AppTest], kept_at: Path) -> Callable[..., AppTest]:
    """Opens a page for somebody of a room: `open_in_room(Teacher(…), "positions", p_part="Counting")`."""

    def opened(who: membership.Teacher | None, page: str, **query: str) -> AppTest:
        return open_page(page, {} if who is None else {"_room_me": who}, **query)

    return opened
