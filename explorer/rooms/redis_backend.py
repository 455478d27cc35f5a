"""Rooms in a Redis or Valkey server, for app servers on several machines.

Each table of a room is a hash. All keys of a room expire with it (EXPIREAT). Changes that belong together are one
transaction: WATCH, then MULTI and EXEC (https://redis.io/docs/latest/develop/using-commands/transactions/).
"""

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from explorer.rooms.backend import Row
from explorer.rooms.room_state import UnavailableError
from explorer.rooms.sqlite_backend import SETTING

SECONDS = 2.0
"""Timeout of one reply."""
AGAIN = 60.0
"""Seconds after which the same error is written again."""
_INDEX = "explorer:rooms"  # code -> "opened version", of all rooms
_LOG = logging.getLogger(__name__)


class RedisBackend:
    """Rooms in the server at an address such as `redis://127.0.0.1:6379/0`."""

    def __init__(self, address: str) -> None:
        try:
            import redis
            from redis import Redis  # of an empty folder of that name, Python makes a package without it
        except ImportError:
            raise UnavailableError(
                f"{SETTING} names a Redis server, and its client is not installed: whoever runs this server must type "
                "“pip install redis”."
            ) from None
        self._errors = redis
        self._said: dict[type, float] = {}  # when an error was last written to the log
        try:
            self._client: Any = Redis.from_url(
                address, decode_responses=True, socket_timeout=SECONDS, socket_connect_timeout=SECONDS
            )
        except ValueError as error:
            raise UnavailableError(
                f"{SETTING} is not an address of a Redis server, such as redis://127.0.0.1:6379/0. Whoever runs this "
                "server must correct it."
            ) from error

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """Add a room; False if the code is taken."""
        room = {"secret": secret, "opened": repr(opened), "until": math.ceil(until), "version": 1, "state": "{}"}

        def work(pipe: Any, _: dict[str, str]) -> None:
            pipe.hset(_key(code), mapping=room)
            pipe.hset(_INDEX, code, f"{opened!r} 1")
            for key in (_key(code), _INDEX):
                pipe.expireat(key, math.ceil(until))

        return self._transaction(code, lambda found: not found, work)

    def read(self, code: str) -> Row | None:
        """Read a room; None if there is none."""
        with self._words():
            found = self._client.hgetall(_key(code))
        return Row(found["secret"], float(found["opened"]), int(found["version"]), found["state"]) if found else None

    def change(self, code: str, version: int, state: str) -> bool:
        """Replace the state if the version is still this one."""

        def work(pipe: Any, found: dict[str, str]) -> None:
            pipe.hset(_key(code), mapping={"version": version + 1, "state": state})
            pipe.hset(_INDEX, code, f"{found['opened']} {version + 1}")

        return self._transaction(code, lambda found: found.get("version") == str(version), work)

    def room_versions(self) -> dict[str, tuple[float, int]]:
        """Opening time and version of each room, by code."""
        with self._words():
            lines = self._client.hgetall(_INDEX)
        return {code: (float(line.split()[0]), int(line.split()[1])) for code, line in lines.items()}

    def put(self, code: str, table: str, values: Mapping[str, str], version: int | None = None) -> bool:
        """Set values if the room exists (and has this version)."""

        def work(pipe: Any, found: dict[str, str]) -> None:
            pipe.hset(_key(code, table), mapping=dict(values))
            pipe.expireat(_key(code, table), int(found["until"]))

        return self._transaction(
            code, lambda found: bool(found) and (version is None or found["version"] == str(version)), work
        )

    def get(self, code: str, table: str, key: str) -> str | None:
        """One value."""
        with self._words():
            found = self._client.hget(_key(code, table), key)
        return None if found is None else str(found)

    def all(self, code: str, table: str) -> dict[str, str]:
        """All values, by key."""
        with self._words():
            return dict(self._client.hgetall(_key(code, table)))

    def drop(self, code: str, *tables: str) -> None:
        """Delete tables."""
        with self._words():
            self._client.delete(*(_key(code, table) for table in tables))

    def delete(self, *codes: str) -> None:
        """Delete rooms; Redis' own files on disk are its operator's concern."""
        with self._words():
            for code in codes:
                self._client.hdel(_INDEX, code)
                self._client.delete(_key(code), *self._client.scan_iter(_key(code, "*")))

    def close(self) -> None:
        """Close the connections."""
        with suppress(self._errors.RedisError):
            self._client.close()

    def _transaction(
        self, code: str, allowed: Callable[[dict[str, str]], bool], work: Callable[[Any, dict[str, str]], None]
    ) -> bool:
        """Do `work` in one transaction if the room is `allowed`; False if not, or if it changed meanwhile."""
        with self._words(), self._client.pipeline() as pipe:
            pipe.watch(_key(code))
            found = pipe.hgetall(_key(code))
            if not allowed(found):
                return False
            pipe.multi()
            work(pipe, found)
            try:
                pipe.execute()
            except self._errors.WatchError:
                return False
        return True

    @contextmanager
    def _words(self) -> Iterator[None]:
        """Raise `UnavailableError` for Redis' errors, without the server's URL, which may contain a password."""
        try:
            yield
        except (self._errors.RedisError, OSError) as error:
            said = self._said.get(type(error), -math.inf)
            if time.monotonic() - said > AGAIN:  # each page in a room would write it
                self._said[type(error)] = time.monotonic()
                _LOG.warning("The Redis server of the rooms: %s", type(error).__name__)
            if isinstance(error, (self._errors.AuthenticationError, self._errors.ResponseError)):
                raise UnavailableError(
                    f"The Redis server that keeps the rooms refuses ({str(error)[:100]}). Whoever runs this server "
                    f"must look at {SETTING} and at that server."
                ) from error
            raise UnavailableError(
                "The Redis server that keeps the rooms does not answer. Try again in a moment."
            ) from error


def _key(code: str, table: str = "") -> str:
    return f"explorer:{{{code}}}:{table or 'room'}"
