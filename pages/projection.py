"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import map as word_map

ui.begin("projection")
ui.parts("j_part", {"Map": word_map.show})
ui.end("projection")
