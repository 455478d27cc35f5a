"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import after, clocks, distance, fit, frequencies, heatmap, learned, link, rows, scale, shift

ui.page(
    "positions",
    [heatmap, rows, frequencies, clocks, distance],
    deeper=[shift, fit, learned, scale, after],
    around=link.checked,
)
