"""Pictures of the Extrapolation page: what models do past the length that they were trained on."""

from explorer.views.extrapolation._loss_by_length import loss_by_length
from explorer.views.extrapolation._loss_by_position import loss_by_position
from explorer.views.extrapolation._published import published
from explorer.views.extrapolation._rows import rows
from explorer.views.extrapolation._ways_out import ways_out

__all__ = ["loss_by_length", "loss_by_position", "published", "rows", "ways_out"]
