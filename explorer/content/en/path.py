"""The guided path in English: its chapters in order."""

from explorer.content.en import chapter_1
from explorer.content.guide import Path

PATH = Path((chapter_1.CHAPTER,))
