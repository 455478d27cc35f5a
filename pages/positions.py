"""How can adding a wave tell a model where a word is?"""

from explorer import ui
from explorer.ui.positions import after, clocks, distance, fit, frequencies, heatmap, learned, link, rows, scale, shift

ui.begin("positions")
with link.checked():
    ui.parts(
        "p_part",
        {
            "Heatmap": heatmap.show,
            "Rows": rows.show,
            "Frequencies": frequencies.show,
            "Clocks": clocks.show,
            "Distance": distance.show,
            "Shift": shift.show,
            "Fitted shift": fit.show,
            "Learned tables": learned.show,
            "Scale": scale.show,
            "RoPE and ALiBi": after.show,
        },
    )
ui.end("positions")
