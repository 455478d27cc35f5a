"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import (
    analogies,
    clusters,
    line_projection,
    map_methods,
    sentences,
    tsne_umap_seeds,
    word_axes,
    word_map,
    word_vector_training,
)

ui.page(
    "projection",
    [
        word_map,
        ui.Pictures(
            "Other maps",
            "j_maps",
            {"two methods": map_methods, "other seeds": tsne_umap_seeds, "a shadow": line_projection},
        ),
        ui.Pictures("Analogies", "j_steps", {"an analogy": analogies, "word axes": word_axes}),
        sentences,
        word_vector_training,
        clusters,
    ],
)
