"""Backend of the room store: the protocol that a database of rooms implements (`sqlite_backend`, `redis_backend`)."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Row(NamedTuple):
    """Stored room: the teacher's hashed secret, opening time (seconds), version and state."""

    secret: str
    opened: float
    version: int
    state: str


class Backend(Protocol):
    """Database of rooms, each with named tables of texts, which it does not interpret.

    Each call is atomic and raises `UnavailableError` if it fails.
    """

    def add(self, code: str, secret: str, opened: float, until: float) -> bool:
        """Add a room, which may expire at `until`; False if the code is taken."""

    def read(self, code: str) -> Row | None:
        """Read a room; None if there is none."""

    def change(self, code: str, version: int, state: str) -> bool:
        """Replace the state and increment the version, if it is still this one; else False."""

    def room_versions(self) -> dict[str, tuple[float, int]]:
        """Opening time and version of each room, by code."""

    def put(self, code: str, table: str, values: Mapping[str, str], version: int | None = None) -> bool:
        """Set values in a table if the room exists (and has this version); else False."""

    def get(self, code: str, table: str, key: str) -> str | None:
        """One value of a table."""

    def all(self, code: str, table: str) -> dict[str, str]:
        """All values of a table, by key."""

    def drop(self, code: str, *tables: str) -> None:
        """Delete tables of a room."""

    def delete(self, *codes: str) -> None:
        """Delete rooms with all their data, so that nothing is left on our disk."""

    def close(self) -> None:
        """Close the file or connection."""
