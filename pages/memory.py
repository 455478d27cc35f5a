"""Why is the largest tensor of the model the one that we hardly touch?"""

from explorer import ui
from explorer.ui.memory import bandwidth, bits, caches, cards, checked, shares, stack, units

ui.begin("memory")
ui.parts(
    "m_part",
    {
        "The bill": stack.show,
        "Real models": shares.show,
        "Cards": cards.show,
        "Time": bandwidth.show,
        "Caches": caches.show,
        "Checked": checked.show,
        "Fewer bits": bits.show,
        "MB or MiB": units.show,
    },
)
ui.end("memory")
