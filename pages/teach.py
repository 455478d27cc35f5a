"""What do I show my class?"""

from explorer import ui
from explorer.ui.teach import current_lesson, edit, embed_code, handout, hosting, notes, plan

ui.page("teach", [plan, edit, handout, hosting], deeper=[notes, embed_code], before=current_lesson.choose)
