"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import (
    clocks,
    counting,
    heatmap,
    near_positions,
    rope_alibi,
    shift,
    sine_cosine,
    vector_addition,
)

ui.page(
    "positions",
    [counting, sine_cosine, clocks, heatmap, vector_addition, near_positions, shift, rope_alibi],
)
