"""The four mistakes that raise an error."""

from explorer import ui
from explorer.failures.case_catalogue import RAISING
from explorer.ui.failures.failure_case import show_case
from explorer.ui.frame import part_containers
from explorer.views.setting import Choice

PART = ui.Part(
    "With a message",
    question="Which line will it stop at?",
    why="An error message says what was expected, what came, and where: here are four.",
    look="What do the lines ask for, and what is there?",
)


def show() -> None:
    """Draw the choice of a case, and the case."""
    cases = {case.name: case for case in RAISING}
    with part_containers.take("choice"):
        case = cases[ui.control(Choice("Mistake", RAISING[0].name, list(cases), key="f_loud", listed=True))]
        ui.write(case.story)
    show_case(case)
