"""Views of the Positions page: position encodings."""

from explorer.views.positions._copying import copying
from explorer.views.positions._distance import similarity_curve, similarity_matrix
from explorer.views.positions._rope import rope_over_distance, rope_scores, rope_turn
from explorer.views.positions._sine_cosine import face
from explorer.views.positions._table_rows import first_rows, nearest_rows
from explorer.views.positions.alibi import alibi_slopes
from explorer.views.positions.clock_dials import clocks
from explorer.views.positions.counting import dials, neighbours
from explorer.views.positions.frequencies import wavelengths
from explorer.views.positions.learned_tables import table_over_distance, table_similarity
from explorer.views.positions.shift import shift_matrix, shift_turn
from explorer.views.positions.table_heatmap import heatmap
from explorer.views.positions.vector_addition import arrows

__all__ = [
    "alibi_slopes", "arrows", "clocks", "copying", "dials", "face", "first_rows", "heatmap",
    "nearest_rows", "neighbours", "rope_over_distance", "rope_scores", "rope_turn", "shift_matrix",
    "shift_turn", "similarity_curve", "similarity_matrix", "table_over_distance", "table_similarity", "wavelengths",
]  # fmt: skip
__dir__ = __all__.copy  # a notebook's completion lists these alone
