"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import (
    gradient_methods,
    optimizer_step,
    tied_output,
    touched_rows,
    toy_training,
    vocabulary_share,
    worked_example,
)

ui.page(
    "gradients",
    [worked_example, touched_rows, tied_output, vocabulary_share, optimizer_step],
    deeper=[toy_training, gradient_methods],
)
