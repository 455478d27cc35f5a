"""A class in one room: everybody guesses, the teacher reveals. What is shared lies in a store; no Streamlit here."""

from explorer.rooms.asked import CODE_LENGTH, CODE_LETTERS, PARAMETER, Asked, Room, normal, unlike
from explorer.rooms.attempts import Attempts
from explorer.rooms.database.base import Database
from explorer.rooms.database.chosen import chosen_database, left_over
from explorer.rooms.errors import AwayError, EndedError, FullError, NotTheTeacherError
from explorer.rooms.store import Store

__all__ = [
    "Asked",
    "Attempts",
    "AwayError",
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Database",
    "EndedError",
    "FullError",
    "NotTheTeacherError",
    "PARAMETER",
    "Room",
    "Store",
    "chosen_database",
    "left_over",
    "normal",
    "unlike",
]
