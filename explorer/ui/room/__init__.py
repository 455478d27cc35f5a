"""Rooms, for a class on every page: membership, the bar at the bottom, and questions that the whole class answers."""

from explorer.ui.room import self_paced_quiz, teacher_question
from explorer.ui.room.class_question import ClassQuestion, ask, collect, explain, opening_words, together
from explorer.ui.room.follow_teacher import begin
from explorer.ui.room.membership import is_teacher, stay
from explorer.ui.room.room_bar import end, open_button
from explorer.ui.room.student_screen_picture import sketch

__all__ = [
    "ClassQuestion",
    "ask",
    "begin",
    "opening_words",
    "self_paced_quiz",
    "collect",
    "end",
    "explain",
    "is_teacher",
    "open_button",
    "sketch",
    "stay",
    "teacher_question",
    "together",
]
