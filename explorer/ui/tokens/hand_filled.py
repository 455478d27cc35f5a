"""A table filled in by hand: four questions with names, a row of one's own, and the words nearest to it."""

from explorer import ui
from explorer.views import tokens as views

PART = ui.Part(
    "Rows by hand",
    question="What would you write into a row?",
    why="A [[row]] is a list of numbers. With four questions, four numbers are enough to tell a dog from a palace, and "
    "the [[cosine]] of two rows says how alike they are.",
    look="The framed row is yours. The others are in the order of their nearness to it, each with its cosine.",
    stations=("rows",),
    shown="Four numbers a word, chosen by hand",
)


def show() -> None:
    """Draw the four sliders and the rows."""
    with ui.controls("t_hand"), ui.row():
        settings = ui.ask(views.hand_filled)
    ui.show("t_hand", views.hand_filled(**settings))
