"""What do I show my class?"""

from explorer import ui
from explorer.ui.teach import current_lesson, embed_code, handout, hosting, lesson_editor, lesson_plan, presenter_notes

ui.page(
    "teach",
    [lesson_plan, lesson_editor, handout, hosting],
    deeper=[presenter_notes, embed_code],
    before=current_lesson.choose,
)
