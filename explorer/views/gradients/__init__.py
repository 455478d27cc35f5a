"""Pictures of the Gradients page: which rows of a table learn from a text, and by how much."""

from explorer.views.gradients._board import board
from explorer.views.gradients._books import ranks, shares
from explorer.views.gradients._ends import both_ends
from explorer.views.gradients._learning import learning
from explorer.views.gradients._rows import row_sums, touched_rows
from explorer.views.gradients._step import before_after, moved
from explorer.views.gradients._ways import result_sizes, ways_memory, ways_times

__all__ = [
    "before_after",
    "board",
    "both_ends",
    "learning",
    "moved",
    "ranks",
    "result_sizes",
    "row_sums",
    "shares",
    "touched_rows",
    "ways_memory",
    "ways_times",
]
