"""What can go wrong in a room, each with a sentence for the screen."""

from __future__ import annotations


class EndedError(Exception):
    """There is no such room: it was never opened, or it has ended."""


class FullError(Exception):
    """The room, or the server, has as many as it takes."""


class NotTheTeacherError(Exception):
    """The secret is not the one of the room's teacher."""


class AwayError(Exception):
    """What keeps the rooms can't be reached; the message says why and what to do."""
