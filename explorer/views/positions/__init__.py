"""Pictures of the Positions page: how a token is told where it stands."""

from explorer.views.positions._arrows import arrows
from explorer.views.positions._counting import dials, neighbours
from explorer.views.positions._distance import similarity_curve, similarity_matrix
from explorer.views.positions._face import face
from explorer.views.positions._fit import fit_by_position, fit_by_wavelength
from explorer.views.positions._scale import row_lengths

__all__ = [
    "arrows",
    "dials",
    "face",
    "fit_by_position",
    "fit_by_wavelength",
    "neighbours",
    "row_lengths",
    "similarity_curve",
    "similarity_matrix",
]
