"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import blackboard, books, ends, rows, step, training, ways

ui.page("gradients", [blackboard, rows, ends, books, step], deeper=[training, ways])
