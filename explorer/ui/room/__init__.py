"""A class in one room, on every page: who is here, the bar at the bottom, and questions that a whole class answers."""

from explorer.ui.room import quizzing, written
from explorer.ui.room.bar import end
from explorer.ui.room.drawing import Drawing, drawing, hand_in, waits
from explorer.ui.room.following import begin
from explorer.ui.room.member import stay
from explorer.ui.room.questions import begins, together

__all__ = [
    "Drawing",
    "begin",
    "begins",
    "drawing",
    "end",
    "hand_in",
    "quizzing",
    "stay",
    "together",
    "waits",
    "written",
]
