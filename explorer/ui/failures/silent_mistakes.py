"""Silent mistakes, which raise no error."""

from explorer import ui
from explorer.content.migrate_old_links import VALUES
from explorer.failures.case_catalogue import SILENT
from explorer.ui.failures.failure_case import show_case
from explorer.ui.frame import part_containers
from explorer.views.setting import Choice

PART = ui.Part(
    "Without a message",
    question="What goes wrong without a word?",
    why="The worst mistakes are silent: the program goes on, the shapes are right, and what comes out is wrong.",
    look="The program runs to its end.",
)


KEY = "f_silent"
SHOWN = {VALUES.get((KEY, case.name), case.name): case for case in SILENT}
"""What the choice says → the case: not its name where that would tell what happens, which is asked."""


def show() -> None:
    """Draw the choice of a case, and the case."""
    with part_containers.take("choice"):
        case = SHOWN[ui.control(Choice("Mistake", next(iter(SHOWN)), list(SHOWN), key=KEY, listed=True))]
        ui.write(case.story)
    show_case(case)
