"""Pictures of the Projection page: a table of words, and what a flat picture keeps of it.

`table=` is the name of a shipped table ("MiniLM", "GloVe", "Whisper"), the path of your own file, or `file(…)`, where
the file alone doesn't say what is what, or `trained(…)`: a table trained here, by the settings of its training.
"""

from explorer.views.projection._analogies import analogy, analogy_accuracy
from explorer.views.projection._around_one_word import around_one_word
from explorer.views.projection._associations import associations
from explorer.views.projection._clusters import cluster_names, clusters
from explorer.views.projection._copies import copies
from explorer.views.projection._groups import group
from explorer.views.projection._map import word_map
from explorer.views.projection._neighbours import neighbour_lists, neighbours_kept
from explorer.views.projection._shadow import shadow, shadow_by_angle
from explorer.views.projection._spectrum import spectrum
from explorer.views.projection._tables import agreement, two_tables
from explorer.views.projection._word_axes import word_axes
from explorer.views.projection.source import file
from explorer.views.projection.trained import trained

__all__ = [
    "agreement",
    "trained",
    "two_tables",
    "analogy",
    "analogy_accuracy",
    "around_one_word",
    "associations",
    "cluster_names",
    "clusters",
    "copies",
    "file",
    "group",
    "neighbour_lists",
    "neighbours_kept",
    "shadow",
    "shadow_by_angle",
    "spectrum",
    "word_axes",
    "word_map",
]
