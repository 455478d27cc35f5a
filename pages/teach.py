"""What do I show my class?"""

from explorer import ui
from explorer.ui.teach import course, edit, handout, hosting, notes, own, plan

ui.page("teach", [plan, edit, handout, hosting], deeper=[notes, course], before=own.choose)
