"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import (
    analogies,
    around_one_word,
    associations,
    clusters,
    groups,
    line_projection,
    map_methods,
    quantized_copies,
    spectrum,
    tsne_beside_pca,
    tsne_umap_seeds,
    two_tables,
    word_axes,
    word_map,
    word_vector_training,
)

ui.page(
    "projection",
    [line_projection, word_map, spectrum, analogies, word_vector_training],
    deeper=[
        groups,
        clusters,
        around_one_word,
        map_methods,
        word_axes,
        associations,
        two_tables,
        tsne_beside_pca,
        tsne_umap_seeds,
        quantized_copies,
    ],
)
