"""What visitors have uploaded is bounded, for each of them and for all together.

Streamlit keeps whatever is sent to a session until its browser takes it back or the session ends: files that no upload
box has asked for too, and as many as one likes. Here the oldest go first when there is more than our pages can hold at
a time. A table that was read from a file stays without it; its upload box is then empty. It wraps
`MemoryUploadedFileManager.add_file`, seen in 1.67.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

A_SESSION = 110_000_000
"""Bytes of one visitor: two tables with what belongs to them, 25 MB each, and a text."""
ALL = 300_000_000
"""Bytes of all visitors, those included who have just gone."""

_lock = Lock()
_came: dict[tuple[str, str], None] = {}
"""(session, file) in the order in which they came."""


def bound() -> None:
    """From now on no more is kept."""
    plain = MemoryUploadedFileManager.add_file
    if hasattr(plain, "bounds"):
        return

    def add(self: MemoryUploadedFileManager, session_id: str, file: Any) -> None:
        plain(self, session_id, file)
        with _lock:
            _came.pop((session_id, file.file_id), None)
            _came[session_id, file.file_id] = None
            for session, name in too_many(_came, sizes(self), session_id):
                del _came[session, name]
                self.remove_file(session, name)

    add.bounds = True  # type: ignore[attr-defined]
    MemoryUploadedFileManager.add_file = add  # type: ignore[method-assign]


def sizes(manager: MemoryUploadedFileManager) -> dict[tuple[str, str], int]:
    """Bytes of each file that is there."""
    with manager._lock:
        return {
            (session, name): len(file.data)
            for session, files in manager.file_storage.items()
            for name, file in files.items()
        }


def too_many(
    came: Mapping[tuple[str, str], None], there: Mapping[tuple[str, str], int], session: str
) -> list[tuple[str, str]]:
    """Which files go, the oldest first: of this session, then of all; and those that are there no more.

    >>> there = {("a", "1"): 60_000_000, ("a", "2"): 60_000_000, ("b", "3"): 200_000_000}
    >>> too_many(dict.fromkeys([("a", "0"), *there]), there, "a")
    [('a', '0'), ('a', '1')]
    """
    gone = [key for key in came if key not in there]
    left = [key for key in came if key in there]
    for mine, most in ((session, A_SESSION), (None, ALL)):
        of = [key for key in left if mine in (None, key[0])]
        total = sum(there[key] for key in of)
        for key in of[:-1]:  # the newest stays
            if total <= most:
                break
            total -= there[key]
            gone.append(key)
            left.remove(key)
    return gone
