"""Rooms in a Redis or Valkey server, for several copies of the app on several machines.

Every key of a room ends by itself when the room does (EXPIREAT). What must hold together is one transaction: WATCH,
then MULTI and EXEC (https://redis.io/docs/latest/develop/using-commands/transactions/).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from explorer.rooms.database.base import AT_ONCE, SETTING, Database, Kept
from explorer.rooms.errors import AwayError
from explorer.rooms.told import MOST_ROUNDS

SECONDS = 2.0
"""For which one answer is awaited."""

_INDEX = "explorer:rooms"  # code -> "opened version", of all rooms


class RedisDatabase(Database):
    """Rooms in the server at an address such as `redis://127.0.0.1:6379/0`.

    Calls go one at a time (`talking`), so that one connection serves a process, however many come back at once.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import redis
        except ImportError:
            raise AwayError(
                f"{SETTING} names a Redis server, and its client is not installed: whoever runs this server must type "
                f"“pip install -r requirements-redis.txt”. {AT_ONCE}"
            ) from None
        self._errors = redis
        try:
            self._line: Any = redis.Redis.from_url(
                address, decode_responses=True, socket_timeout=SECONDS, socket_connect_timeout=SECONDS
            )
        except ValueError as error:
            raise AwayError(
                f"{SETTING} is not an address of a Redis server, such as redis://127.0.0.1:6379/0. Whoever runs this "
                f"server must correct it. {AT_ONCE}"
            ) from error

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """A new room; False if there is one with this code."""
        end = math.ceil(until)

        def work(pipe: Any, _: dict[str, str]) -> None:
            pipe.hset(
                _at(code), mapping={"secret": secret, "opened": opened, "until": end, "version": 1, "state": "{}"}
            )
            pipe.expireat(_at(code), end)
            pipe.hset(_INDEX, code, f"{opened!r} 1")
            pipe.expireat(_INDEX, end)

        return self._if(code, None, work)

    def read(self, code: str) -> Kept | None:
        """The room, None if there is none."""
        with self.talking():
            found = self._line.hgetall(_at(code))
        return _kept(found) if found else None

    def change(self, code: str, version: int, state: str) -> bool:
        """Put a new state, if the version is still this one."""

        def work(pipe: Any, found: dict[str, str]) -> None:
            pipe.hset(_at(code), mapping={"version": version + 1, "state": state})
            pipe.hset(_INDEX, code, f"{found['opened']} {version + 1}")

        return self._if(code, version, work)

    def rooms(self) -> dict[str, tuple[float, int]]:
        """When each was opened, and its version."""
        with self.talking():
            lines = self._line.hgetall(_INDEX)
        return {code: (float(line.split()[0]), int(line.split()[1])) for code, line in lines.items()}

    def take(self, code: str, seat: str, most: int) -> bool:
        """Take a seat, if fewer than `most` are taken."""
        key = _at(code, "seats")
        with self.talking(), self._line.pipeline() as pipe:
            pipe.sadd(key, seat)
            pipe.scard(key)
            pipe.hget(_at(code), "until")
            new, taken, until = pipe.execute()
            if until is None or (new and taken > most):  # the room has gone, or is full
                self._line.srem(key, seat)
                return False
            if new:
                self._line.expireat(key, int(until))
        return True

    def seated(self, code: str, seat: str) -> bool:
        """Whether somebody has it."""
        with self.talking():
            return bool(self._line.sismember(_at(code, "seats"), seat))

    def seats(self, code: str) -> int:
        """How many are taken."""
        with self.talking():
            return int(self._line.scard(_at(code, "seats")))

    def saw(self, code: str, seats: Collection[str], at: float) -> None:
        """The browsers of these seats were there; of a room that has gone nothing is kept."""
        key = _at(code, "seen")
        with self.talking():
            until = self._line.hget(_at(code), "until")
            if until is not None and seats:
                self._line.zadd(key, dict.fromkeys(seats, at))
                self._line.expireat(key, int(until))

    def there(self, code: str, since: float) -> set[str]:
        """Whose browsers were there since then."""
        with self.talking():
            return set(self._line.zrangebyscore(_at(code, "seen"), since, "+inf"))

    def gone(self, code: str, seat: str) -> None:
        """Somebody has left."""
        with self.talking():
            self._line.zrem(_at(code, "seen"), seat)

    def put(self, code: str, version: int, question: str, round_: int, seat: str, value: str) -> bool:
        """Keep a guess, if the version is still this one."""
        key, keys = _of(code, question, round_), _at(code, "keys")

        def work(pipe: Any, found: dict[str, str]) -> None:
            pipe.hset(key, seat, value)
            pipe.sadd(keys, key)
            for one in (key, keys):
                pipe.expireat(one, int(found["until"]))

        return self._if(code, version, work)

    def value(self, code: str, question: str, round_: int, seat: str) -> str | None:
        """A seat's guess."""
        with self.talking():
            found = self._line.hget(_of(code, question, round_), seat)
        return None if found is None else str(found)

    def values(self, code: str, question: str, round_: int) -> dict[str, str]:
        """All guesses, by seat."""
        with self.talking():
            return dict(self._line.hgetall(_of(code, question, round_)))

    def drop(self, code: str, question: str) -> None:
        """Forget the guesses of a question."""
        with self.talking():
            self._line.delete(*(_of(code, question, round_) for round_ in range(1, MOST_ROUNDS + 1)))

    def delete(self, *codes: str) -> None:
        """Forget rooms; what Redis has written to its own disk is its own matter."""
        with self.talking():
            for code in codes:
                keys = self._line.smembers(_at(code, "keys"))
                self._line.hdel(_INDEX, code)
                self._line.delete(*(_at(code, what) for what in ("room", "seats", "seen", "keys")), *keys)

    def close(self) -> None:
        """Let go of the line."""
        with suppress(self._errors.RedisError):
            self._line.close()

    def _if(self, code: str, version: int | None, work: Callable[[Any, dict[str, str]], None]) -> bool:
        """Do `work` in one transaction if the room has this version (None: if there is no such room); else False."""
        with self.talking(), self._line.pipeline() as pipe:
            pipe.watch(_at(code))
            found = pipe.hgetall(_at(code))
            if found.get("version") != (None if version is None else str(version)):
                return False
            pipe.multi()
            work(pipe, found)
            try:
                pipe.execute()
            except self._errors.WatchError:  # somebody changed it meanwhile
                return False
        return True

    def told(self, error: Exception) -> AwayError | None:
        """The server is away, or refuses; its address, which may hold a password, is in no message."""
        if not isinstance(error, (self._errors.RedisError, OSError)):
            return None
        self.log(f"The Redis server of the rooms: {type(error).__name__}")
        refused = isinstance(error, (self._errors.AuthenticationError, self._errors.ResponseError))
        if refused:
            return AwayError(
                f"The Redis server that keeps the rooms refuses ({str(error)[:100]}). Whoever runs this server must "
                f"look at {SETTING} and at that server. {AT_ONCE}"
            )
        return AwayError(f"The Redis server that keeps the rooms does not answer. Try again in a moment. {AT_ONCE}")


def _at(code: str, what: str = "room") -> str:
    return f"explorer:{{{code}}}:{what}"


def _of(code: str, question: str, round_: int) -> str:
    return _at(code, f"answers:{round_}:{question}")


def _kept(found: dict[str, str]) -> Kept:
    return Kept(found["secret"], float(found["opened"]), int(found["version"]), found["state"])
