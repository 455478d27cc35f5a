"""Every test of a room runs on both shelves: a file, and a Redis (or Valkey) server on a free port of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from explorer.rooms import Store
from explorer.rooms.of_redis import RedisShelf
from explorer.rooms.of_sqlite import SqliteShelf
from explorer.rooms.shelf import Shelf
from tests.rooms.servers import MISSING, RedisServer, redis_binary


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A server of the tests' own, stopped in the end."""
    if redis_binary() is None:
        pytest.skip(MISSING)
    running = RedisServer(tmp_path_factory.mktemp("redis"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "redis"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Shelf]]:
    """Opens one more shelf in the same place, as another copy of the app does."""
    opened: list[Shelf] = []
    address = ""
    if request.param == "redis":
        server = request.getfixturevalue("redis_server")
        server.clear()
        address = server.address

    def one_more() -> Shelf:
        opened.append(RedisShelf(address) if address else SqliteShelf(tmp_path / "rooms.sqlite"))
        return opened[-1]

    yield one_more
    for shelf in opened:
        shelf.close()


@pytest.fixture
def rooms(another: Callable[[], Shelf]) -> Store:
    return Store(another())
