"""A class in one room: everybody guesses, the teacher reveals. What is shared lies in a store; no Streamlit here."""

from explorer.rooms.doors import Doors
from explorer.rooms.hub import Hub
from explorer.rooms.store import (
    CODE_LENGTH,
    CODE_LETTERS,
    EndedError,
    FullError,
    NotTheTeacherError,
    Room,
    Store,
    default_path,
    normal,
)

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Doors",
    "EndedError",
    "FullError",
    "Hub",
    "NotTheTeacherError",
    "Room",
    "Store",
    "default_path",
    "normal",
]
