"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import (
    optimizer_step,
    overview,
    tied_output,
    touched_rows,
    toy_training,
    vocabulary_share,
    worked_example,
)

ui.page(
    "gradients",
    [worked_example, touched_rows, toy_training, tied_output, optimizer_step, vocabulary_share],
    after=overview.show,
)
