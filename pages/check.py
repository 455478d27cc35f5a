"""Can you say it in numbers? Questions with fresh numbers, misconceptions, and sheets for a class."""

from explorer import ui
from explorer.ui.check import questions, said, sheet

ui.page("check", [questions, said, sheet])
