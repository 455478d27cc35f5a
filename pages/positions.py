"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import (
    after,
    arrows,
    clocks,
    counting,
    distance,
    fit,
    frequencies,
    heatmap,
    learned,
    plane,
    rows,
    scale,
    shift,
)

ui.page(
    "positions",
    [counting, plane, clocks, heatmap, arrows],
    deeper=[frequencies, rows, distance, learned, scale, shift, fit, after],
)
