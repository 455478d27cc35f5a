"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import (
    analogies,
    groups,
    line_projection,
    maps,
    sentences,
    word_axes,
    word_map,
    word_vector_training,
)

ui.page(
    "projection",
    [line_projection, word_map, maps, analogies, sentences, word_vector_training, groups, word_axes],
)
