"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import analogies, copies, rulers, spectrum, train, tsne
from explorer.ui.projection import map as word_map

ui.begin("projection")
ui.parts(
    "j_part",
    {
        "Map": word_map.show,
        "Spectrum": spectrum.show,
        "Analogies": analogies.show,
        "Word axes": rulers.show,
        "Watch it train": train.show,
        "t-SNE": tsne.show,
        "Smaller copies": copies.show,
    },
)
ui.end("projection")
