"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import (
    blackboard,
    gradient_methods,
    optimizer_step,
    tied_output,
    touched_rows,
    toy_training,
    vocabulary_share,
)

ui.page(
    "gradients",
    [blackboard, touched_rows, tied_output, vocabulary_share, optimizer_step],
    deeper=[toy_training, gradient_methods],
)
