"""Pictures of the Positions page: how a token is told where it stands."""

from explorer.views.positions._distance import similarity_curve, similarity_matrix

__all__ = ["similarity_curve", "similarity_matrix"]
