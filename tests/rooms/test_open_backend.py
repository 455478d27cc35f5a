"""Selection of the database by the setting, and errors if it is unavailable."""

import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest

from explorer.questions import Question
from explorer.rooms import SETTING, RoomStore, UnavailableError, default_path, has_leftovers, open_backend
from explorer.rooms.redis_backend import RedisBackend
from explorer.rooms.sqlite_backend import SqliteBackend
from tests.rooms.local_redis import RedisServer
from tests.support import tally


def test_a_file_by_default_and_redis_by_one_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(SETTING, str(tmp_path / "mine.sqlite"))
    assert not has_leftovers()
    kept = open_backend()
    assert isinstance(kept, SqliteBackend)
    kept.room_versions()
    kept.close()
    assert has_leftovers()
    monkeypatch.setenv(SETTING, "redis://127.0.0.1:1/0")
    assert isinstance(open_backend(), RedisBackend) and not has_leftovers()


def test_where_a_file_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path))
    assert default_path() == tmp_path / "rooms" / "rooms.sqlite"
    monkeypatch.delenv("EXPLORER_CACHE")
    assert default_path().parent.parent == Path(tempfile.gettempdir())


@pytest.mark.parametrize("address", ["http://127.0.0.1:6379", "postgres://x", "redis://127.0.0.1:port"])
def test_a_wrong_setting_is_named(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, address)
    with pytest.raises(
        UnavailableError, match=f"{SETTING}.*Whoever runs this server must correct it.*works without a room"
    ):
        open_backend()


@pytest.mark.slow
def test_the_client_is_imported_only_if_it_is_asked_for(tmp_path: Path) -> None:
    code = "import sys; from explorer import rooms; rooms.open_backend().room_versions(); print('redis' in sys.modules)"
    environment = {SETTING: str(tmp_path / "rooms.sqlite"), "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("found", [None, ModuleType("redis")], ids=["nothing", "an empty folder"])
def test_a_missing_client_says_what_to_install(found: ModuleType | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", found)
    with pytest.raises(UnavailableError, match="pip install redis"):
        RedisBackend("redis://127.0.0.1:6379/0")
    listed = (Path(__file__).resolve().parents[2] / "requirements-redis.txt").read_text(encoding="utf-8")
    assert "\nredis>=" in listed


def test_a_server_that_is_away_is_told_and_its_password_is_not() -> None:
    rooms = RoomStore(RedisBackend("redis://:hunter2@127.0.0.1:1/0"))
    with pytest.raises(UnavailableError, match=r"does not answer. Try again in a moment.*works without") as said:
        rooms.open()
    assert "hunter2" not in str(said.value)


def test_a_killed_redis_comes_back_with_everything(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = RoomStore(RedisBackend(redis_server.address))
    code, secret = rooms.open()
    seat = rooms.join(code)
    rooms.ask(code, secret, {"q": Question("?", ("a", "b"), "a")})
    rooms.submit_answer(code, seat, "q", 1)
    redis_server.stop()
    with pytest.raises(UnavailableError):
        rooms.room(code)
    redis_server.start()
    assert tally(rooms, code, "q", 1) == {1: 1} and rooms.join(code, seat) == seat and rooms.seats(code) == 1
    rooms.close()


def test_redis_forgets_every_key_of_a_room_by_itself(redis_server: RedisServer) -> None:
    import redis

    redis_server.clear()
    rooms = RoomStore(RedisBackend(redis_server.address))
    code, secret = rooms.open()
    rooms.ask(code, secret, {"q": Question("?", ("a", "b"), "a")})
    rooms.submit_answer(code, rooms.join(code), "q", 1)
    with redis.Redis.from_url(redis_server.address, decode_responses=True) as line:
        keys = line.keys()
        assert len(keys) == 4 and all(4 * 3600 < line.ttl(key) < 4 * 3600 + 120 for key in keys), keys
        rooms.end(code, secret)
        assert line.keys() == []
    rooms.close()
