"""I trained on 64 tokens. What happens at 65, at 128, at 512?"""

from explorer import ui
from explorer.ui.extrapolation import budget, length, position, row, tasks, train, ways, why

ui.begin("extrapolation")
ui.parts(
    "x_part",
    {
        "Is there a row?": row.show,
        "Loss by position": position.show,
        "Loss by length": length.show,
        "Ways out": ways.show,
        "Small tasks": tasks.show,
        "Why": why.show,
        "Inside the range": budget.show,
        "Train it now": train.show,
    },
)
ui.end("extrapolation")
