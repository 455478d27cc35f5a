"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import (
    clocks,
    counting,
    distance,
    frequencies,
    heatmap,
    learned_tables,
    linear_fit,
    rope_alibi,
    shift,
    sine_cosine,
    table_rows,
    vector_addition,
    vector_lengths,
)

ui.page(
    "positions",
    [counting, sine_cosine, clocks, heatmap, vector_addition],
    deeper=[frequencies, table_rows, distance, learned_tables, vector_lengths, shift, linear_fit, rope_alibi],
)
