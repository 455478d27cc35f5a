"""A class in one room: everybody guesses, the teacher reveals. What is shared lies in a database; no Streamlit here.

`EXPLORER_ROOMS` names a file for SQLite, or the address of a Redis or Valkey server (`redis://host:6379/0`; `rediss://`
for TLS, `unix://` for a socket). Without it the rooms are in a file of the server's own.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from explorer.rooms.rate_limit import RateLimit
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
    code_problem,
    parse_code,
)
from explorer.rooms.sqlite import SETTING, SqliteBackend
from explorer.rooms.store import Backend, RoomStore

__all__ = [
    "Answer",
    "Backend",
    "CODE_LENGTH",
    "CODE_LETTERS",
    "EndedError",
    "FullError",
    "NotTheTeacherError",
    "PARAMETER",
    "RateLimit",
    "Room",
    "RoomQuestion",
    "RoomStore",
    "SETTING",
    "UnavailableError",
    "code_problem",
    "default_path",
    "has_leftovers",
    "open_backend",
    "parse_code",
]


def default_path() -> Path:
    """A file in `$EXPLORER_CACHE`, else one in the folder for temporary files: each in a folder of its own.

    Both outlive a restart of the server. Servers that share the folder share the rooms.
    """
    cache = os.environ.get("EXPLORER_CACHE")
    folder = Path(cache) / "rooms" if cache else Path(tempfile.gettempdir()) / f"explorer-rooms-{os.getuid()}"
    return folder / "rooms.sqlite"


def open_backend() -> Backend:
    """The database that the setting asks for. Redis' client is imported only if it asks for it.

    Raises:
        UnavailableError: it can't be had; says what to do.
    """
    setting = os.environ.get(SETTING, "").strip()
    scheme, colon, _ = setting.partition("://")
    if not colon:
        return SqliteBackend(Path(setting) if setting else default_path())
    if scheme not in ("redis", "rediss", "unix"):
        raise UnavailableError(
            f"{SETTING} begins with “{scheme}://”: expected redis://, rediss:// or unix://, or the path of a file. "
            "Whoever runs this server must correct it."
        )
    from explorer.rooms.redis import RedisBackend

    return RedisBackend(setting)


def has_leftovers() -> bool:
    """Whether a file of rooms is there, perhaps with some whose time is over. Redis forgets by itself."""
    setting = os.environ.get(SETTING, "").strip()
    return "://" not in setting and (Path(setting) if setting else default_path()).exists()
