"""Rooms, for a class on every page: the teacher's membership and bar, and questions that the whole class answers."""

from explorer.ui.room import teacher_question
from explorer.ui.room.class_question import FIRST, together
from explorer.ui.room.membership import SEEN, begin, current, stay
from explorer.ui.room.room_bar import end, open_button
