"""What do I show my class?"""

from explorer import ui
from explorer.ui.teach import (
    current_lesson,
    embed_code,
    handout,
    lesson_editor,
    lesson_plan,
    presenter_notes,
    tomorrow_morning,
)

ui.page(
    "teach",
    [lesson_plan, lesson_editor, handout, tomorrow_morning],
    deeper=[presenter_notes, embed_code],
    before=current_lesson.choose,
)
