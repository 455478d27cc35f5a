"""What do I show my class?"""

from explorer import ui
from explorer.ui.teach import current_lesson, handout, lesson_editor, lesson_plan, quiz_downloads, tomorrow_morning

ui.page(
    "teach",
    [lesson_plan, lesson_editor, handout, quiz_downloads, tomorrow_morning],
    before=current_lesson.choose,
    pictures=False,
)
