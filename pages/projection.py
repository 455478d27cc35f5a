"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import (
    analogies,
    around_one_word,
    groups,
    line_projection,
    maps,
    spectrum,
    two_tables,
    word_axes,
    word_map,
    word_vector_training,
)

ui.page(
    "projection",
    [line_projection, word_map, maps, spectrum, analogies],
    deeper=[
        word_vector_training,
        groups,
        around_one_word,
        word_axes,
        two_tables,
    ],
)
