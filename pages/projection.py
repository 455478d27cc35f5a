"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import analogies, copies, rulers, spectrum, train, tsne
from explorer.ui.projection import map as word_map

ui.page("projection", [word_map, spectrum, analogies, rulers, train], deeper=[tsne, copies])
