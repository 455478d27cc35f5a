"""What do you know now? Questions with fresh numbers, misconceptions, and games."""

from explorer import ui
from explorer.ui.check import games, misconceptions, practice

ui.page("check", [practice, misconceptions, games], pictures=False)
