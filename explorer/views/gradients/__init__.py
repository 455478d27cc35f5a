"""Views of the Gradients page: which rows of a table get a gradient from a text, and how large it is."""

from explorer.views.gradients.optimizer_step import before_after, step_distances
from explorer.views.gradients.row_gradients import touched_rows
from explorer.views.gradients.tied_output import both_ends
from explorer.views.gradients.toy_training import learning
from explorer.views.gradients.vocabulary_share import ranks, shares
from explorer.views.gradients.worked_example import board, flowing_back
from explorer.views.view import views_of

__all__ = [*views_of("gradients")]


def __dir__() -> list[str]:
    """Only the views: a notebook's completion lists what `dir` returns."""
    return __all__
