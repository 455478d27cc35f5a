"""Which form of `Database` the server's setting asks for.

`EXPLORER_ROOMS` names a file for SQLite, or the address of a Redis or Valkey server (`redis://host:6379/0`; `rediss://`
for TLS, `unix://` for a socket). Without it the rooms are in a file of the server's own.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from explorer.rooms.database.base import AT_ONCE, SETTING, Database
from explorer.rooms.database.sqlite import SqliteDatabase
from explorer.rooms.errors import AwayError

SCHEMES = ("redis", "rediss", "unix")


def default_path() -> Path:
    """A file in `$EXPLORER_CACHE`, else one in the folder for temporary files: each in a folder of its own.

    Both outlive a restart of the server. Servers that share the folder share the rooms.
    """
    cache = os.environ.get("EXPLORER_CACHE")
    folder = Path(cache) / "rooms" if cache else Path(tempfile.gettempdir()) / f"explorer-rooms-{os.getuid()}"
    return folder / "rooms.sqlite"


def chosen_database() -> Database:
    """The database that the setting asks for. Redis' client is imported only if it asks for it.

    Raises:
        AwayError: it can't be had; says what to do.
    """
    setting = os.environ.get(SETTING, "").strip()
    scheme, colon, _ = setting.partition("://")
    if not colon:
        return SqliteDatabase(Path(setting) if setting else default_path())
    if scheme not in SCHEMES:
        raise AwayError(
            f"{SETTING} begins with “{scheme}://”: expected redis://, rediss:// or unix://, or the path of a file. "
            f"Whoever runs this server must correct it. {AT_ONCE}"
        )
    from explorer.rooms.database.redis import RedisDatabase

    return RedisDatabase(setting)


def left_over() -> bool:
    """Whether a file of rooms is there, perhaps with some whose time is over. Redis forgets by itself."""
    setting = os.environ.get(SETTING, "").strip()
    return "://" not in setting and (Path(setting) if setting else default_path()).exists()
