"""Views of the Extrapolation page: models past the length that they were trained on."""

from explorer.views.extrapolation._ablations import one_new_thing, seen_in_training
from explorer.views.extrapolation._loss_by_length import loss_by_length
from explorer.views.extrapolation._missing_rows import rows
from explorer.views.extrapolation._published_perplexities import published_perplexities
from explorer.views.extrapolation.live_training import training
from explorer.views.extrapolation.position_losses import loss_by_position
from explorer.views.extrapolation.text_generation import writing

__all__ = [
    "loss_by_length", "loss_by_position", "one_new_thing", "published_perplexities", "rows", "seen_in_training",
    "training", "writing",
]  # fmt: skip
__dir__ = __all__.copy  # a notebook's completion lists these alone
