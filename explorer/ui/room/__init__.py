"""A class in one room, on every page: who is here, the bar at the bottom, and questions that a whole class answers."""

from explorer.ui.room import class_quiz, teacher_question
from explorer.ui.room.membership import stay
from explorer.ui.room.questions import ClassQuestion, ask, begins, collect, together
from explorer.ui.room.room_bar import end
from explorer.ui.room.sync import begin

__all__ = [
    "ClassQuestion",
    "ask",
    "begin",
    "begins",
    "class_quiz",
    "collect",
    "end",
    "stay",
    "teacher_question",
    "together",
]
