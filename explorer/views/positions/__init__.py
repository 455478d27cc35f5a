"""Pictures of the Positions page: how a token is told where it stands."""

from explorer.views.positions._alibi import alibi_bias, alibi_slopes
from explorer.views.positions._arrows import arrows
from explorer.views.positions._clocks import clocks
from explorer.views.positions._counting import dials, neighbours
from explorer.views.positions._distance import similarity_curve, similarity_matrix
from explorer.views.positions._face import face
from explorer.views.positions._fit import fit_by_position, fit_by_wavelength
from explorer.views.positions._frequencies import curves, wavelengths
from explorer.views.positions._learned import (
    table_components,
    table_lengths,
    table_over_distance,
    table_similarity,
    table_spectrum,
)
from explorer.views.positions._rope import rope_over_distance, rope_scores, rope_turn
from explorer.views.positions._rows import first_rows, nearest_rows, orders
from explorer.views.positions._scale import row_lengths
from explorer.views.positions._shift import shift_error, shift_matrix
from explorer.views.positions._whisper_formula import whisper_formula

__all__ = [
    "alibi_bias",
    "alibi_slopes",
    "arrows",
    "clocks",
    "curves",
    "dials",
    "face",
    "first_rows",
    "fit_by_position",
    "fit_by_wavelength",
    "neighbours",
    "nearest_rows",
    "orders",
    "rope_over_distance",
    "rope_scores",
    "rope_turn",
    "row_lengths",
    "shift_error",
    "shift_matrix",
    "similarity_curve",
    "similarity_matrix",
    "table_components",
    "table_lengths",
    "table_over_distance",
    "table_similarity",
    "table_spectrum",
    "wavelengths",
    "whisper_formula",
]
