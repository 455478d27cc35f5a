"""I trained on 64 tokens. What happens at 65, at 128, at 512?"""

from explorer import ui
from explorer.ui.extrapolation import (
    loss_by_length,
    loss_by_position,
    missing_rows,
    model_summary,
    tasks,
    training,
    training_budget,
    ways_out,
    why,
    writing,
)

ui.page(
    "extrapolation",
    [missing_rows, writing, loss_by_position, why, ways_out],
    deeper=[tasks, loss_by_length, training_budget, training],
    before=model_summary.show,
)
