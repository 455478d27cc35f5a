"""What do you know now? Questions with fresh numbers, and games."""

from explorer import ui
from explorer.ui.check import games, practice

ui.page("check", [practice, games], pictures=False)
