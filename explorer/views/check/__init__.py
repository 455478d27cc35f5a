"""What the page "Check yourself" shows, as tables and sentences: a quiz, sheets of it, and misconceptions."""

from explorer.views.check._misconception import misconception
from explorer.views.check._quiz import quiz
from explorer.views.check._sheets import MOST, sheets

__all__ = ["MOST", "misconception", "quiz", "sheets"]
