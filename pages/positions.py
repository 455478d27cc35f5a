"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import (
    alibi,
    clocks,
    counting,
    heatmap,
    near_positions,
    rope,
    shift,
    sine_cosine,
    table_rows,
    vector_addition,
)

ui.page(
    "positions",
    [
        counting,
        ui.Pictures("Clocks", "p_hands_drawn", {"several hands": clocks, "one hand": sine_cosine}),
        ui.Pictures(
            "Heatmap",
            "p_cells",
            {"the whole table": heatmap, "8 × 6, with numbers": table_rows, "which rows are alike": near_positions},
        ),
        vector_addition,
        shift,
        ui.Pictures("RoPE and ALiBi", "p_kind", {"RoPE": rope, "ALiBi": alibi}),
    ],
)
