"""Pictures of the Positions page: how a token is told where it stands."""

from explorer.views.positions._arrows import arrows
from explorer.views.positions._counting import dials, neighbours
from explorer.views.positions._distance import similarity_curve, similarity_matrix
from explorer.views.positions._face import face

__all__ = ["arrows", "dials", "face", "neighbours", "similarity_curve", "similarity_matrix"]
