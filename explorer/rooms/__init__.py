"""Rooms for a class: students guess, the teacher reveals. Shared state is in a database; no Streamlit.

`EXPLORER_ROOMS` is the path of an SQLite file, or the URL of a Redis or Valkey server (`redis://host:6379/0`;
`rediss://` for TLS, `unix://` for a socket). Without it the server uses a file of its own.
"""

import os
import re
import tempfile
from pathlib import Path

from explorer.platform_differences import user_name
from explorer.rooms.backend import Backend
from explorer.rooms.room_state import (
    CODE_LENGTH,
    CODE_LETTERS,
    PARAMETER,
    Answer,
    EndedError,
    FullError,
    NotTheTeacherError,
    Room,
    RoomQuestion,
    UnavailableError,
    code_letters,
    parse_code,
)
from explorer.rooms.room_store import RoomStore
from explorer.rooms.sqlite_backend import SETTING, SqliteBackend
from explorer.rooms.wrong_code_limit import RateLimit, network

MISTYPED = re.compile(r"(rediss?|unix):|[a-z]+//")
"""Beginning of what was meant as a server's address, and is no path: redis:host, redis//host."""


def default_path() -> Path:
    """Path of the SQLite file: below `$EXPLORER_CACHE`, or below the folder for temporary files.

    The file survives a restart of the server. Servers that share the folder share the rooms.
    """
    cache = os.environ.get("EXPLORER_CACHE")
    folder = Path(cache) / "rooms" if cache else Path(tempfile.gettempdir()) / f"explorer-rooms-{user_name()}"
    return folder / "rooms.sqlite"


def open_backend() -> Backend:
    """Open the configured database. Redis' client is imported only if it is needed.

    Raises:
        UnavailableError: it cannot be opened; the message says what to do.
    """
    setting = os.environ.get(SETTING, "").strip()
    scheme, colon, _ = setting.partition("://")
    if not colon and not MISTYPED.match(setting):
        return SqliteBackend(Path(setting) if setting else default_path())
    if scheme not in ("redis", "rediss", "unix"):
        begins = "".join(re.findall(r"^\w*:?/*", setting))  # what follows may contain a password
        raise UnavailableError(
            f"{SETTING} begins with “{begins}”: expected redis://, rediss:// or unix://, or the path of a file. "
            "Whoever runs this server must correct it."
        )
    from explorer.rooms.redis_backend import RedisBackend

    return RedisBackend(setting)


def place() -> str:
    """Where the rooms are, without a password, for the log."""
    setting = os.environ.get(SETTING, "").strip()
    if "://" in setting or MISTYPED.match(setting):
        return f"Redis at {setting.partition('?')[0].rpartition('@')[2].rpartition('//')[2]}"
    return str(Path(setting).absolute() if setting else default_path())


def has_leftovers() -> bool:
    """Whether a file of rooms exists, which may hold expired ones. Redis expires keys itself."""
    setting = os.environ.get(SETTING, "").strip()
    return "://" not in setting and (Path(setting) if setting else default_path()).exists()
