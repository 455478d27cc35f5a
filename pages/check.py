"""What do you know now? Questions with fresh numbers, misconceptions, and sheets for a class."""

from explorer import ui
from explorer.ui.check import games, misconceptions, practice, quiz_downloads

ui.page("check", [practice, misconceptions, games, quiz_downloads])
