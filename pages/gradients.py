"""Which rows learn from this sentence?"""

from explorer import ui
from explorer.ui.gradients import blackboard, books, rows, step, training, ways

ui.page("gradients", [rows, step, books, ways, blackboard], deeper=[training])
