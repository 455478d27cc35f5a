"""A class in one room: everybody guesses, the teacher reveals. What is shared lies in a store; no Streamlit here."""

from explorer.rooms.doors import Doors
from explorer.rooms.errors import AwayError, EndedError, FullError, NotTheTeacherError
from explorer.rooms.hub import Hub
from explorer.rooms.shelf import chosen_shelf, left_over
from explorer.rooms.store import CODE_LENGTH, CODE_LETTERS, Asked, Room, Store, normal

__all__ = [
    "Asked",
    "AwayError",
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Doors",
    "EndedError",
    "FullError",
    "Hub",
    "NotTheTeacherError",
    "Room",
    "Store",
    "left_over",
    "normal",
    "chosen_shelf",
]
