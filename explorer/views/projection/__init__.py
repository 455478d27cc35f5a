"""Views of the Projection page: a table of words, its projections, and what they keep of it.

`table=` is the name of a shipped table ("MiniLM", "GloVe", "Whisper"), the path of your own file, a DataFrame or an
array of rows, `file(…)` if the file alone doesn't determine how to read it, or `trained(…)` for a table trained here
with the given settings.
"""

from explorer.views.projection._line_projection import shadow, shadow_by_angle
from explorer.views.projection._own_sentences import own_sentences
from explorer.views.projection._sentences import (
    one_word,
    sentence_failures,
    sentence_search,
    sentences,
)
from explorer.views.projection._word_map import word_map
from explorer.views.projection.analogies import analogy, analogy_accuracy
from explorer.views.projection.component_shares import spectrum
from explorer.views.projection.found_clusters import cluster_names, clusters
from explorer.views.projection.map_methods import ways, ways_kept
from explorer.views.projection.named_axes import word_axes
from explorer.views.projection.neighbours import neighbour_lists, neighbours_kept
from explorer.views.projection.table_source import file
from explorer.views.projection.trained_tables import trained
from explorer.views.projection.tsne_umap_seeds import seeds, seeds_shared
from explorer.views.projection.word_vector_training import before_training, training, training_loss

__all__ = [
    "analogy", "analogy_accuracy", "before_training", "cluster_names",
    "clusters", "file", "neighbour_lists", "neighbours_kept", "one_word",
    "own_sentences", "seeds", "seeds_shared", "sentence_failures",
    "sentence_search", "sentences", "shadow", "shadow_by_angle", "spectrum", "trained", "training", "training_loss",
    "ways", "ways_kept", "word_axes", "word_map",
]  # fmt: skip
__dir__ = __all__.copy  # a notebook's completion lists these alone
