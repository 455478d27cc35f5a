"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import blackboard, books, rows, step, training, ways

ui.begin("gradients")
ui.parts(
    "g_part",
    {
        "Your sentence": rows.show,
        "One step": step.show,
        "Whole books": books.show,
        "Four ways": ways.show,
        "Blackboard": blackboard.show,
        "Watch it learn": training.show,
    },
)
ui.end("gradients")
