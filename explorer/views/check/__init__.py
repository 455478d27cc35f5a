"""Views of the page "Check yourself", as tables and sentences: a quiz, sheets of it, games, and misconceptions."""

from explorer.views.check._games import game
from explorer.views.check._misconceptions import misconception
from explorer.views.check._printable_quiz import sheets
from explorer.views.check._quiz import quiz

__all__ = ["game", "misconception", "quiz", "sheets"]


def __dir__() -> list[str]:
    """Only the views: a notebook's completion lists what `dir` returns."""
    return __all__
