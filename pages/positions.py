"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import (
    arrows,
    clocks,
    counting,
    distance,
    first_rows,
    frequencies,
    heatmap,
    learned_tables,
    linear_fit,
    rope_alibi,
    shift,
    sine_cosine,
    vector_lengths,
)

ui.page(
    "positions",
    [counting, sine_cosine, clocks, heatmap, arrows],
    deeper=[frequencies, first_rows, distance, learned_tables, vector_lengths, shift, linear_fit, rope_alibi],
)
