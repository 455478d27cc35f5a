"""Room tests run on both databases: a file, and a local Redis (or Valkey) server on a free port."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from explorer.rooms import Backend, RoomStore
from explorer.rooms.redis_backend import RedisBackend
from explorer.rooms.sqlite_backend import SqliteBackend
from tests.rooms.local_redis import MISSING, RedisServer, redis_binary


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A server for these tests; stopped at the end."""
    if redis_binary() is None:
        pytest.skip(MISSING)
    running = RedisServer(tmp_path_factory.mktemp("redis"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "redis"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Backend]]:
    """Opens the same database once more, as another copy of the app does."""
    opened: list[Backend] = []
    address = ""
    if request.param == "redis":
        server = request.getfixturevalue("redis_server")
        server.clear()
        address = server.address

    def one_more() -> Backend:
        opened.append(RedisBackend(address) if address else SqliteBackend(tmp_path / "rooms.sqlite"))
        return opened[-1]

    yield one_more
    for database in opened:
        database.close()


@pytest.fixture
def rooms(another: Callable[[], Backend]) -> RoomStore:
    return RoomStore(another())
