"""Views of the page "Check yourself", as tables and sentences: a quiz, sheets of it, and games."""

from explorer.views.check._games import game
from explorer.views.check._printable_quiz import sheets
from explorer.views.check._quiz import quiz

__all__ = ["game", "quiz", "sheets"]
__dir__ = __all__.copy  # a notebook's completion lists these alone
