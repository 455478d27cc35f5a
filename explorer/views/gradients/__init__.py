"""Views of the Gradients page: which rows of a table get a gradient from a text, and how large it is."""

from explorer.views.gradients.optimizer_step import step_distances
from explorer.views.gradients.row_gradients import touched_rows
from explorer.views.gradients.tied_output import both_ends
from explorer.views.gradients.toy_training import learning
from explorer.views.gradients.vocabulary_share import ranks, shares
from explorer.views.gradients.worked_example import board, flowing_back

__all__ = [
    "board", "both_ends", "flowing_back", "learning", "ranks", "shares", "step_distances",
    "touched_rows",
]  # fmt: skip
__dir__ = __all__.copy  # a notebook's completion lists these alone
