"""Pictures of the Gradients page: which rows of a table learn from a text, and by how much."""

from explorer.views.gradients._board import board

__all__ = ["board"]
