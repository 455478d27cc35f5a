"""A class in one room: everybody guesses, the teacher reveals. What is shared lies in a store; no Streamlit here."""

from explorer.rooms.asked import CODE_LENGTH, CODE_LETTERS, Asked, Room, normal
from explorer.rooms.doors import Doors
from explorer.rooms.errors import AwayError, EndedError, FullError, NotTheTeacherError
from explorer.rooms.hub import Hub
from explorer.rooms.shelf import Shelf, chosen_shelf, left_over
from explorer.rooms.store import Store

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
    "Shelf",
    "Store",
    "left_over",
    "normal",
    "chosen_shelf",
]
